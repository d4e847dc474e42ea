// Finds out which box sent a request.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ledger
import NIOCore
import Sync
import Synchronization
import TicketSigning

/// Turns away every request that an enrolled box did not sign, was sent before, or is of another time.
struct SignatureCheck: RouterMiddleware {
    let store: HubStore
    let journal: GroupCommitQueue
    let nonces = NonceCache()
    private(set) var limit = SignatureCheck.newLimit
    let contacts = LastContactCache()
    let bodies = ConcurrentBodyLimit()
    let now: @Sendable () -> Int64
    let elapsed: @Sendable () -> ContinuousClock.Instant

    private static var newLimit: RateLimit<BoxID> { RateLimit(burst: 100, perSecond: 40) }

    init(
        store: HubStore,
        journal: GroupCommitQueue,
        now: @escaping @Sendable () -> Int64,
        elapsed: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        (self.store, self.journal, self.now, self.elapsed) = (store, journal, now, elapsed)
    }

    /// The same with a limit on requests of its own: a box that shares a long list still gets its guests' claims answered.
    var withOwnLimit: SignatureCheck {
        var other = self
        other.limit = Self.newLimit
        return other
    }

    func handle(
        _ request: Request,
        context: HubContext,
        next: (Request, HubContext) async throws -> Response
    ) async throws -> Response {
        var (request, context) = (request, context)
        let (claimed, signature) = try Self.claimed(by: request)
        let moment = now()
        guard abs(moment - claimed.time) <= NonceCache.window else {
            throw ProblemResponse(
                .unauthorized, "The request is of another time; sign it with the hub's, from DoorCheck-Time.")
        }
        // A stranger's body is not taken into memory.
        guard let box = try await store.box(claimed.box) else { throw Self.unsigned }
        let reader = ConcurrentBodyLimit.Reader(box: box.id, network: context.network)
        guard bodies.begin(reader) else {
            throw ProblemResponse(.tooManyRequests, "Too many requests at once; wait a second.")
        }
        let body: ByteBuffer
        do {
            defer { bodies.end(reader) }
            body = try await request.body.collect(upTo: context.maxUploadSize)
        }
        let signed = RequestSignature(
            method: claimed.method, target: claimed.target, box: claimed.box, time: claimed.time,
            nonce: claimed.nonce, bodyHash: SHA256.hash(Array(body.readableBytesView))
        )
        guard box.publicKey.verifies(signature, of: signed.message) else { throw Self.unsigned }
        guard box.revoked == nil else {
            throw ProblemResponse(.unauthorized, "The organiser has revoked this box.", type: .boxRevoked)
        }
        guard await nonces.take(box.id.bytes + claimed.nonce, now: moment) else {
            throw ProblemResponse(.unauthorized, "This request was sent before; take a new nonce for each.")
        }
        // Not before the box is proved: else whoever knows its name could use up what it has.
        guard await limit.allows(box.id, now: elapsed()) else {
            throw ProblemResponse(.tooManyRequests, "Too many requests; wait a second.")
        }
        request.body = RequestBody(buffer: body)
        context.box = box
        let skew = Self.skew(of: request, at: moment)
        if await contacts.isDue(box.id, now: elapsed()) {
            _ = try await journal.submit(.contact(box.id, at: moment, skew: skew))
        }
        return try await next(request, context)
    }

    private static var unsigned: ProblemResponse {
        ProblemResponse(.unauthorized, "No enrolled box signed this request.", type: .boxUnknown)
    }

    /// What the headers say; nothing of it is proved yet.
    private static func claimed(by request: Request) throws -> (RequestSignature, signature: [UInt8]) {
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }
        guard let box = header(SignatureHeader.box).flatMap({ BoxID($0) }),
            let time = header(SignatureHeader.time).flatMap({ Int64($0) }), abs(time) < 1 << 50,
            let nonce = header(SignatureHeader.nonce).flatMap({ RecordBytes(base64url: $0) }),
            nonce.bytes.count == RequestSignature.nonceByteCount,
            let signature = header(SignatureHeader.signature).flatMap({ RecordBytes(base64url: $0) })
        else { throw ProblemResponse(.unauthorized, "The request is not signed; docs/hub.md says how.") }
        let claimed = RequestSignature(
            method: request.method.rawValue, target: request.uri.string, box: box, time: time, nonce: nonce.bytes,
            bodyHash: []
        )
        return (claimed, signature.bytes)
    }

    /// How far the box's own clock is ahead of the hub's, in milliseconds, where it says.
    private static func skew(of request: Request, at moment: Int64) -> Int64 {
        let clock = HTTPField.Name(SignatureHeader.clock).flatMap { request.headers[$0] }.flatMap { Int64($0) }
        guard let clock, abs(clock) < 1 << 50 else { return 0 }
        return clock - moment
    }
}

/// How many requests in a box's name are being read at once: until a body is whole, nobody knows who sent it. They are
/// counted by address as well, so that who only knows a box's name does not keep that box waiting.
final class ConcurrentBodyLimit: Sendable {
    /// Who seems to send, and from where.
    struct Reader: Hashable {
        let box: BoxID
        let network: String
    }

    private let reading = Mutex<[Reader: Int]>([:])

    /// More than a box has connections; with bodies of 4 MiB, 32 MiB for each.
    static let most = 8

    /// - Returns: Whether there is room; ``end(_:)`` must follow then.
    func begin(_ reader: Reader) -> Bool {
        reading.withLock { reading in
            guard reading[reader, default: 0] < Self.most else { return false }
            reading[reader, default: 0] += 1
            return true
        }
    }

    func end(_ reader: Reader) {
        reading.withLock { reading in
            let left = (reading[reader] ?? 1) - 1
            reading[reader] = left > 0 ? left : nil
        }
    }
}

/// When each box was last written down as heard of.
actor LastContactCache {
    private var written: [BoxID: ContinuousClock.Instant] = [:]

    /// A time on a page of the organiser's needs no more.
    private static let interval: Duration = .seconds(10)

    func isDue(_ box: BoxID, now: ContinuousClock.Instant = .now) -> Bool {
        if let last = written[box], last.duration(to: now) < Self.interval { return false }
        written[box] = now
        return true
    }
}
