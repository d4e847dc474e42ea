// The door's metrics for Prometheus.

import HTTPSupport
import Synchronization

/// Counters of one run, which any task can increment without waiting for more than a few additions.
///
/// - SeeAlso: prometheus.io/docs/instrumenting/exposition_formats
public final class DoorMetrics: Sendable {
    private let numbers = Mutex(Numbers())

    fileprivate struct ScanLabels: Hashable {
        let gate: String
        let verdict: String
        let reason: String

        func sample(_ count: Int) -> MetricFamily.Sample {
            MetricFamily.Sample(["gate": gate, "verdict": verdict, "reason": reason], count)
        }
    }

    fileprivate struct Numbers {
        var scans: [ScanLabels: Int] = [:]
        var repeats: [ScanLabels: Int] = [:]
        var undecided = 0
        var frames = 0
        var latency = Histogram(bounds: [0.005, 0.01, 0.02, 0.033, 0.05, 0.1, 0.2, 0.5, 1, 2])
        var decoding = Histogram(bounds: [0.002, 0.005, 0.01, 0.02, 0.033, 0.05, 0.1, 0.2, 0.5])
        var devices: [LostDevice: Bool] = [:]
        var faults: [(kind: String, count: Int)] = []
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

    /// Records how many records others have sent that have no effect.
    ///
    /// - Parameter faults: What is wrong with them, as a word with hyphens, and how many there ever were.
    public func synced(faults: [(kind: String, count: Int)]) {
        numbers.withLock { $0.faults = faults }
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
        let families =
            numbers.scanFamilies + numbers.deviceFamilies + Self.listFamilies(list, sharing, now) + [
                MetricFamily(
                    "sync_faults_total", .counter, "Records of other boxes that have no effect.",
                    numbers.faults.map { .init(["kind": $0.kind], $0.count) }),
                MetricFamily(
                    "trouble", .gauge, "Active alerts of the door.",
                    Alert.allCases.map { .init(["kind": $0.rawValue], alerts.contains($0) ? 1 : 0) }),
            ]
        return families.map(\.text).joined()
    }

    private static func listFamilies(_ list: ListState?, _ sharing: SharingState?, _ now: Int64) -> [MetricFamily] {
        func seconds(since moment: Int64) -> Int { Int(max(0, now - moment) / 1000) }
        return [
            MetricFamily("list_tickets", .gauge, "Tickets on the list.", list.map { [.init($0.tickets)] } ?? []),
            MetricFamily(
                "list_unchanged_seconds", .gauge,
                "Time since the last change to the ticket list, or since the door opened.",
                list.map { [.init(seconds(since: $0.unchangedSince))] } ?? []),
            MetricFamily(
                "sync_waiting", .gauge, "Scans and changes not yet sent to the last contacted box.",
                sharing.map { [.init(Int($0.waiting))] } ?? []),
            MetricFamily(
                "sync_age_seconds", .gauge, "Time since the last contact with another box or the hub.",
                sharing.map { [.init(seconds(since: $0.contact))] } ?? []),
        ]
    }
}

extension DoorMetrics.Numbers {
    fileprivate var scanFamilies: [MetricFamily] {
        [
            MetricFamily("scans_total", .counter, "Verdicts.", scans.map { $0.sample($1) }),
            MetricFamily(
                "repeats_total", .counter, "Codes shown again moments after an admission.",
                repeats.map { $0.sample($1) }),
            MetricFamily(
                "undecided_total", .counter, "Codes that could not be judged or recorded.", [.init(undecided)]),
            MetricFamily(
                "verdict_latency_seconds", "Time from the frame to the recorded verdict.", latency),
        ]
    }

    fileprivate var deviceFamilies: [MetricFamily] {
        func devices(_ kind: LostDevice.Kind) -> [MetricFamily.Sample] {
            self.devices.filter { $0.key.kind == kind }.map { .init([kind.rawValue: $0.name], $1 ? 1 : 0) }
        }
        return [
            MetricFamily("frames_total", .counter, "Frames searched for codes.", [.init(frames)]),
            MetricFamily("decode_duration_seconds", "Time to search one frame for codes.", decoding),
            MetricFamily("camera_up", .gauge, "Whether a camera delivers pictures.", devices(.camera)),
            MetricFamily("scanner_up", .gauge, "Whether a barcode scanner is connected.", devices(.scanner)),
        ]
    }
}
