// The door's events for programs.

import Admission
import DoorOutput
import DoorTexts
import FoundationEssentials

/// Writes JSON Lines: verdicts in the format of `check`, other events as a line with `status`.
struct JSONReporter: Reporter {
    /// An event other than a verdict.
    private struct StatusLine: Encodable {
        let schema = 1
        let status: String
        var source: String?
        var detail: String?
    }

    func text(for news: DoorEvent) throws -> String {
        switch news {
        case .judged(let verdict, let source, let elapsed):
            try JSONLine.text(VerdictLine(verdict, source: source, elapsed: elapsed))
        case .opened: try JSONLine.text(StatusLine(status: "open"))
        case .undecided(let reason, let source):
            try JSONLine.text(StatusLine(status: "cannot-record", source: source, detail: reason))
        case .clock(let trust, let now):
            try JSONLine.text(
                StatusLine(
                    status: trust == .trusted ? "clock-trusted" : "clock-not-trusted",
                    detail: trust.warning(seenFrom: now)
                )
            )
        case .cameraReady(let name, let setting):
            try JSONLine.text(StatusLine(status: "camera-ready", source: name, detail: setting))
        case .cameraLost(let name, let reason):
            try JSONLine.text(StatusLine(status: "no-camera", source: name, detail: reason))
        case .scannerReady(let name, let product):
            try JSONLine.text(StatusLine(status: "scanner-ready", source: name, detail: product))
        case .scannerLost(let name, let reason):
            try JSONLine.text(StatusLine(status: "no-scanner", source: name, detail: reason))
        case .pictureUnreadable(let file, let reason):
            try JSONLine.text(StatusLine(status: "unreadable", source: file, detail: reason))
        }
    }
}
