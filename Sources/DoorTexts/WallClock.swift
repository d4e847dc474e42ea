// The only place that reads and sets the system clock.

import FoundationEssentials
import Glibc
package import Ledger

/// The system clock.
package enum WallClock {
    package static var now: Timestamp { Timestamp(Date()) }

    /// Moves the clock of this machine.
    ///
    /// - Parameter milliseconds: How far; less than zero moves it back.
    /// - Returns: `false` if the kernel refuses, as it does to everybody without CAP_SYS_TIME.
    package static func move(byMilliseconds milliseconds: Int64) -> Bool {
        let moment = now.milliseconds + milliseconds
        var time = timespec(tv_sec: Int(moment / 1000), tv_nsec: Int(moment % 1000) * 1_000_000)
        return clock_settime(CLOCK_REALTIME, &time) == 0
    }
}
