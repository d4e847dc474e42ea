// The progress of a long batch, on a screen only.

/// A line on standard error that is redrawn in place; nothing if standard error is not a screen.
package struct ProgressBar {
    private let total: Int
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var done = 0
    private var lastDrawn = ContinuousClock.now

    /// - Parameters:
    ///   - total: The number of steps.
    ///   - isQuiet: Whether to hide the progress bar.
    package init(total: Int, isQuiet: Bool) {
        self.total = total
        isShown = !isQuiet && Terminal.errorIsScreen
    }

    /// Counts a completed step; redraws at most ten times a second, and not in the first second.
    package mutating func advance() {
        done += 1
        let now = ContinuousClock.now
        guard isShown, now - start > .seconds(1), now - lastDrawn > .milliseconds(100) || done == total else { return }
        lastDrawn = now
        let width = 30
        let filled = total == 0 ? width : done * width / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        let rate = Int((Double(done) / ((now - start) / .seconds(1))).rounded())
        Terminal.draw("\r\u{1B}[K\(bar) \(done)/\(total)  \(rate)/s")
    }

    /// Clears the line for other output.
    package func clear() {
        if isShown { Terminal.draw("\r\u{1B}[K") }
    }
}
