// The interface of health checks.

import Ledger

/// Checks one thing that the door needs, and changes nothing.
protocol HealthCheck {
    /// - Returns: The results; empty if the box does not have the thing to check.
    func findings() async -> [HealthCheckResult]
}
