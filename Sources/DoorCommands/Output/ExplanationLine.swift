// The reasons for a verdict, for programs and people.

import Admission
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

/// The answers of all rules.
struct ExplanationLine: OutputRecord {
    static let columns = ["ticket", "gate", "at", "verdict", "reason", "code_reason", "version"]

    let schema = 1
    let ticket: String?
    let gate: String
    let at: String
    let verdict: String
    let reason: String
    let rules: [Rule]
    /// Why doors refuse the code of a ticket that was named by its identifier; absent if they accept it.
    let codeReason: String?
    /// The value to pass to `ticket admit` with `--if-version`; absent if there is no ticket.
    let version: String?
    private let wording: Wording

    /// The answer of a rule.
    struct Rule: Encodable {
        /// The question that the rule asks.
        let rule: String
        /// `pass`, `refuse` or `ask`.
        let outcome: String
        /// The reason that the rule would give; absent if it passes.
        let reason: String?
        /// Whether this rule decides the verdict.
        let decides: Bool
        /// The reason's sentence.
        fileprivate let sentence: String?

        private enum CodingKeys: String, CodingKey {
            case rule, outcome, reason, decides
        }
    }

    private enum CodingKeys: String, CodingKey {
        case schema, ticket, gate, at, verdict, reason, rules, version, codeReason
    }

    init(_ explanation: Explanation, gate: GateName, code: TicketRejection? = nil) {
        codeReason = code?.rawValue
        version = explanation.seen?.description
        let verdict = explanation.verdict
        wording = Wording(verdict: verdict, now: verdict.at)
        ticket = verdict.ticket?.id.description
        self.gate = gate.text
        at = verdict.at.description
        self.verdict = verdict.answer.rawValue
        reason = verdict.reasonCode
        rules = explanation.steps.enumerated().map { index, step in
            Rule(
                rule: step.question,
                outcome: step.objection?.word ?? "pass",
                reason: step.objection?.refusal.reasonCode,
                decides: index == explanation.decisive,
                sentence: step.objection.map { verdict.sentence(of: $0.refusal) }
            )
        }
    }

    /// The answers for people: one line per rule, with the deciding one marked, and the verdict.
    var text: String {
        let width = rules.map(\.rule.count).max() ?? 0
        let lines = rules.map { rule in
            let mark = rule.decides ? ">" : " "
            let outcome = (rule.outcome == "pass" ? "ok" : rule.outcome).padded(to: 6)
            return "\(mark) \(outcome)  \(rule.rule.padded(to: width))  \(rule.sentence?.printable ?? "")".trimmedAtEnd
        }
        let verdict = "= \(wording.headline)  \(wording.detail.printable)".trimmedAtEnd
        let code = codeReason.flatMap { Reason(rawValue: $0) }.map {
            "! the code issued for it is refused: \(StaffTexts.sentence($0).filled([:]))"
        }
        return (lines + [verdict] + [code].compactMap(\.self)).map { $0 + "\n" }.joined()
    }
}

extension Objection {
    fileprivate var word: String {
        switch self {
        case .refuse: "refuse"
        case .ask: "ask"
        }
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
