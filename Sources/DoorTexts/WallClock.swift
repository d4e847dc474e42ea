// The only place that reads the system clock.

import FoundationEssentials
package import Ledger

/// The system clock.
package enum WallClock {
    package static var now: Timestamp { Timestamp(Date()) }
}
