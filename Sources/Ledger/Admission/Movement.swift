// Somebody who went in or out with a ticket.

/// One passage through a gate that counts: it was not undone.
public struct Movement: Hashable, Sendable {
    /// Which way, and on whose word.
    public let kind: Kind
    /// When, where and by which box.
    public let entry: Entry
    /// What lies behind the gate.
    public let zone: ZoneName
    /// Whether it was the return of somebody who had entered before.
    public let isReturn: Bool
    /// How many more people are in the zone: 1, 0 or -1.
    public let people: Int

    /// Which way, and on whose word.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// In, by the rules.
        case entry
        /// In, by staff, against the rules.
        case override
        /// Out.
        case exit
    }

    /// - Parameters:
    ///   - kind: Which way.
    ///   - entry: When, where and by which box.
    ///   - zone: What lies behind the gate.
    ///   - isReturn: Whether somebody came back.
    ///   - people: How many more are in the zone; `nil` for one more, or one fewer at an exit.
    public init(kind: Kind, entry: Entry, zone: ZoneName = .main, isReturn: Bool = false, people: Int? = nil) {
        self.kind = kind
        self.entry = entry
        self.zone = zone
        self.isReturn = isReturn
        self.people = people ?? (kind == .exit ? -1 : 1)
    }
}
