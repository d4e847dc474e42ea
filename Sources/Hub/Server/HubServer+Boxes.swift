// The routes for boxes.

import FoundationEssentials
import HTTPSupport
import HTTPTypes
import HubProtocol
import Hummingbird
import Ledger
import Logging
import NIOCore
import Sync
import TicketSigning

extension HubServer {
    /// Adds the enrolment route. The request is not signed by a known box; the one-time code authorises it instead.
    func addEnrolment(to router: some RouterMethods<HubContext>) {
        // Codes have 80 random bits and cannot be guessed at any rate. Only wrong codes count towards the limits;
        // otherwise a stranger who guesses, for example behind the same reverse proxy, could keep boxes from joining.
        let limit = (peer: RateLimit<String>(burst: 5, perSecond: 0.1), all: RateLimit<Int>(burst: 30, perSecond: 1))
        router.post("/v1/boxes") { request, context in
            let wire = try await request.decode(as: Wire.Enrolment.self, context: context)
            let code = wire.code.bytes
            guard let key = BoxPublicKey(bytes: wire.key.bytes), code.count == BoxPublicKey.byteCount else {
                throw ProblemResponse(.unprocessableContent, "`key` and `code` need 32 bytes.")
            }
            let statement = BoxProof(box: wire.box, key: key, code: code)
            guard key.box == wire.box else {
                throw ProblemResponse(
                    .unprocessableContent, "`box` must be the identifier that follows from `key`.")
            }
            guard key.verifies(wire.signature.bytes, of: statement.message) else {
                throw ProblemResponse(.forbidden, "The signature does not match the box's key.")
            }
            let hasCode = EnrolmentKey.verifies(
                wire.proof.bytes, of: Membership.proofMessage(for: key.bytes), by: code)
            guard hasCode,
                try await service.store.mayEnrol(wire.box, publicKey: key, code: code, now: service.now())
            else {
                guard await limit.peer.allows(context.network), await limit.all.allows(0) else {
                    throw ProblemResponse(.tooManyRequests, "Too many attempts; wait a minute.")
                }
                throw HubError.codeNotValid
            }
            let box = try await service.store.enrol(wire.box, publicKey: key, code: code, now: service.now())
            logger.notice("box joined", metadata: ["box": "\(box.id)", "peer": "\(context.peer)"])
            let membership = try await service.store.membership(of: box.id)
            return try json(Wire.Box(box, membership: membership), status: .created)
        }
    }

    /// Adds the route for boxes that joined before the hub's database was lost. No enrolled box signs the request; the
    /// membership in it authorises it, and names the key that has signed it.
    func addReturn(to router: some RouterMethods<HubContext>, _ members: any MemberRegister) {
        // As with codes, only what is wrong counts towards the limits, and each has its own.
        let limit = (peer: RateLimit<String>(burst: 20, perSecond: 1), all: RateLimit<Int>(burst: 200, perSecond: 20))
        router.post("/v1/memberships") { request, context in
            do { return try await returned(request, members) } catch {
                guard await limit.peer.allows(context.network), await limit.all.allows(0) else {
                    throw ProblemResponse(.tooManyRequests, "Too many attempts; wait a minute.")
                }
                throw error
            }
        }
    }

    /// Enrols the box that has signed a request with the membership in it.
    private func returned(_ request: Request, _ members: any MemberRegister) async throws -> Response {
        let signed = try SignedRequest(request, at: service.now())
        let body = try await request.body.collect(upTo: Self.membershipLength)
        var plain = request
        plain.body = RequestBody(buffer: body)
        let text = try await unpacked(plain, atMost: Self.membershipLength).body.collect(
            upTo: Self.membershipLength)
        guard let record = try? JSONDecoder().decode(WireRecord.self, from: Data(text.readableBytesView)) else {
            throw ProblemResponse(.unprocessableContent, "The body must be the record of the box's membership.")
        }
        guard let line = try? SignedRecord(line: Data(record.body.utf8)),
            case .membership(let membership) = line.record, let signature = line.signature,
            let key = BoxPublicKey(bytes: membership.key.bytes), key.box == signed.box
        else { throw HubError.notAMember }
        try signed.verify(body, by: key)
        do {
            let box = try await members.enrol(SignedMembership(membership, signature: signature), key: key)
            logger.notice("box enrolled by its membership", metadata: ["box": "\(box.id)"])
            return try json(Wire.Box(box), status: .created)
        } catch HubError.revoked {
            throw try await service.store.refusal(ofRevoked: key.box)
        }
    }

    /// The length of a membership of a box for very many events, in bytes.
    private static let membershipLength = 128 << 10

    func addBoxes(to router: RouterGroup<BoxContext>) {
        router.get("/boxes") { _, _ in
            try json(Wire.Boxes(boxes: try await service.store.boxes().map { Wire.Box($0) }))
        }
    }
}

extension Wire.Box {
    init(_ box: EnrolledBox, membership: InvitedMembership? = nil) {
        self.init(
            box: box.id, name: box.name, key: RecordBytes(box.publicKey.bytes), revoked: box.revoked != nil,
            membership: membership)
    }
}
