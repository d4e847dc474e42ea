// Asks the hub before somebody is let in.

/// Claims for one box; never slower than 300 ms, and silent while the hub is dead.
public actor ClaimClient {
    private let connection: HubConnection
    private let timeout: Duration
    private let jitter: @Sendable () -> Double
    private var breaker = CircuitBreaker()

    /// How long a guest waits for the hub; together with the rest it is still felt as at once.
    public static let standardTimeout: Duration = .milliseconds(300)

    /// What is known after a question.
    public enum Outcome: Hashable, Sendable {
        /// The hub has decided.
        case answered(ClaimAnswer)
        /// The hub was not asked or did not answer: the gate decides by itself.
        case alone
    }

    /// - Parameters:
    ///   - connection: For claims alone, so that they wait for nothing else.
    ///   - timeout: How long the hub may take.
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

    /// Whether the hub answered last, or may.
    public var isConnected: Bool { breaker.isConnected }

    /// Asks the hub for a place.
    ///
    /// - Parameter question: The same again gets the same answer.
    /// - Returns: The hub's answer, or that there is none; after 300 ms at the latest.
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

    /// Gives a place back that was not used; if the hub does not hear it, the place stays the box's own.
    ///
    /// - Parameter number: Of the question.
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
