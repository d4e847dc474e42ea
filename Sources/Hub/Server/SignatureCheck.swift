// Identifies the box that sent a request.

import HTTPSupport
import HTTPTypes
import HubProtocol
import Hummingbird
import HummingbirdCore
import Ledger
import NIOCore
import TicketSigning

/// Rejects every request that is not signed by an enrolled box, is a replay, or has a time outside the window.
struct SignatureCheck: RouterMiddleware {
    let store: HubStore
    let journal: GroupCommitQueue
    let nonces = NonceCache()
    private let limits: Limits
    let contacts = LastContactCache()
    let bodies = ConcurrentBodyLimit()
    let now: @Sendable () -> Int64
    let elapsed: @Sendable () -> ContinuousClock.Instant

    private struct Limits {
        let relays = RateLimit<BoxID>(burst: 100, perSecond: 40)
        let boxes: RateLimit<BoxID>
        /// The length of a body, in bytes.
        var bodyLength = 4 << 20
        /// The quota that `boxes` enforces, and who hears of it.
        let quota: (limit: QuotaLimit, watch: QuotaWatch)?
    }

    init(_ service: HubService) {
        self.init(service, Limits(boxes: RateLimit(burst: 100, perSecond: 40), quota: nil))
    }

    private init(_ service: HubService, _ limits: Limits) {
        (store, journal, now, elapsed) = (service.store, service.journal, service.now, service.elapsed)
        self.limits = limits
    }

    /// Returns a check with limits of its own, so that a box that uploads a long list can still claim tickets.
    static func forClaims(_ service: HubService) -> SignatureCheck {
        let rate = Double(BoxQuota.claimsPerSecond)
        return SignatureCheck(
            service,
            Limits(
                boxes: RateLimit(burst: 10 * rate, perSecond: rate), bodyLength: 16 << 10,
                quota: (.claimsPerSecond, service.quotaWatch)))
    }

    func handle(
        _ request: Request,
        context: HubContext,
        next: (Request, HubContext) async throws -> Response
    ) async throws -> Response {
        var (request, context) = (request, context)
        let moment = now()
        let signed = try SignedRequest(request, at: moment)
        // The body of an unknown sender is not read into memory.
        guard let box = try await store.sender(signed.box)?.box else { throw SignedRequest.notVerified }
        let body = try await body(of: request, from: box.id, in: context)
        try signed.verify(body, by: box.publicKey)
        guard await nonces.take(box.id.bytes + signed.nonce, now: moment) else {
            throw ProblemResponse(.unauthorized, "This request was already sent; use a new nonce for each request.")
        }
        // Only once the box is authenticated; otherwise anyone who knows its name could use up its limit.
        try await checkRate(of: box, at: moment)
        guard box.revoked == nil else { throw try await store.refusal(ofRevoked: box.id) }
        request.body = RequestBody(buffer: body)
        context.box = box
        let statement = BoxStatement(request)
        if await contacts.isDue(box.id, telling: statement, now: elapsed()) {
            let skew = Self.skew(of: request, at: moment)
            let contact = BoxContact(box: box.id, at: moment, skew: skew, statement: statement)
            _ = try await journal.submit(.contact(contact))
        }
        return try await next(request, context)
    }

    private func checkRate(of box: EnrolledBox, at moment: Int64) async throws {
        let limit = box.isRelay ? limits.relays : limits.boxes
        guard await !limit.allows(box.id, now: elapsed()) else { return }
        guard !box.isRelay, let (limit, watch) = limits.quota else {
            throw ProblemResponse(.tooManyRequests, "Too many requests; wait a second.")
        }
        try await watch.refused(box.id, limit, at: moment, now: elapsed())
        throw HubError.overQuota(limit, box: box.name, most: store.quota.most(of: limit))
    }

    private func body(of request: Request, from box: BoxID, in context: HubContext) async throws -> ByteBuffer {
        let reader = ConcurrentBodyLimit.Reader(box: box, network: context.network)
        guard bodies.begin(reader) else {
            throw ProblemResponse(.tooManyRequests, "Too many requests at once; wait a second.")
        }
        defer { bodies.end(reader) }
        return try await request.body.collect(upTo: limits.bodyLength)
    }

    /// Returns how far the box's own clock is ahead of the hub's, in milliseconds; 0 if the request does not say.
    private static func skew(of request: Request, at moment: Int64) -> Int64 {
        let clock = HTTPField.Name(SignatureHeader.clock).flatMap { request.headers[$0] }
        return clock.flatMap { Bounded<MomentBounds>(text: $0) }.map { $0.wrappedValue - moment } ?? 0
    }
}
