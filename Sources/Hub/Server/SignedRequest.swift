// The signature of a request.

import HTTPTypes
import HubProtocol
import Hummingbird
import Ledger
import NIOCore
import Sync
import TicketSigning

/// What a request says of its sender, to be verified with the sender's key.
struct SignedRequest {
    private let claimed: RequestSignature
    private let signature: [UInt8]

    /// The box that the request says it is from.
    var box: BoxID { claimed.box }
    /// Random bytes that no other request of the box has.
    var nonce: [UInt8] { claimed.nonce }

    /// - Parameters:
    ///   - request: The request; its body is not read.
    ///   - moment: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Throws: ``ProblemResponse`` if it is not signed, or for another time.
    init(_ request: Request, at moment: Int64) throws {
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }
        guard let box = header(SignatureHeader.box).flatMap({ BoxID($0) }),
            let time = header(SignatureHeader.time).flatMap({ Bounded<MomentBounds>(text: $0)?.wrappedValue }),
            let nonce = header(SignatureHeader.nonce).flatMap({ RecordBytes(base64url: $0) }),
            nonce.bytes.count == RequestSignature.nonceByteCount,
            let signature = header(SignatureHeader.signature).flatMap({ RecordBytes(base64url: $0) })
        else { throw ProblemResponse(.unauthorized, "The request is not signed; docs/hub.md explains how to sign it.") }
        guard abs(moment - time) <= RequestSignature.window else {
            throw ProblemResponse(
                .unauthorized, "The time of the request is wrong; sign it with the hub's time, from DoorCheck-Time.")
        }
        claimed = RequestSignature(
            method: request.method.rawValue, target: request.uri.string, box: box, time: time, nonce: nonce.bytes,
            bodyHash: [])
        self.signature = signature.bytes
    }

    /// Checks that the sender signed the request with this body.
    ///
    /// - Parameters:
    ///   - body: The request's body.
    ///   - key: The sender's public key.
    /// - Throws: ``notVerified``.
    func verify(_ body: ByteBuffer, by key: BoxPublicKey) throws {
        let signed = RequestSignature(
            method: claimed.method, target: claimed.target, box: claimed.box, time: claimed.time,
            nonce: claimed.nonce, bodyHash: SHA256.hash(Array(body.readableBytesView)))
        guard key.verifies(signature, of: signed.message) else { throw Self.notVerified }
    }

    /// The answer to a request that no enrolled box has signed.
    static var notVerified: ProblemResponse {
        ProblemResponse(.unauthorized, "No enrolled box signed this request.", type: .boxUnknown)
    }
}
