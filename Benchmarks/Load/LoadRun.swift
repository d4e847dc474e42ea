// A crowd at all doors at once.

import Glibc

/// Guests at every door and boxes that share records, for a period of time.
struct LoadRun {
    let crowd: [any ScanningBox]
    let bulk: [BulkBox]
    let times: ScanTimes
    /// Scans per second, of all boxes together.
    let rate: Double
    let length: Duration

    /// Until all boxes have synced.
    private static let beginning: Duration = .seconds(7)
    /// How long scans may take to reach the other boxes after the last guest.
    private static let patience: Duration = .seconds(30)

    /// - Returns: One JSON object.
    func report() async throws -> String {
        let interval = Duration.seconds(Double(crowd.count) / rate)
        let (start, busy) = (ContinuousClock.now, Self.processorSeconds)
        let end = start + Self.beginning + length
        let answers = try await withThrowingTaskGroup(of: Int.self) { sharing in
            // The boxes would read the long lists too, and measure their own speed.
            for box in bulk.isEmpty ? crowd : [] {
                sharing.addTask {
                    await box.shareAlways()
                    return 0
                }
            }
            for machine in bulk { sharing.addTask { await machine.run() } }
            try await Task.sleep(for: Self.beginning)
            try await withThrowingTaskGroup(of: Void.self) { doors in
                for box in crowd { doors.addTask { try await box.admit(every: interval, until: end) } }
                try await doors.waitForAll()
            }
            let last = ContinuousClock.now + Self.patience
            while bulk.isEmpty, !times.isComplete, ContinuousClock.now < last {
                try await Task.sleep(for: .milliseconds(100))
            }
            sharing.cancelAll()
            return try await sharing.reduce(0, +)
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        let share = (Self.processorSeconds - busy) / seconds
        let figures =
            times.figures + [
                ("seconds", "\(seconds.rounded())"), ("long lists' requests", "\(answers)"),
                ("load generator CPU share", "\((share * 100).rounded() / 100)"),
            ]
        return "{" + figures.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
