// What a person saw of a ticket at a gate before they decided.

public import Ledger
import TicketSigning

/// A ticket's version with what the rules said, at which gate, and with what was known of other gates, as a token.
///
/// Whoever acts hands back the token of what they read. The rules run again in the transaction that acts, and where
/// anything is different by then nothing happens.
public struct SeenTicket: Hashable, Sendable, LosslessStringConvertible {
    /// Of the ticket in the ledger.
    public let version: TicketVersion
    /// What the rules had against the ticket, in the order in which they are asked.
    public let objections: [Reason]
    /// At which gate.
    public let gate: GateName
    /// What was known from the hub and is not in the ledger yet, as the start of a hash; empty for nothing.
    let heard: String

    init(_ version: TicketVersion, in circumstances: RuleContext, hearing turns: [ClaimedMovement]) {
        self.version = version
        objections = Self.objections(in: circumstances)
        gate = circumstances.history.door.gate.name
        heard = Self.mark(of: turns)
    }

    /// Reads a token back.
    ///
    /// - Parameter description: From ``description``; anything else gives `nil`.
    public init?(_ description: String) {
        let parts = description.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let version = TicketVersion(parts[0]), let gate = GateName(parts[2]) else { return nil }
        let reasons = parts[1].split(separator: "+").map { Reason(rawValue: String($0)) }
        guard !reasons.contains(nil), parts[3].utf8.count <= 16 else { return nil }
        self.version = version
        objections = reasons.compactMap(\.self)
        self.gate = gate
        heard = parts[3]
        // One token, one text.
        guard self.description == description else { return nil }
    }

    /// The same with the version that a program saw earlier.
    ///
    /// - Parameter version: Compared when something is done.
    /// - Returns: What the rules said now, of a ticket as it was then.
    public func with(_ version: TicketVersion) -> SeenTicket {
        SeenTicket(version: version, objections: objections, gate: gate, heard: heard)
    }

    private init(version: TicketVersion, objections: [Reason], gate: GateName, heard: String) {
        (self.version, self.objections, self.gate, self.heard) = (version, objections, gate, heard)
    }

    /// Version, reasons, gate and hash, with points between them.
    public var description: String {
        "\(version).\(objections.map(\.rawValue).joined(separator: "+")).\(gate).\(heard)"
    }

    /// Everything that the rules of a gate have against a ticket.
    static func objections(in circumstances: RuleContext) -> [Reason] {
        EntryRules.standard(at: circumstances.history.door.gate.direction).explanation(in: circumstances)
            .compactMap { $0.objection?.refusal.reason }
    }

    /// The start of a hash of turns, in whatever order they come.
    static func mark(of turns: [ClaimedMovement]) -> String {
        guard !turns.isEmpty else { return "" }
        let lines = turns.map { "\($0.kind.rawValue) \($0.entry.at.milliseconds) \($0.entry.box)" }.sorted()
        let hash = SHA256.hash(Array(lines.joined(separator: "\n").utf8))
        return hash.prefix(8).map { String(Int($0) + 256, radix: 16).suffix(2) }.joined()
    }
}
