// Finding the grants that people name.

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

/// A partner on the command line.
struct PartnerArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The partner's name or the grant, from `doorcheck partner list`.", valueName: "partner"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?
}

/// Where a grant is written.
struct GrantFileOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write (default: made from the name); - for standard output, without the QR code.",
            valueName: "file"))
    var output: String?

    /// Returns the file for a grant.
    func path(for grant: PartnerGrant) -> String { output ?? GrantFile.name(for: grant) }
}

extension CommandContext {
    /// Finds the grants that people name: by the partner, in any case, or by the first eight characters of the grant.
    ///
    /// - Parameter partner: The arguments.
    /// - Returns: One or more grants: those that were not taken back, if there are any.
    /// - Throws: ``CommandError`` that names a similar partner.
    func grants(named partner: PartnerArguments) async throws -> [GrantRecord] {
        let text = partner.name
        let all = try await ledger.grants()
        let byID = all.filter { text.count >= 8 && $0.grant.id.description.hasPrefix(text.lowercased()) }
        if byID.count == 1 { return byID }
        let event = try await event(named: partner.event)
        let own = all.filter { $0.grant.event == event.id }
        let named = own.filter { PartnerName.folded($0.grant.partner) == PartnerName.folded(text) }
        let found = named.contains { !$0.isRetired } ? named.filter { !$0.isRetired } : named
        guard found.isEmpty else { return found }
        let question = SimilarName.question(for: text, among: Array(Set(own.map(\.grant.partner))))
        throw CommandError(
            .noInput,
            "Event '\(event.slug)' has no partner '\(text.printable)'.\(question) `doorcheck partner list` shows all.")
    }
}

/// The names of partners.
enum PartnerName {
    /// Returns a name without what people do not tell apart: case, and white space around and within it.
    static func folded(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
