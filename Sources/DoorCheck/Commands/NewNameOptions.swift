// Names that a command makes where there are none.

import ArgumentParser
import Ledger

/// Whether a new name may be nearly another one.
struct NewNameOptions: ParsableArguments {
    @Flag(help: "Make a new name although it differs from another one only in case or by one letter.")
    var evenIfSimilar = false

    /// Turns away a new name that is probably a mistyped one, and says so of one that is made.
    ///
    /// - Parameters:
    ///   - name: As it was given; `nil` for none.
    ///   - kind: `tier`, `gate` or `zone`.
    ///   - known: Those that the event has.
    ///   - event: The event.
    /// - Throws: ``CommandError`` that names the other one.
    func check(_ name: String?, _ kind: String, among known: [String], of event: Event) throws {
        guard let name, !known.contains(name) else { return }
        let question = SimilarName.question(for: name, among: known)
        guard question.isEmpty || evenIfSimilar else {
            throw CommandError(
                .usage,
                "Event '\(event.slug)' has no \(kind) '\(name.printable)'.\(question) To make another one all the same, "
                    + "say --even-if-similar.")
        }
        Terminal.note("The \(kind) '\(name.printable)' is new.")
    }
}
