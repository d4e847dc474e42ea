// What a ticket's status is after everything that staff did to it, wherever and in whatever order it came in.

/// Puts changes together, each with its meaning: paying takes back no block, a withdrawal is not taken back by somebody
/// who did not know of it, and a ticket that was issued anew stays replaced.
struct StatusReducer {
    private enum Stop: Int, Comparable {
        case none, blocked, revoked

        static func < (left: Stop, right: Stop) -> Bool { left.rawValue < right.rawValue }
    }

    private var isPaid: Bool
    private var stop: Stop
    private var isReplaced: Bool
    /// What staff said when they set the status.
    private(set) var why: String?

    /// - Parameter first: The status that the ticket came with.
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

    /// Takes the ticket off the list with the import that brought it, whatever staff did to it; one that was issued anew
    /// stays replaced.
    mutating func remove() {
        stop = .revoked
        why = Self.removalReason
    }

    /// What staff read of a ticket whose import was undone.
    static let removalReason = "its import was undone"

    /// Takes the next change in, in the order of (hlc, box, seq).
    ///
    /// - Parameters:
    ///   - action: What was done.
    ///   - was: The status before, as whoever did it knew it.
    ///   - reason: What they said.
    ///   - isOwn: Whether it was done to this ticket, not to one that it stands for.
    mutating func take(_ action: TicketAction, was: TicketStatus, why reason: String?, isOwn: Bool) {
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
