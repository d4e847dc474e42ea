// A histogram of durations.

/// Cumulative counts of durations below a few bounds, as Prometheus defines them.
package struct Histogram: Sendable {
    /// Upper bounds in seconds, ascending.
    let bounds: [Double]
    private var counts: [Int]
    private var count = 0
    private var sum = 0.0

    /// - Parameter bounds: Upper bounds in seconds, ascending.
    package init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count)
    }

    /// Counts a duration.
    package mutating func add(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        count += 1
        sum += seconds
        if let index = bounds.firstIndex(where: { seconds <= $0 }) { counts[index] += 1 }
    }

    /// Returns the lines below `# TYPE`.
    func lines(_ name: String) -> [String] {
        var total = 0
        let buckets = zip(bounds, counts).map { bound, count in
            total += count
            return "\(name)_bucket{le=\"\(bound)\"} \(total)"
        }
        return buckets + ["\(name)_bucket{le=\"+Inf\"} \(count)", "\(name)_sum \(sum)", "\(name)_count \(count)"]
    }
}
