// What a box signs with each request.

import Ledger
import Sync
import TicketSigning

/// A request as it is signed: nothing of it can be changed, and it is good for one box at one moment.
///
/// The bytes are lines of text, each ended by a line feed: `doorcheck/hub-request/v1`, method, path with query, box,
/// time, nonce (base64url), and the SHA-256 of the body (base64url).
struct RequestSignature: Hashable, Sendable {
    let method: String
    /// Path and query as they stand in the request.
    let target: String
    let box: BoxID
    /// By the hub's clock as the box knows it, in milliseconds since 1970-01-01 00:00:00 UTC.
    let time: Int64
    /// 16 random bytes.
    let nonce: [UInt8]
    /// SHA-256 of the body.
    let bodyHash: [UInt8]

    static let nonceByteCount = 16

    var message: [UInt8] {
        let lines = [
            "doorcheck/hub-request/v1", method, target, box.description, String(time), RecordBytes(nonce).base64url,
            RecordBytes(bodyHash).base64url,
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

/// The names of the headers that carry it.
enum SignatureHeader {
    static let box = "DoorCheck-Box"
    static let time = "DoorCheck-Time"
    static let nonce = "DoorCheck-Nonce"
    static let signature = "DoorCheck-Signature"
    /// The box's own clock, by which the hub sees how far it is off.
    static let clock = "DoorCheck-Clock"
}

/// What a box signs when it joins: it has the secret half of the key that it names.
struct BoxProof: Sendable {
    let box: BoxID
    let key: BoxPublicKey
    let code: String

    var message: [UInt8] {
        let lines = ["doorcheck/hub-enrolment/v1", box.description, RecordBytes(key.bytes).base64url, code]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
