// The only place that asks this machine for the time of day.

import FoundationEssentials
import Ledger

/// This machine's wall clock.
enum WallClock {
    static var now: Timestamp { Timestamp(Date()) }
}
