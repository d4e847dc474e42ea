// Asks the hub before someone is let in.

/// Sends claims for one box; answers within 300 ms, and sends nothing while the hub is unreachable.
public actor ClaimClient {
    private let connection: HubConnection
    private let timeout: Duration
    private let jitter: @Sendable () -> Double
    private var breaker = CircuitBreaker()

    /// How long a guest waits for the hub; together with the other delays it still feels immediate.
    public static let standardTimeout: Duration = .milliseconds(300)

    /// The result of a question.
    public enum Outcome: Hashable, Sendable {
        /// The hub decided.
        case answered(ClaimAnswer)
        /// The hub was not asked or did not answer; the gate decides alone.
        case alone
    }

    /// - Parameters:
    ///   - connection: A connection for claims only, so that no other request delays them.
    ///   - timeout: The time limit for the hub's answer.
    public init(over connection: HubConnection, timeout: Duration = ClaimClient.standardTimeout) {
        self.init(over: connection, timeout: timeout, jitter: { .random(in: 0...1) })
    }

    init(
        over connection: HubConnection,
        timeout: Duration = ClaimClient.standardTimeout,
        jitter: @escaping @Sendable () -> Double
    ) {
        self.connection = connection
        self.timeout = timeout
        self.jitter = jitter
    }

    /// Whether the hub is assumed to be reachable.
    public var isConnected: Bool { breaker.isConnected }

    /// Requests a claim from the hub.
    ///
    /// - Parameter question: The question; a retry gets the same answer.
    /// - Returns: The hub's answer, or that there is none, within the timeout (300 ms by default).
    public func claim(_ question: ClaimQuestion) async -> Outcome {
        let start = connection.elapsed()
        guard breaker.allowsRequest(now: start) else { return .alone }
        do {
            let answer: Wire.ClaimAnswer = try await connection.ask(
                "POST", "/v1/claims", body: Wire.Claim(question), by: start + timeout
            )
            return note(answer.answer)
        } catch {
            return note(nil)
        }
    }

    /// Releases an unused claim; if the hub does not receive the request, the box keeps the claim.
    ///
    /// - Parameter number: The number of the question.
    public func release(number: Int64) async {
        try? await connection.tell("DELETE", "/v1/claims/\(number)", by: connection.elapsed() + timeout)
    }

    private func note(_ answer: ClaimAnswer?) -> Outcome {
        guard let answer else {
            breaker.failed(now: connection.elapsed(), jitter: jitter())
            return .alone
        }
        breaker.succeeded()
        return .answered(answer)
    }
}
