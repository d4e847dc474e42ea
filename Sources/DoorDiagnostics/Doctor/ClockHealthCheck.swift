// The health check of the clock.

import Admission
import CLinux
import DoorTexts
import Ledger

/// Checks whether the system clock is right, as far as a machine can tell.
struct ClockHealthCheck: HealthCheck {
    /// The time of the latest scan in the ledger, if any.
    let newest: Timestamp?
    let now: Timestamp

    func findings() async -> [HealthCheckResult] {
        let shown = now.localClock
        if let newest, now.duration(since: newest) < .zero - ClockMonitor.disorder {
            return [
                .failure(
                    "clock", "it is \(shown) here, but the ledger has a scan of \(newest.localTime(seenFrom: now))",
                    do: "set the clock, `sudo timedatectl set-time …`, or connect a network that has the time; if the "
                        + "clock is right and was ahead then, open the door with `run --trust-clock`"
                )
            ]
        }
        guard Self.isSynchronised else {
            return [
                .warning(
                    "clock", "it is \(shown) here, and no time server has confirmed that",
                    do: "compare it with a watch; a network for a minute sets it, if `systemd-timesyncd` runs"
                )
            ]
        }
        return [.ok("clock", "it is \(shown) here, confirmed by a time server")]
    }

    /// Whether the kernel's clock is synchronised, according to the program that maintains it (adjtimex(2)).
    private static var isSynchronised: Bool {
        var facts = timex()
        return adjtimex(&facts) != TIME_ERROR && facts.status & STA_UNSYNC == 0
    }
}
