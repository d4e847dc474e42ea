// The door's metrics for Prometheus.

import Synchronization

/// Counters of one run, which any task can increment without waiting for more than a few additions.
///
/// - SeeAlso: prometheus.io/docs/instrumenting/exposition_formats
public final class DoorMetrics: Sendable {
    private let numbers = Mutex(Numbers())

    private struct ScanLabels: Hashable {
        let gate: String
        let verdict: String
        let reason: String

        var labels: String {
            let pairs = [("gate", gate), ("verdict", verdict), ("reason", reason)]
            return pairs.map { "\($0)=\"\($1.labelValue)\"" }.joined(separator: ",")
        }
    }

    private struct Numbers {
        var scans: [ScanLabels: Int] = [:]
        var repeats: [ScanLabels: Int] = [:]
        var undecided = 0
        var frames = 0
        var latency = Histogram(bounds: [0.005, 0.01, 0.02, 0.033, 0.05, 0.1, 0.2, 0.5, 1, 2])
        var decoding = Histogram(bounds: [0.002, 0.005, 0.01, 0.02, 0.033, 0.05, 0.1, 0.2, 0.5])
        var devices: [LostDevice: Bool] = [:]
    }

    /// Creates counters at zero.
    public init() {}

    /// Counts a code that was judged.
    ///
    /// - Parameters:
    ///   - verdict: `admit`, `refuse` or `ask`.
    ///   - reason: The stable reason.
    ///   - gate: The gate's name.
    ///   - elapsed: The time from the frame to the recorded verdict.
    public func judged(_ verdict: String, reason: String, gate: String, elapsed: Duration) {
        numbers.withLock { numbers in
            numbers.scans[ScanLabels(gate: gate, verdict: verdict, reason: reason), default: 0] += 1
            numbers.latency.add(elapsed)
        }
    }

    /// Counts a code that was shown again moments after it let someone through, by the same guest or another.
    ///
    /// - Parameters:
    ///   - reason: The stable reason.
    ///   - gate: The gate's name.
    public func repeated(_ reason: String, gate: String) {
        let kind = ScanLabels(gate: gate, verdict: "admit", reason: reason)
        numbers.withLock { $0.repeats[kind, default: 0] += 1 }
    }

    /// Counts a code that could not be judged.
    public func undecided() {
        numbers.withLock { $0.undecided += 1 }
    }

    /// Counts a frame that was searched for codes.
    ///
    /// - Parameter elapsed: The duration of the search.
    public func decoded(in elapsed: Duration) {
        numbers.withLock { numbers in
            numbers.frames += 1
            numbers.decoding.add(elapsed)
        }
    }

    /// Records that a camera or a scanner was connected or lost.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - isUp: Whether it is connected.
    public func device(_ device: LostDevice, isUp: Bool) {
        numbers.withLock { $0.devices[device] = isUp }
    }

    /// Returns all metrics in Prometheus' text format 0.0.4.
    ///
    /// - Parameters:
    ///   - alerts: The current alerts.
    ///   - list: The state of the ticket list; `nil` until it was read.
    ///   - sharing: The state of sharing; `nil` if the box knows of no other.
    ///   - now: The current time in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: Lines, each terminated by a line feed.
    func text(alerts: [Alert], list: ListState?, sharing: SharingState?, now: Int64) -> String {
        let numbers = numbers.withLock { $0 }
        let scans = numbers.scans.map { "doorcheck_scans_total{\($0.labels)} \($1)" }.sorted()
        let repeats = numbers.repeats.map { "doorcheck_repeats_total{\($0.labels)} \($1)" }.sorted()
        func devices(_ kind: LostDevice.Kind) -> [String] {
            numbers.devices.filter { $0.key.kind == kind }.sorted { $0.key.name < $1.key.name }.map {
                "doorcheck_\(kind.rawValue)_up{\(kind.rawValue)=\"\($0.name.labelValue)\"} \($1 ? 1 : 0)"
            }
        }
        let states = Alert.allCases.map {
            "doorcheck_trouble{kind=\"\($0.rawValue)\"} \(alerts.contains($0) ? 1 : 0)"
        }
        let families: [(name: String, type: String, help: String, lines: [String])] = [
            ("scans_total", "counter", "Codes judged.", scans),
            (
                "repeats_total", "counter", "Codes shown again moments after they had let somebody through.", repeats
            ),
            (
                "undecided_total", "counter", "Codes that could not be judged or recorded.",
                ["doorcheck_undecided_total \(numbers.undecided)"]
            ),
            (
                "verdict_latency_seconds", "histogram", "From the frame to the recorded verdict.",
                numbers.latency.lines("doorcheck_verdict_latency_seconds")
            ),
            ("frames_total", "counter", "Frames looked through.", ["doorcheck_frames_total \(numbers.frames)"]),
            (
                "decode_duration_seconds", "histogram", "Looking through one frame.",
                numbers.decoding.lines("doorcheck_decode_duration_seconds")
            ),
            ("camera_up", "gauge", "Whether a camera gives pictures.", devices(.camera)),
            ("scanner_up", "gauge", "Whether a barcode scanner is there.", devices(.scanner)),
            (
                "list_tickets", "gauge", "Tickets on the list.",
                list.map { ["doorcheck_list_tickets \($0.tickets)"] } ?? []
            ),
            (
                "list_unchanged_seconds", "gauge",
                "For how long no ticket of the list has changed, as far back as the door is open.",
                list.map { ["doorcheck_list_unchanged_seconds \(max(0, now - $0.unchangedSince) / 1000)"] } ?? []
            ),
            (
                "sync_waiting", "gauge", "Scans and changes that whoever was heard of last has not got yet.",
                sharing.map { ["doorcheck_sync_waiting \($0.waiting)"] } ?? []
            ),
            (
                "sync_age_seconds", "gauge", "Since another box or the hub was heard of.",
                sharing.map { ["doorcheck_sync_age_seconds \(max(0, now - $0.contact) / 1000)"] } ?? []
            ),
            ("trouble", "gauge", "What keeps the door from working as it should.", states),
        ]
        return families.map { family in
            let head = [
                "# HELP doorcheck_\(family.name) \(family.help)", "# TYPE doorcheck_\(family.name) \(family.type)",
            ]
            return (head + family.lines).joined(separator: "\n") + "\n"
        }
        .joined()
    }
}

extension String {
    /// The text escaped as a label value.
    fileprivate var labelValue: String {
        replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
