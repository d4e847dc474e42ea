// Asks the hub before someone is let in.

public import Admission
import HubProtocol
import Ledger

/// Sends claims for one box; answers within 300 ms, and sends nothing while the hub is unreachable.
public actor ClaimClient: ClaimAuthority {
    private let connection: HubConnection
    private let timeout: Duration
    private let jitter: @Sendable () -> Double
    private var breaker = CircuitBreaker()
    /// Whether a sync with the hub was completed since the start.
    public private(set) var isInStep = false

    /// How long a guest waits for the hub; together with the other delays it still feels immediate.
    public static let standardTimeout: Duration = .milliseconds(300)

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

    /// Notes that a sync with the hub was completed: this box has all that it shared before it started.
    public func didSync() {
        isInStep = true
    }

    /// Requests a ticket's next movement from the hub.
    ///
    /// - Parameter request: The movement to record.
    /// - Returns: The hub's answer within the timeout (300 ms by default); `ClaimResult.alone` if there is none.
    public func claim(_ request: ClaimRequest) async -> ClaimResult {
        // A number identifies one request; random numbers do not repeat even after a restart.
        let wire = Wire.ClaimRequest(request, number: .random(in: 1 ... .max))
        let start = connection.elapsed()
        guard wire.isValid, breaker.allowsRequest(now: start) else { return .alone }
        do {
            let answer: Wire.ClaimAnswer = try await connection.ask(
                "POST", "/v1/claims", body: wire, by: start + timeout)
            breaker.succeeded()
            let claims = answer.claims.map(Claim.init)
            return answer.won ? .won(number: wire.number, others: claims) : .taken(claims)
        } catch {
            breaker.failed(now: connection.elapsed(), jitter: jitter())
            return .alone
        }
    }

    /// Releases an unused claim; if the hub does not receive the request, the box keeps the claim.
    ///
    /// - Parameter number: The number in `ClaimResult.won`.
    public func release(_ number: Int64) async {
        try? await connection.tell("DELETE", "/v1/claims/\(number)", by: connection.elapsed() + timeout)
    }
}

extension Wire.ClaimRequest {
    init(_ request: Admission.ClaimRequest, number: Int64) {
        self.init(
            number: number, ticket: request.ticket, event: request.gate.event, zone: request.zone.text,
            ordinal: Int64(request.sequenceNumber), kind: request.kind, gate: request.gate.name.text,
            at: request.at.milliseconds)
    }
}

extension Claim {
    fileprivate init(_ wire: Wire.ClaimAnswer.GrantedClaim) {
        let at = Timestamp(milliseconds: wire.at)
        let entry = Entry(at: at, gate: wire.gate, box: wire.box, boxName: wire.name)
        self.init(sequenceNumber: Int(wire.ordinal), kind: wire.kind, entry: entry, number: wire.number)
    }
}
