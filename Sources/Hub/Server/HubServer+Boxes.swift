// The routes for boxes.

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
            guard let key = BoxPublicKey(bytes: wire.key.bytes), let code = EnrolmentCode(wire.code) else {
                throw ProblemResponse(
                    .unprocessableContent, "`key` needs 32 bytes, and `code` must come from `doorcheck hub enroll`.")
            }
            let proof = BoxProof(box: wire.box, key: key, code: wire.code)
            guard key.box == wire.box else {
                throw ProblemResponse(
                    .unprocessableContent, "`box` must be the identifier that follows from `key`.")
            }
            guard key.verifies(wire.signature.bytes, of: proof.message) else {
                throw ProblemResponse(.forbidden, "The signature does not match the box's key.")
            }
            guard try await service.store.mayEnrol(wire.box, publicKey: key, code: code.secret, now: service.now())
            else {
                guard await limit.peer.allows(context.network), await limit.all.allows(0) else {
                    throw ProblemResponse(.tooManyRequests, "Too many attempts; wait a minute.")
                }
                throw HubError.codeNotValid
            }
            let box = try await service.store.enrol(wire.box, publicKey: key, code: code.secret, now: service.now())
            logger.notice("box joined", metadata: ["box": "\(box.id)", "peer": "\(context.peer)"])
            return try json(Wire.Box(box), status: .created)
        }
    }

    func addBoxes(to router: RouterGroup<BoxContext>) {
        router.get("/boxes") { _, _ in
            try json(Wire.Boxes(boxes: try await service.store.boxes().map(Wire.Box.init)))
        }
    }
}

extension Wire.Box {
    init(_ box: EnrolledBox) {
        self.init(box: box.id, name: box.name, key: RecordBytes(box.publicKey.bytes), revoked: box.revoked != nil)
    }
}
