// The warning to staff if the system clock cannot be trusted.

import Admission
package import Ledger

extension ClockTrust {
    /// - Parameter now: The current time, which determines how times are written.
    /// - Returns: Why the clock is not trusted; `nil` if it is.
    package func warning(seenFrom now: Timestamp) -> String? {
        switch self {
        case .trusted: nil
        case .behind(let newest):
            "clock not trusted: it is earlier than the newest scan, of \(newest.localTime(seenFrom: now))"
        case .stepped(let step):
            "clock not trusted: it was set \(step < .zero ? "back" : "forward") by \(Self.minutes(step)) while running"
        }
    }

    private static func minutes(_ step: Duration) -> String {
        let minutes = Int((abs(step / .seconds(60))).rounded())
        return minutes < 120 ? "\(minutes) min" : minutes < 2880 ? "\(minutes / 60) h" : "\(minutes / 1440) days"
    }
}
