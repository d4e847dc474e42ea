// Confirmation of new names that a command creates.

import ArgumentParser
import DoorOutput
import DoorTexts
import Ledger

/// Whether to allow a new name that resembles an existing one.
struct NewNameOptions: ParsableArguments {
    @Flag(help: "Allow a new name that differs from an existing one only in case or by one letter.")
    var evenIfSimilar = false

    /// Rejects a new name that is probably a typing error, and reports a name that is created.
    ///
    /// - Parameters:
    ///   - name: The name as given; `nil` for none.
    ///   - kind: `tier`, `gate` or `zone`.
    ///   - known: The event's existing names of that kind.
    ///   - event: The event.
    /// - Throws: ``CommandError`` that states the similar name.
    func check(_ name: String?, _ kind: String, among known: [String], of event: Event) throws {
        guard let name, !known.contains(name) else { return }
        let question = SimilarName.question(for: name, among: known)
        guard question.isEmpty || evenIfSimilar else {
            throw CommandError(
                .usage,
                "Event '\(event.slug)' has no \(kind) '\(name.printable)'.\(question) To create it anyway, "
                    + "use --even-if-similar.")
        }
        Terminal.note("The \(kind) '\(name.printable)' is new.")
    }
}
