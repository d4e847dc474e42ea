// What a person saw of a ticket at a gate before they decided.

public import Ledger
import TicketSigning

/// A token of a ticket's version, the rules' objections, the gate, and what was known of other gates.
///
/// A person acts with the token of what they read. The rules run again in the transaction that acts, and nothing
/// happens if anything has changed since.
public struct SeenTicket: Hashable, Sendable, LosslessStringConvertible {
    /// The version of the ticket in the ledger.
    public let version: TicketVersion
    /// The rules' objections to the ticket, in the order in which the rules run.
    public let objections: [Reason]
    /// The gate.
    public let gate: GateName
    /// The start of a hash of what was known from the hub and is not in the ledger yet; empty if there was nothing.
    let heard: String

    init(_ version: TicketVersion, in context: RuleContext, given claims: [Claim]) {
        self.version = version
        objections = Self.objections(in: context)
        gate = context.history.door.gate.name
        heard = Self.mark(of: claims)
    }

    /// Parses a token.
    ///
    /// - Parameter description: A value of ``description``; anything else returns `nil`.
    public init?(_ description: String) {
        let parts = description.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let version = TicketVersion(parts[0]), let gate = GateName(parts[2]) else { return nil }
        let reasons = parts[1].split(separator: "+").map { Reason(rawValue: String($0)) }
        guard !reasons.contains(nil), parts[3].utf8.count <= 16 else { return nil }
        self.version = version
        objections = reasons.compactMap(\.self)
        self.gate = gate
        heard = parts[3]
        // Each token has exactly one textual form.
        guard self.description == description else { return nil }
    }

    /// Returns the same token with the version that a program saw earlier.
    ///
    /// - Parameter version: The version to compare when something is done.
    /// - Returns: A token with the rules' current objections and that version.
    public func with(_ version: TicketVersion) -> SeenTicket {
        SeenTicket(version: version, objections: objections, gate: gate, heard: heard)
    }

    /// The same token without the objection that the ticket is not paid: what the person expects once it is.
    var paid: SeenTicket {
        SeenTicket(version: version, objections: objections.filter { $0 != .unpaid }, gate: gate, heard: heard)
    }

    private init(version: TicketVersion, objections: [Reason], gate: GateName, heard: String) {
        (self.version, self.objections, self.gate, self.heard) = (version, objections, gate, heard)
    }

    /// The version, reasons, gate and hash, separated by full stops.
    public var description: String {
        "\(version).\(objections.map(\.rawValue).joined(separator: "+")).\(gate).\(heard)"
    }

    /// Returns all objections of a gate's rules to a ticket.
    static func objections(in context: RuleContext) -> [Reason] {
        EntryRules.standard(at: context.history.door.gate.direction).explanation(in: context)
            .compactMap { $0.objection?.refusal.reason }
    }

    /// Returns the start of a hash of claims, independent of their order.
    static func mark(of claims: [Claim]) -> String {
        guard !claims.isEmpty else { return "" }
        let lines = claims.map { "\($0.kind.rawValue) \($0.entry.at.milliseconds) \($0.entry.box)" }.sorted()
        let hash = SHA256.hash(Array(lines.joined(separator: "\n").utf8))
        return hash.prefix(8).map { String(Int($0) + 256, radix: 16).suffix(2) }.joined()
    }
}
