// A verdict for an external server.

import Admission
import DoorOutput

/// The line that the hook's program receives, without the holder's name and with the box and gate.
struct WebhookLine: Encodable {
    let verdict: VerdictLine
    let box: String
    let gate: String

    private enum CodingKeys: CodingKey {
        case box, gate
    }

    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - source: The camera or scanner.
    ///   - elapsed: The time taken.
    ///   - box: The name of this box.
    ///   - gate: The name of this gate.
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
