// The door's events for programs.

import Admission
import DoorOutput
import DoorTexts
import TicketLists

/// Writes JSON Lines or CSV: verdicts with the members of `check`, other events with `status`.
struct RecordReporter: Reporter {
    /// An event other than a verdict.
    private struct StatusLine: Encodable {
        static let columns = ["status", "detail"]

        let schema = 1
        let status: String
        var source: String?
        var detail: String?
    }

    private let isCSV: Bool
    private var isBegun = false

    init(isCSV: Bool) {
        self.isCSV = isCSV
    }

    mutating func text(for event: DoorEvent) throws -> String {
        guard isCSV else {
            if case .judged(let verdict, let source, let elapsed) = event {
                return try JSONLine.text(VerdictLine(verdict, source: source, elapsed: elapsed))
            }
            return try JSONLine.text(Self.status(event))
        }
        let header = isBegun ? "" : CSVWriter.row(StatusLine.columns + VerdictLine.columns)
        isBegun = true
        if case .judged(let verdict, let source, let elapsed) = event {
            return header + CSVWriter.row(["", ""] + VerdictLine(verdict, source: source, elapsed: elapsed).fields)
        }
        let line = Self.status(event)
        let blank = VerdictLine.columns.map { $0 == "source" ? line.source ?? "" : "" }
        return header + CSVWriter.row([line.status, line.detail ?? ""] + blank)
    }

    private static func status(_ event: DoorEvent) -> StatusLine {
        switch event {
        case .judged, .opened: StatusLine(status: "open")
        case .undecided(let reason, let source): StatusLine(status: "cannot-record", source: source, detail: reason)
        case .clock(let trust, let now):
            StatusLine(
                status: trust == .trusted ? "clock-trusted" : "clock-not-trusted", detail: trust.warning(seenFrom: now))
        case .cameraReady(let name, let setting): StatusLine(status: "camera-ready", source: name, detail: setting)
        case .cameraLost(let name, let reason): StatusLine(status: "no-camera", source: name, detail: reason)
        case .scannerReady(let name, let product): StatusLine(status: "scanner-ready", source: name, detail: product)
        case .scannerLost(let name, let reason): StatusLine(status: "no-scanner", source: name, detail: reason)
        case .pictureUnreadable(let file, let reason): StatusLine(status: "unreadable", source: file, detail: reason)
        }
    }
}
