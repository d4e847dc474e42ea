// Asks the hub before someone is let in.

public import Admission
import HubProtocol
public import Ledger
public import TicketSigning

/// Sends claims for one box; answers within 300 ms, and sends nothing while the hub is unreachable.
public actor ClaimClient: ClaimAuthority {
    private let connection: HubConnection
    private let timeout: Duration
    private let jitter: @Sendable () -> Double
    private var breaker = CircuitBreaker()
    /// Whether a sync with the hub was completed since the start.
    public private(set) var isInStep = false
    /// What a probe asks: the claims of the ticket that was asked about last.
    private var question: String?
    /// How often the hub has answered again after it was taken for unreachable.
    public private(set) var returnCount = 0

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

    /// Notes that a sync with the hub was completed: this box has all that it shared before it started. A hub that was
    /// taken for unreachable is asked at once whether it answers claims, too.
    public func didSync() async {
        isInStep = true
        await probe()
    }

    /// Asks a hub that is taken for unreachable whether it answers claims again, as fast as a guest needs it; no guest
    /// waits for the answer.
    public func probe() async {
        guard !isConnected, let question else { return }
        do {
            let _: Wire.ClaimAnswer = try await connection.ask("GET", question, by: connection.elapsed() + timeout)
            hubAnswered()
        } catch HubClientError.refused(_, let status, _, _) where (400..<429).contains(status) {
            // What it says of this ticket is of no interest here.
            hubAnswered()
        } catch {
            // So that a guest does not try in its place.
            breaker.failed(now: connection.elapsed(), jitter: jitter())
        }
    }

    private func hubAnswered() {
        if !isConnected { returnCount += 1 }
        breaker.succeeded()
    }

    /// Requests a ticket's next movement from the hub.
    ///
    /// - Parameter request: The movement to record.
    /// - Returns: The hub's answer within the timeout (300 ms by default); `ClaimResult.alone` if there is none.
    public func claim(_ request: ClaimRequest) async -> ClaimResult {
        await claim(request, by: deadline)
    }

    /// When a guest who comes now has waited long enough.
    fileprivate var deadline: ContinuousClock.Instant { connection.elapsed() + timeout }

    fileprivate func claim(_ request: ClaimRequest, by deadline: ContinuousClock.Instant) async -> ClaimResult {
        // A number identifies one request; random numbers do not repeat even after a restart.
        let wire = Wire.ClaimRequest(request, number: .random(in: 1 ... .max))
        guard wire.isValid else { return .alone }
        question = Self.target(of: request.ticket, at: request.gate.event, in: request.zone)
        let answer: Wire.ClaimAnswer? = await answer(by: deadline) { connection in
            try await connection.ask("POST", "/v1/claims", body: wire, by: deadline)
        }
        guard let answer else { return .alone }
        let claims = answer.claims.map(Claim.init)
        return answer.won ? .won(number: wire.number, others: claims) : .taken(claims)
    }

    /// Asks the hub for all claims to a ticket.
    ///
    /// - Parameters:
    ///   - ticket: The ticket; for a replacement, the first ticket of its series.
    ///   - event: The event of the gate.
    ///   - zone: The zone behind the gate.
    /// - Returns: The claims, in order; `nil` if there is no answer within the timeout.
    public func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]? {
        await claims(of: ticket, at: event, in: zone, by: deadline)
    }

    fileprivate func claims(
        of ticket: TicketID,
        at event: EventID,
        in zone: ZoneName,
        by deadline: ContinuousClock.Instant
    ) async -> [Claim]? {
        let question = Self.target(of: ticket, at: event, in: zone)
        self.question = question
        let answer: Wire.ClaimAnswer? = await answer(by: deadline) { connection in
            try await connection.ask("GET", question, by: deadline)
        }
        return answer?.claims.map(Claim.init)
    }

    private static func target(of ticket: TicketID, at event: EventID, in zone: ZoneName) -> String {
        "/v1/claims?event=\(event)&ticket=\(ticket)&zone=\(zone.text)"
    }

    /// Asks the hub, unless it is unreachable or the guest has waited long enough.
    private func answer<Answer: Sendable>(
        by deadline: ContinuousClock.Instant,
        to ask: @Sendable (HubConnection) async throws -> Answer
    ) async -> Answer? {
        let now = connection.elapsed()
        guard now < deadline, breaker.allowsRequest(now: now) else { return nil }
        do {
            let answer = try await ask(connection)
            hubAnswered()
            return answer
        } catch {
            breaker.failed(now: connection.elapsed(), jitter: jitter())
            return nil
        }
    }

    public func forOneGuest() async -> any ClaimAuthority {
        GuestClaims(client: self, deadline: deadline, lastRelease: deadline + timeout)
    }

    /// Tells the hub how many places in a zone this box has, and asks for more.
    ///
    /// - Parameters:
    ///   - share: The places that the box has now.
    ///   - wanted: How many it would like to have; `nil` for none at all, when its gate closes.
    /// - Returns: The hub's answer within the timeout; `nil` if there is none.
    public func places(_ share: PlaceShare, wanting wanted: Int?) async -> PlaceAnswer? {
        await places(share, wanting: wanted, by: deadline)
    }

    fileprivate func places(
        _ share: PlaceShare,
        wanting wanted: Int?,
        by deadline: ContinuousClock.Instant
    ) async -> PlaceAnswer? {
        let request = Wire.PlaceRequest(share, wanted: wanted)
        let answer: Wire.PlaceAnswer? = await self.answer(by: deadline) { connection in
            try await connection.ask("POST", "/v1/places", body: request, by: deadline)
        }
        return answer.map { PlaceAnswer(places: $0.places.map(Int.init), turn: $0.turn, isLater: $0.later == true) }
    }

    /// Releases an unused claim; if the hub does not receive the request, the box keeps the claim.
    ///
    /// - Parameter number: The number in `ClaimResult.won`.
    public func release(_ number: Int64) async { await release(number, by: deadline) }

    fileprivate func release(_ number: Int64, by deadline: ContinuousClock.Instant) async {
        guard connection.elapsed() < deadline else { return }
        try? await connection.tell("DELETE", "/v1/claims/\(number)", by: deadline)
    }
}

/// Asks for one guest, who waits for all answers together no longer than for one.
private struct GuestClaims: ClaimAuthority {
    let client: ClaimClient
    let deadline: ContinuousClock.Instant
    /// A claim is released also after that: otherwise nobody could use it.
    let lastRelease: ContinuousClock.Instant

    var isInStep: Bool { get async { await client.isInStep } }

    func claim(_ request: ClaimRequest) async -> ClaimResult { await client.claim(request, by: deadline) }

    func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]? {
        await client.claims(of: ticket, at: event, in: zone, by: deadline)
    }

    func places(_ share: PlaceShare, wanting wanted: Int?) async -> PlaceAnswer? {
        await client.places(share, wanting: wanted, by: deadline)
    }

    func release(_ number: Int64) async { await client.release(number, by: lastRelease) }
}

extension Wire.ClaimRequest {
    /// - Parameters:
    ///   - request: The movement to record.
    ///   - number: Identifies the request within the box.
    package init(_ request: Admission.ClaimRequest, number: Int64) {
        self.init(
            number: number, ticket: request.ticket, event: request.gate.event, zone: request.zone.text,
            ordinal: Int64(request.sequenceNumber), kind: request.kind, gate: request.gate.name.text,
            at: request.at.milliseconds, hlc: request.logicalTime)
    }
}

extension Wire.PlaceRequest {
    fileprivate init(_ share: PlaceShare, wanted: Int?) {
        self.init(
            event: share.event, zone: share.zone.text, places: Int64(share.places), line: share.line, turn: share.turn,
            wanted: wanted.map(Int64.init))
    }
}

extension Claim {
    fileprivate init(_ wire: Wire.ClaimAnswer.GrantedClaim) {
        let at = Timestamp(milliseconds: wire.at)
        let entry = Entry(at: at, gate: wire.gate, box: wire.box, boxName: wire.name)
        self.init(
            sequenceNumber: Int(wire.ordinal), kind: wire.kind, entry: entry, number: wire.number,
            logicalTime: wire.hlc)
    }
}
