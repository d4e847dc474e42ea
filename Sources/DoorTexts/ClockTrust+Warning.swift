// The warning to staff if the system clock cannot be trusted.

import Admission
import DoorDisplay
package import Ledger

extension ClockTrust {
    /// - Parameters:
    ///   - now: The current time, which determines how times are written.
    ///   - language: The language of staff.
    /// - Returns: Why the clock is not trusted; `nil` if it is.
    package func warning(seenFrom now: Timestamp, in language: Language = .english) -> String? {
        switch self {
        case .trusted: nil
        case .behind(let newest):
            StaffTexts.page(.clockBehind, in: language, ["time": newest.localTime(seenFrom: now)])
        case .stepped(let step):
            StaffTexts.page(
                step < .zero ? .clockSetBack : .clockSetForward, in: language, ["age": Self.minutes(step)])
        }
    }

    private static func minutes(_ step: Duration) -> String {
        let minutes = Int((abs(step / .seconds(60))).rounded())
        return minutes < 120 ? "\(minutes) min" : minutes < 2880 ? "\(minutes / 60) h" : "\(minutes / 1440) days"
    }
}
