// What the doctor looks at.

import Ledger

/// Looks at one thing that the door needs, and changes nothing.
protocol HealthCheck {
    /// - Returns: What it found; nothing where the box has nothing of the kind.
    func findings() async -> [HealthCheckResult]
}
