// What the door says.

public import Ledger
public import TicketSigning

/// The answer to one code at one gate at one moment.
public struct Verdict: Hashable, Sendable {
    /// What was decided.
    public let outcome: Outcome
    /// When it was asked, by the box's wall clock.
    public let at: Timestamp
    /// What the signed code says; `nil` if it is no ticket, or its signature does not hold.
    public let ticket: Ticket?
    /// What the ledger knew when it decided.
    public let history: TicketHistory?

    /// What was decided.
    public enum Outcome: Hashable, Sendable {
        /// The guest enters as number `count` of the people the ticket admits.
        case admitted(count: Int)
        /// The guest is still standing there, or came back within seconds: the admission that was there already.
        case justAdmitted(count: Int)
        /// The guest does not enter.
        case refused(Refusal)
        /// Staff decides.
        case asked(Refusal)
    }

    /// Why the guest does not simply enter; `nil` if they do.
    public var refusal: Refusal? {
        switch outcome {
        case .admitted, .justAdmitted: nil
        case .refused(let refusal), .asked(let refusal): refusal
        }
    }

    /// The same moment, told as the admission that was there already.
    var asJustAdmitted: Verdict {
        let count = history?.entries.count ?? 0
        return Verdict(outcome: .justAdmitted(count: count), at: at, ticket: ticket, history: history)
    }

    /// How many people have entered with the ticket, this admission included.
    public var count: Int {
        switch outcome {
        case .admitted(let count), .justAdmitted(let count): count
        case .refused, .asked: history?.entries.count ?? 0
        }
    }
}

extension Verdict: RecordableVerdict {
    public var answer: Answer {
        switch outcome {
        case .admitted, .justAdmitted: .admit
        case .refused: .refuse
        case .asked: .ask
        }
    }

    public var reason: String {
        refusal?.code ?? "admitted"
    }

    public var recording: Recording {
        switch outcome {
        case .admitted: .admission
        case .justAdmitted: .nothing
        case .refused, .asked: .remark
        }
    }
}
