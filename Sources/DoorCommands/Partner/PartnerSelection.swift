// Finding the grants that people name.

import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

extension CommandContext {
    /// Finds the grants that a text names.
    ///
    /// - Parameters:
    ///   - text: A partner's name in any case, a grant, or its first characters, at least eight.
    ///   - slug: The event's short name; `nil` for the configuration's, or the only one.
    /// - Returns: One or more grants: those that were not taken back, if there are any.
    /// - Throws: ``CommandError`` that names a similar partner.
    func grants(named text: String, of slug: String?) async throws -> [GrantRecord] {
        let all = try await ledger.grants()
        let byID = all.filter { text.count >= 8 && $0.grant.id.description.hasPrefix(text.lowercased()) }
        if byID.count == 1 { return byID }
        let event = try await event(named: slug)
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
