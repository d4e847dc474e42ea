// What the door says.

public import Ledger
public import TicketSigning

/// The answer to one code at one gate at one moment.
public struct Verdict: Hashable, Sendable {
    /// What was decided.
    public let outcome: Outcome
    /// When it was asked, by the box's wall clock.
    public let at: Timestamp
    /// Whether that clock could be believed.
    public let clock: ClockTrust
    /// What the signed code says; `nil` if it is no ticket, or its signature does not hold.
    public let ticket: Ticket?
    /// Whether the ticket is known by another platform's barcode only: whoever copies the list can copy it.
    public let isUnsigned: Bool
    /// The epoch of the key that signed the code; `nil` where no code was shown, or none with a signature.
    public let epoch: UInt32?
    /// What the ledger knew when it decided.
    public let history: TicketHistory?
    /// How much of the ticket was used up before; `nil` where there is no ticket.
    public let use: TicketUse?
    /// In a rehearsal, the picture that showed the ticket first; `nil` elsewhere, and for that picture itself.
    public private(set) var sameAs: String?
    /// Entries of the rehearsal, which nobody made.
    private var rehearsed: Set<Entry> = []
    /// How many of the people that fill the zone are those of the rehearsal; 0 elsewhere.
    public private(set) var rehearsedPeople = 0

    /// What was decided.
    public enum Outcome: Hashable, Sendable {
        /// The guest enters as number `count` of the people the ticket admits.
        case admitted(count: Int)
        /// The guest has been in before and enters again.
        case readmitted(count: Int)
        /// Staff lets the guest in against the rules.
        case overruled(Refusal, count: Int)
        /// The guest leaves; `count` people stay inside with the ticket.
        case exited(count: Int)
        /// The ticket is good, and nobody enters or leaves at this gate; `count` people have entered.
        case checked(count: Int)
        /// The guest is still standing there, or came back within seconds: the admission that was there already.
        case justAdmitted(count: Int)
        /// The same on the way out.
        case justExited(count: Int)
        /// The guest does not enter, or has not entered and so does not leave.
        case refused(Refusal)
        /// Staff decides.
        case asked(Refusal)
    }

    /// A verdict on a ticket.
    init(_ outcome: Outcome, in circumstances: RuleContext) {
        self.outcome = outcome
        at = circumstances.instant
        clock = circumstances.clock
        ticket = circumstances.ticket
        isUnsigned = circumstances.isUnsigned
        epoch = circumstances.epoch
        history = circumstances.history
        use = circumstances.use
    }

    /// A verdict on what is no genuine ticket.
    init(rejecting rejection: TicketRejection, at instant: Timestamp) {
        outcome = .refused(.rejected(rejection))
        at = instant
        clock = .trusted
        ticket = nil
        isUnsigned = false
        epoch = nil
        history = nil
        use = nil
    }

    /// The same verdict in a rehearsal that has shown the ticket before.
    func rehearsed(after movements: [Movement], sameAs picture: String?, people: Int) -> Verdict {
        var verdict = self
        verdict.rehearsedPeople = people
        verdict.sameAs = picture
        verdict.rehearsed = Set(movements.map(\.entry))
        return verdict
    }

    /// The first entry with the ticket that somebody made, of those who count as in if there are any.
    public var firstEntry: Entry? {
        if let first = use?.first, !rehearsed.contains(first) { return first }
        return history?.entries.first { !rehearsed.contains($0) }
    }

    /// Whether the ticket is refused, or comes back, only since the same batch has shown it before.
    public var isCopyInBatch: Bool {
        switch outcome {
        case .refused(.alreadyUsed(let entry)), .refused(.notInside(.some(let entry))): rehearsed.contains(entry)
        case .readmitted: !rehearsed.isEmpty && firstEntry == nil
        default: false
        }
    }

    /// Why the guest does not simply pass; `nil` if they do.
    public var refusal: Refusal? {
        switch outcome {
        case .admitted, .readmitted, .exited, .checked, .justAdmitted, .justExited: nil
        case .refused(let refusal), .asked(let refusal), .overruled(let refusal, _): refusal
        }
    }

    /// How many people are in with the ticket, this admission included, as far as they count; with `exited` those who
    /// stay.
    public var count: Int {
        switch outcome {
        case .admitted(let count), .readmitted(let count), .overruled(_, let count), .exited(let count),
            .checked(let count), .justAdmitted(let count), .justExited(let count):
            count
        case .refused, .asked: use?.taken ?? 0
        }
    }

    /// The stable reason.
    public var code: Reason {
        switch outcome {
        case .admitted: .admitted
        case .readmitted: .readmitted
        case .exited: .exited
        case .checked: .checked
        case .justAdmitted: .justAdmitted
        case .justExited: .justExited
        case .refused(let refusal), .asked(let refusal), .overruled(let refusal, _): refusal.reason
        }
    }
}

extension Verdict: RecordableVerdict {
    public var answer: Answer {
        switch outcome {
        case .admitted, .readmitted, .overruled, .exited, .checked, .justAdmitted, .justExited: .admit
        case .refused: .refuse
        case .asked: .ask
        }
    }

    public var reason: String { code.rawValue }

    /// Whether the guest who enters comes back without having been counted out.
    private var isCountedIn: Bool {
        use.map { $0.isReturn && !$0.addsPerson } ?? false
    }

    public var recording: Recording {
        switch outcome {
        case .admitted: .admission
        case .readmitted: isCountedIn ? .passage : .admission
        case .overruled: .override(people: isCountedIn ? 0 : 1)
        case .exited: .exit
        case .justAdmitted, .justExited: .repetition
        case .refused, .asked, .checked: .logOnly
        }
    }
}
