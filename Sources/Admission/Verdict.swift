// The gate's answer to a code.

public import Ledger
public import TicketSigning

/// The answer to one code at one gate at one instant.
public struct Verdict: Hashable, Sendable {
    /// What was decided.
    public let outcome: Outcome
    /// When the code was judged, by the box's wall clock.
    public let at: Timestamp
    /// Whether that clock could be trusted.
    public let clock: ClockTrust
    /// The ticket as the signed code describes it; `nil` if it is not a ticket, or its signature is invalid.
    public let ticket: Ticket?
    /// Whether the ticket is known only by another platform's barcode: anyone who copies the list can copy it.
    public let isUnsigned: Bool
    /// Who signed the code; `nil` if no code was shown, or if it is unsigned.
    public let signer: TicketSignatory?
    /// What the ledger knew when it decided.
    public let history: TicketHistory?
    /// How much of the ticket was used up before; `nil` if there is no ticket.
    public let use: TicketUse?
    /// What a dry run knew; empty outside one.
    private var dryRun = DryRun.Knowledge()

    /// What was decided.
    public enum Outcome: Hashable, Sendable {
        /// The guest enters as number `count` of the people that the ticket admits.
        case admitted(count: Int)
        /// The guest has been in before and enters again.
        case readmitted(count: Int)
        /// Staff admit the guest against the rules.
        case overruled(Refusal, count: Int)
        /// The guest leaves; `count` people stay inside with the ticket, as far as this gate knows.
        case exited(count: Int)
        /// The ticket is good, but this gate lets no one in or out; `count` people have entered.
        case checked(count: Int)
        /// The guest is still at the gate, or came back within seconds: repeats the earlier admission.
        case justAdmitted(count: Int)
        /// The same on the way out.
        case justExited(count: Int)
        /// The guest does not enter, or has not entered and so does not leave.
        case refused(Refusal)
        /// Staff decide.
        case asked(Refusal)
    }

    /// Creates a verdict on a ticket.
    init(_ outcome: Outcome, in context: RuleContext) {
        self.outcome = outcome
        at = context.instant
        clock = context.clock
        ticket = context.ticket
        isUnsigned = context.isUnsigned
        signer = context.signer
        history = context.history
        use = context.use
    }

    /// Creates a verdict on a code that is not a genuine ticket.
    init(rejecting rejection: TicketRejection, at instant: Timestamp) {
        outcome = .refused(.rejected(rejection))
        at = instant
        clock = .trusted
        ticket = nil
        isUnsigned = false
        signer = nil
        history = nil
        use = nil
    }

    /// Returns the same verdict with what the dry run knew that gave it.
    func given(_ dryRun: DryRun.Knowledge) -> Verdict {
        var verdict = self
        verdict.dryRun = dryRun
        return verdict
    }

    /// The epoch of the event's key that signed the code; `nil` if none did.
    public var epoch: UInt32? {
        guard case .key(let epoch) = signer else { return nil }
        return epoch
    }

    /// In a dry run, the picture that showed the ticket first; `nil` elsewhere, and for that picture itself.
    public var sameAs: String? { dryRun.picture }

    /// How many of the people that fill the zone come from the dry run; 0 outside one.
    public var dryRunPeople: Int { dryRun.people }

    /// The first real entry with the ticket, preferably of those who count as in.
    public var firstEntry: Entry? {
        if let first = use?.first, !dryRun.entries.contains(first) { return first }
        return history?.entries.first { !dryRun.entries.contains($0) }
    }

    /// Whether the ticket is refused, or re-enters, only because the same batch has shown it before.
    public var isCopyInBatch: Bool {
        switch outcome {
        case .refused(.alreadyUsed(let entry)), .refused(.notInside(.some(let entry))): dryRun.entries.contains(entry)
        case .readmitted: !dryRun.entries.isEmpty && firstEntry == nil
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

    /// How many people count as in with the ticket, including this admission; for `exited`, how many stay.
    public var count: Int {
        switch outcome {
        case .admitted(let count), .readmitted(let count), .overruled(_, let count), .exited(let count),
            .checked(let count), .justAdmitted(let count), .justExited(let count):
            count
        case .refused, .asked: use?.taken ?? 0
        }
    }

    /// The reason, for programs.
    public var reason: Reason {
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

    public var reasonCode: String { reason.rawValue }

    /// Whether the entering guest returns without having been counted out.
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
