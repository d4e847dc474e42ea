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
                    "clock", "it shows \(shown), but the ledger has a scan from \(newest.localTime(seenFrom: now))",
                    do: "set the clock with `sudo timedatectl set-time …`, or connect to a network with the time; if "
                        + "the clock is right now but was ahead then, open the door with `run --trust-clock`"
                )
            ]
        }
        guard Self.isSynchronised else {
            return [
                .warning(
                    "clock", "it shows \(shown), but no time server has confirmed it",
                    do: "compare it with a watch; if `systemd-timesyncd` runs, a minute on a network sets it"
                )
            ]
        }
        return [.ok("clock", "it shows \(shown), confirmed by a time server")]
    }

    /// Whether the kernel's clock is synchronised, according to the program that maintains it (adjtimex(2)).
    private static var isSynchronised: Bool {
        var facts = timex()
        return adjtimex(&facts) != TIME_ERROR && facts.status & STA_UNSYNC == 0
    }
}
