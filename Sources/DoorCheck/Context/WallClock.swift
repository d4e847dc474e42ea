// The only place that reads the system clock.

import FoundationEssentials
import Ledger

/// The system clock.
enum WallClock {
    static var now: Timestamp { Timestamp(Date()) }
}
