// Computes a ticket's status from all staff changes, wherever they were made and in whatever order they arrived.

/// Combines changes by their meaning: a payment does not lift a block, a withdrawal is not reversed by somebody who
/// did not know of it, and a reissued ticket stays replaced.
struct StatusReducer {
    private enum Stop: Int, Comparable {
        case none, blocked, revoked

        static func < (left: Stop, right: Stop) -> Bool { left.rawValue < right.rawValue }
    }

    private var isPaid: Bool
    private var stop: Stop
    private var isReplaced: Bool
    /// The reason that staff gave for the status.
    private(set) var why: String?

    /// - Parameter first: The ticket's initial status.
    init(_ first: TicketStatus) {
        isPaid = first != .unpaid
        stop = first == .blocked ? .blocked : first == .revoked ? .revoked : .none
        isReplaced = first == .replaced
    }

    var status: TicketStatus {
        if isReplaced { return .replaced }
        return switch stop {
        case .revoked: .revoked
        case .blocked: .blocked
        case .none: isPaid ? .valid : .unpaid
        }
    }

    /// Takes the ticket as replaced because a replacement is listed, even if the record of the reissue is missing.
    mutating func replace() {
        isReplaced = true
    }

    /// Lets nobody enter with the ticket, whatever staff did to it; a reissued ticket stays replaced.
    mutating func revoke(because reason: String) {
        stop = .revoked
        why = reason
    }

    /// The reason that staff read for a ticket whose import was undone, or that a revoked box has added.
    static let removalReason = "it was taken off the list"

    /// Applies the next change, in the order of (hlc, box, seq).
    ///
    /// - Parameters:
    ///   - action: What was done.
    ///   - was: The status before, as the person who did it knew it.
    ///   - reason: The reason that they gave.
    ///   - isOwn: Whether it was done to this ticket, not to one that it replaces.
    mutating func apply(_ action: TicketAction, was: TicketStatus, why reason: String?, isOwn: Bool) {
        let before = status
        switch action {
        case .pay: isPaid = true
        case .block: stop = max(stop, .blocked)
        case .revoke: stop = .revoked
        case .restore where stop == .blocked || was == .revoked: stop = .none
        case .reissue where isOwn: isReplaced = true
        case .restore, .reissue: break
        }
        if status != before { why = reason }
    }
}
