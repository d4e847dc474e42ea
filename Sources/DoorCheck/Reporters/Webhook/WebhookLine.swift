// A verdict for a server that is not the box's.

import Admission

/// The line that the hook's program gets, without the holder's name and with the door that it is about.
struct WebhookLine: Encodable {
    let verdict: VerdictLine
    let box: String
    let gate: String

    private enum CodingKeys: CodingKey {
        case box, gate
    }

    /// - Parameters:
    ///   - verdict: As decided.
    ///   - source: The camera or scanner.
    ///   - elapsed: Time it took.
    ///   - box: The name of this one.
    ///   - gate: The name of this door.
    init(_ verdict: Verdict, source: String, elapsed: Duration, box: String, gate: String) {
        self.verdict = VerdictLine(verdict, source: source, elapsed: elapsed, isNamed: false)
        self.box = box
        self.gate = gate
    }

    func encode(to encoder: any Encoder) throws {
        try verdict.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(box, forKey: .box)
        try container.encode(gate, forKey: .gate)
    }
}
