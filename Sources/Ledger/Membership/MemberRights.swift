// What a membership permits.

public import TicketSigning

/// What the staff of a gate or a desk may do by hand, as far as its membership names it.
public enum MemberAction: String, CaseIterable, Hashable, Sendable {
    /// Let somebody in, whatever the rules say.
    case admit
    /// Undo an entry or an exit.
    case undo
    /// Take a payment.
    case pay
    /// Block a ticket, and lift blocks.
    case block
    /// Replace a ticket by a new one; for desks.
    case reissue

    /// The action for "does not permit this box to …".
    var phrase: String {
        switch self {
        case .admit: "let anybody in by hand"
        case .undo: "undo entries and exits"
        case .pay: "take payments"
        case .block: "block tickets or lift blocks"
        case .reissue: "reissue tickets"
        }
    }
}

/// What a member may do: its role, and how its membership limits that.
public struct MemberRights: Hashable, Sendable {
    /// What it may do at most.
    public var role: BoxRole
    /// The events that it takes part in; `nil` for all.
    public var events: Set<EventID>?
    /// The staff actions of a gate or a desk, as in ``MemberAction``; `nil` for all that the role allows. Names of
    /// newer versions permit nothing.
    public var actions: Set<String>?
    /// The tiers of the tickets that a desk adds; `nil` for all. A ticket without a tier is of none of them.
    public var tiers: Set<String>?

    /// - Parameters:
    ///   - role: What it may do at most.
    ///   - events: The events that it takes part in; `nil` for all.
    ///   - actions: The staff actions of a gate or a desk; `nil` for all that the role allows.
    ///   - tiers: The tiers of the tickets that a desk adds; `nil` for all.
    public init(
        _ role: BoxRole,
        events: Set<EventID>? = nil,
        actions: Set<MemberAction>? = nil,
        tiers: Set<String>? = nil
    ) {
        self.role = role
        self.events = events
        self.actions = actions.map { Set($0.map(\.rawValue)) }
        self.tiers = tiers
    }

    /// Returns whether it permits an action that the role allows. An organiser's machine, which writes the lists
    /// anyway, may do everything.
    ///
    /// - Parameter action: The action.
    /// - Returns: Whether it does.
    public func permits(_ action: MemberAction) -> Bool {
        role == .organiser || actions?.contains(action.rawValue) != false
    }

    /// Returns whether a desk may add tickets of a tier; an organiser's machine adds any.
    ///
    /// - Parameter tier: The tier; `nil` for a ticket without one.
    /// - Returns: Whether it may.
    public func permits(tier: String?) -> Bool {
        guard role != .organiser, let tiers else { return true }
        return tier.map(tiers.contains) == true
    }

    /// Returns whether there is an event, a ticket or a message that a box may write with other rights, and may not
    /// with these.
    ///
    /// - Parameter others: What the box may do otherwise.
    /// - Returns: Whether there is one.
    public func writesLess(than others: MemberRights) -> Bool {
        guard others.role != .gate else { return false }
        guard role == others.role || role == .organiser else { return true }
        func loses<Element>(_ these: Set<Element>?, _ those: Set<Element>?) -> Bool {
            guard let these else { return false }
            return those.map { !$0.isSubset(of: these) } ?? true
        }
        guard !loses(events, others.events) else { return true }
        return role == .desk && (loses(tiers, others.tiers) || others.permits(.reissue) && !permits(.reissue))
    }
}

extension MembershipTerms {
    /// What the member may do; one with a role of a newer version is like a gate here.
    public var rights: MemberRights {
        var rights = MemberRights(BoxRole(rawValue: role) ?? .gate, events: events.map(Set.init))
        rights.actions = actions.map(Set.init)
        rights.tiers = tiers.map(Set.init)
        return rights
    }

    /// The most names in a list.
    package static let mostNames = 100
    /// The longest name of an action or a tier, in bytes of UTF-8.
    package static let longestName = 128

    /// Returns names in the order of their bytes, as the terms have them.
    static func sorted(_ names: Set<String>) -> [String] {
        names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether names are as ``sorted(_:)`` returns them, and not too many or too long.
    static func areSound(_ names: [String]?) -> Bool {
        guard let names else { return true }
        return names.count <= mostNames && names == sorted(Set(names))
            && names.allSatisfy { (1...longestName).contains($0.utf8.count) }
    }
}
