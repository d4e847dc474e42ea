// What a run has many of.

/// A box whose door is open, and that shares what it records.
protocol ScanningBox: Sendable {
    /// Scans one ticket after the other.
    ///
    /// - Parameters:
    ///   - interval: The time between guests.
    ///   - end: The time the doors close.
    /// - Throws: `CancellationError`, and what prevents a box from recording.
    func admit(every interval: Duration, until end: ContinuousClock.Instant) async throws

    /// Shares records until the task is cancelled, as a box does.
    func shareAlways() async
}
