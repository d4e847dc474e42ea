// The hub's counters for Prometheus.

import HTTPSupport
import HTTPTypes
import Synchronization

/// Counters of one run, which any task can increment without waiting for more than a few additions.
final class HubMetrics: Sendable {
    /// What became of a request for a ticket's next movement.
    enum ClaimOutcome: String, CaseIterable, Sendable {
        /// The box has it.
        case granted
        /// Another box has it.
        case taken
        /// The request was refused: its box may not ask, or has asked too much.
        case refused
        /// There was no answer from the database.
        case failed
    }

    private struct Route: Hashable {
        let method: String
        let path: String
        let status: Int
    }

    private struct Numbers {
        var requests: [Route: Int] = [:]
        var claims: [ClaimOutcome: Int] = [:]
        var claimTimes = Histogram(bounds: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2])
        var commitTimes = Histogram(bounds: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5])
        var failedCommits = 0
    }

    private let numbers = Mutex(Numbers())

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - method: Its method.
    ///   - path: The pattern of the route, such as `/v1/claims/{number}`; `nil` for an address that does not exist.
    ///   - status: The answer's status.
    func answered(_ method: HTTPRequest.Method, _ path: String?, _ status: HTTPResponse.Status) {
        // Whoever invents methods and addresses makes no labels.
        let route =
            path.map { Route(method: method.rawValue, path: $0, status: status.code) }
            ?? Route(method: "other", path: "other", status: status.code)
        numbers.withLock { $0.requests[route, default: 0] += 1 }
    }

    /// Counts a claim.
    ///
    /// - Parameters:
    ///   - outcome: What became of it.
    ///   - elapsed: From when the request was read until its answer.
    func claimed(_ outcome: ClaimOutcome, in elapsed: Duration) {
        numbers.withLock { numbers in
            numbers.claims[outcome, default: 0] += 1
            numbers.claimTimes.add(elapsed)
        }
    }

    /// Counts a transaction that is on disk.
    func committed(in elapsed: Duration) { numbers.withLock { $0.commitTimes.add(elapsed) } }

    /// Counts a transaction that failed.
    func commitFailed() { numbers.withLock { $0.failedCommits += 1 } }

    /// The counters.
    var families: [MetricFamily] {
        let numbers = numbers.withLock { $0 }
        return [
            MetricFamily(
                "hub_requests_total", .counter, "Requests, by route and status.",
                numbers.requests.map {
                    .init(["method": $0.method, "route": $0.path, "status": String($0.status)], $1)
                }),
            MetricFamily(
                "hub_claims_total", .counter, "Requests for a ticket's next movement, by what became of them.",
                ClaimOutcome.allCases.map { .init(["outcome": $0.rawValue], numbers.claims[$0] ?? 0) }),
            MetricFamily("hub_claim_duration_seconds", "Time to answer a claim.", numbers.claimTimes),
            MetricFamily("hub_commit_duration_seconds", "Time of a transaction that writes.", numbers.commitTimes),
            MetricFamily(
                "hub_commit_failures_total", .counter, "Transactions that failed.", [.init(numbers.failedCommits)]),
        ]
    }
}
