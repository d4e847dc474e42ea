// How much of each torture: a little in every test run, much in scripts/torture.

import Glibc

/// Sizes that `scripts/torture` sets.
enum TortureSize {
    /// Power cuts: `DOORCHECK_POWER_CUTS`.
    static let powerCuts = number("DOORCHECK_POWER_CUTS") ?? 200
    /// Random histories that are compared with the model: `DOORCHECK_HISTORIES`.
    static let histories = number("DOORCHECK_HISTORIES") ?? 1
    /// Operations in each of them: `DOORCHECK_OPERATIONS`.
    static let operations = number("DOORCHECK_OPERATIONS") ?? 3000
    /// Guests of one day: `DOORCHECK_GUESTS`.
    static let guests = number("DOORCHECK_GUESTS") ?? 300
    /// Minutes of nonsense: `DOORCHECK_MINUTES`.
    static let minutes = number("DOORCHECK_MINUTES") ?? 2

    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}
