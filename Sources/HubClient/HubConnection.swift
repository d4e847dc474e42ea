// A box's connection to its hub.

import BlockingCalls
import FoundationEssentials
import HTTPClient
public import HubProtocol
package import Ledger
public import Sync
public import TicketSigning

/// Sends signed requests, one at a time, over a persistent connection, and accepts only answers that the hub has
/// signed.
///
/// Its calls run on a separate thread and end by their deadline.
public actor HubConnection {
    private let address: HubAddress
    private let box: BoxID
    private let key: BoxKey
    private let hub: HubFingerprint?
    private let now: @Sendable () -> Int64
    private let queue = BlockingQueue(label: "hub-client")
    private let makeTransport: @Sendable () -> any HTTPTransport
    private var transport: (any HTTPTransport)?
    /// The monotonic clock for deadlines.
    nonisolated let elapsed: @Sendable () -> ContinuousClock.Instant
    /// How long a request of a sync may take.
    private let limit: Duration
    /// Waits for a duration.
    private let pause: @Sendable (Duration) async throws -> Void
    /// The hub's clock minus this box's clock, in milliseconds. Requests are signed with the hub's time, so that a
    /// box with a wrong clock can still send them.
    private(set) var clockOffset: Int64 = 0
    /// The same, measured to within half a second; `nil` as long as no answer came that fast.
    package private(set) var knownClockOffset: Int64?
    package private(set) var revocations: [SignedMembership] = []
    private var report: BoxReport?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - address: The hub's address.
    ///   - box: The box that sends the requests.
    ///   - key: The box's key.
    ///   - hub: The hub that the box has joined; `nil` for none, in which case no request is sent.
    ///   - now: This box's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - limit: How long a request of a sync may take.
    public init(
        to address: HubAddress,
        as box: BoxID,
        key: BoxKey,
        hub: HubFingerprint?,
        now: @escaping @Sendable () -> Int64,
        within limit: Duration = .seconds(30)
    ) {
        self.init(
            to: address, as: box, key: key, hub: hub, now: now, within: limit, elapsed: { .now },
            pause: { try await Task.sleep(for: $0) }, over: { CurlTransport(address: address) }
        )
    }

    /// The same, with time and network as parameters so that tests can simulate them.
    init(
        to address: HubAddress,
        as box: BoxID,
        key: BoxKey,
        hub: HubFingerprint?,
        now: @escaping @Sendable () -> Int64,
        within limit: Duration = .seconds(30),
        elapsed: @escaping @Sendable () -> ContinuousClock.Instant,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        over makeTransport: @escaping @Sendable () -> any HTTPTransport
    ) {
        self.address = address
        self.box = box
        self.key = key
        self.hub = hub
        self.now = now
        self.limit = limit
        self.elapsed = elapsed
        self.pause = pause
        self.makeTransport = makeTransport
    }

    /// Tells the hub more of this box with each request from now on.
    package func tell(_ report: BoxReport) { self.report = report }

    /// When a request of a sync that is sent now ends.
    nonisolated var deadline: ContinuousClock.Instant { elapsed() + limit }

    /// Sends a request and waits for the answer.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST` or `DELETE`.
    ///   - target: Path and query.
    ///   - body: The value to send as JSON.
    ///   - deadline: When the caller gives up.
    /// - Returns: The answer.
    /// - Throws: ``HubClientError``.
    func ask<Answer: Decodable & Sendable>(
        _ method: String,
        _ target: String,
        body: (any Encodable & Sendable)? = nil,
        by deadline: ContinuousClock.Instant
    ) async throws -> Answer {
        try read(try await send(method, target, body: body, by: deadline))
    }

    /// Repeats a request while the hub limits the rate: a long list needs more requests than the hub accepts from one
    /// box at once.
    ///
    /// - Parameter ask: Sends the request once.
    /// - Returns: The answer.
    /// - Throws: Any error of `ask`; the rate limit's only after the hub has repeated it for half a minute. A quota's
    ///   is thrown at once: it does not end within seconds.
    func patiently<Answer: Sendable>(_ ask: () async throws -> Answer) async throws -> Answer {
        for _ in 0..<30 {
            do { return try await ask() } catch HubClientError.refused(_, status: 429, type: nil, _) {
                // The hub's Retry-After.
                try await pause(.seconds(1))
            }
        }
        return try await ask()
    }

    /// Requests a page of records, which may be long.
    ///
    /// - Parameters:
    ///   - target: Path and query.
    ///   - deadline: When the caller gives up.
    /// - Returns: The page.
    /// - Throws: ``HubClientError``.
    func page(_ target: String, by deadline: ContinuousClock.Instant) async throws -> Wire.Page {
        let answer = try await send("GET", target, body: nil, by: deadline)
        var reader = PageDecoder(answer.body)
        return try reader.page() ?? read(answer)
    }

    /// Uploads records.
    ///
    /// - Parameters:
    ///   - upload: The records.
    ///   - path: The path.
    ///   - deadline: When the caller gives up.
    /// - Returns: The answer, whose page may be long.
    /// - Throws: ``HubClientError``.
    func send(_ upload: Wire.Upload, to path: String, by deadline: ContinuousClock.Instant) async throws
        -> Wire.UploadAnswer
    {
        let answer = try await send("POST", path, body: upload, by: deadline)
        var reader = PageDecoder(answer.body)
        return try reader.uploadAnswer() ?? read(answer)
    }

    private func read<Answer: Decodable>(_ answer: HubResponse) throws -> Answer {
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(answer.body))
        } catch {
            throw HubClientError.notAHub(host: address.host)
        }
    }

    /// Sends a request whose answer has no body.
    func tell(_ method: String, _ target: String, by deadline: ContinuousClock.Instant) async throws {
        _ = try await send(method, target, body: nil, by: deadline)
    }

    private func send(
        _ method: String,
        _ target: String,
        body: (any Encodable & Sendable)?,
        by deadline: ContinuousClock.Instant
    ) async throws -> HubResponse {
        let plain = try body.map { Array(try JSONEncoder().encode($0)) } ?? []
        let packed = plain.count >= ZstdFrame.minimumByteCount ? ZstdFrame.pack(plain) : nil
        let coding = packed == nil ? [] : [("Content-Encoding", ZstdFrame.coding)]
        let bytes = packed ?? plain
        let answer = try await attempt(method, target, body: bytes, coding, by: deadline)
        let offset = answer.hubTime.map { $0 - now() }
        let wasOff = abs((offset ?? clockOffset) - clockOffset) > RequestSignature.window / 2
        if let offset { clockOffset = offset }
        // The first request of a box with a wrong clock has the wrong time.
        guard answer.status == 401, wasOff else { return try checked(answer) }
        return try checked(try await attempt(method, target, body: bytes, coding, by: deadline))
    }

    private func attempt(
        _ method: String,
        _ target: String,
        body: [UInt8],
        _ coding: [(name: String, value: String)],
        by deadline: ContinuousClock.Instant
    ) async throws -> HubResponse {
        let clock = now()
        let signature = RequestSignature(
            method: method, target: target, box: box, time: clock + clockOffset,
            nonce: (0..<RequestSignature.nonceByteCount).map { _ in .random(in: 0 ... .max) },
            bodyHash: SHA256.hash(body)
        )
        let signed = RecordBytes(key.sign(signature.message)).base64url
        let start = elapsed()
        let transport = transport ?? makeTransport()
        self.transport = transport
        guard let hub else { throw HubClientError.notJoined(host: address.host) }
        let answer = try await transport.run(
            method, target, body: body,
            headers: coding + reportHeaders + [
                (SignatureHeader.box, box.description), (SignatureHeader.time, String(signature.time)),
                (SignatureHeader.nonce, RecordBytes(signature.nonce).base64url),
                (SignatureHeader.signature, signed), (SignatureHeader.clock, String(clock)),
            ],
            by: deadline
        )
        guard answer.isSigned(by: hub, method, target, request: signed) else {
            // A proxy says so itself.
            guard ![502, 503, 504].contains(answer.status) else {
                let reason = "no hub answers there, status \(answer.status)"
                throw HubClientError.unreachable(host: address.host, reason: reason)
            }
            throw HubClientError.notSigned(host: address.host)
        }
        let duration = start.duration(to: elapsed())
        if let time = answer.hubTime, duration <= .seconds(1) {
            // On average the hub gave its time half way.
            knownClockOffset = time + Int64(duration / 2 / .milliseconds(1)) - now()
        }
        return answer
    }

    private var reportHeaders: [(name: String, value: String)] {
        guard let report else { return [] }
        let gate = report.gate.map { [(SignatureHeader.gate, $0.text)] } ?? []
        return gate + [(SignatureHeader.version, report.version)]
    }

    private func checked(_ answer: HubResponse) throws -> HubResponse {
        guard !(200...299).contains(answer.status) else { return answer }
        let problem = try? JSONDecoder().decode(Wire.Problem.self, from: Data(answer.body))
        guard let problem else { throw HubClientError.notAHub(host: address.host) }
        let isRevoked = answer.status == 401 && problem.type == ProblemType.boxRevoked.rawValue
        // At most what the box itself and its code were given.
        let lines = isRevoked ? problem.revocations?.prefix(2) ?? [] : []
        revocations = lines.compactMap { try? SignedMembership(line: $0) }.filter {
            $0.membership.box == box && $0.membership.terms.revoked != nil
        }
        throw HubClientError.refused(
            host: address.host, status: answer.status, type: problem.type.flatMap(ProblemType.init),
            detail: problem.detail)
    }
}

extension SignedMembership {
    /// Reads the line of a membership's record.
    ///
    /// - Throws: ``NotAMembership`` for another record; `DecodingError`.
    fileprivate init(line: String) throws {
        let signed = try SignedRecord(line: Data(line.utf8))
        guard case .membership(let membership) = signed.record, let signature = signed.signature else {
            throw NotAMembership()
        }
        self.init(membership, signature: signature)
    }

    private struct NotAMembership: Error {}
}

extension HubResponse {
    /// Returns whether a hub has signed this answer to a request.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - method: The request's method.
    ///   - target: The request's path and query.
    ///   - request: The request's signature, base64url.
    /// - Returns: `false` also for an answer to another request.
    fileprivate func isSigned(by hub: HubFingerprint, _ method: String, _ target: String, request: String) -> Bool {
        guard let key = self[SignatureHeader.hubKey].flatMap({ RecordBytes(base64url: $0) }),
            let key = BoxPublicKey(bytes: key.bytes), HubFingerprint(of: key) == hub,
            let signature = self[SignatureHeader.hubSignature].flatMap({ RecordBytes(base64url: $0) })
        else { return false }
        let signed = AnswerSignature(
            method: method, target: target, request: request, status: status, time: self[SignatureHeader.time] ?? "",
            bodyHash: SHA256.hash(body))
        return key.verifies(signature.bytes, of: signed.message)
    }
}
