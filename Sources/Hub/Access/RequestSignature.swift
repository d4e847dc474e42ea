// The part of each request that a box signs.

import Ledger
import Sync
import TicketSigning

/// A request in its signed form: any change is detected, and it is valid for one box at one moment.
///
/// The bytes are lines of text, each ended by a line feed: `doorcheck/hub-request/v1`, method, path with query, box,
/// time, nonce (base64url), and the SHA-256 of the body (base64url).
struct RequestSignature: Hashable, Sendable {
    let method: String
    /// Path and query exactly as in the request.
    let target: String
    let box: BoxID
    /// The time on the hub's clock as the box estimates it, in milliseconds since 1970-01-01 00:00:00 UTC.
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

/// The names of the headers that carry the signature.
enum SignatureHeader {
    static let box = "DoorCheck-Box"
    static let time = "DoorCheck-Time"
    static let nonce = "DoorCheck-Nonce"
    static let signature = "DoorCheck-Signature"
    /// The box's own clock, from which the hub computes its skew.
    static let clock = "DoorCheck-Clock"
}

/// The statement that a box signs when it joins, to prove that it has the private half of the key.
struct BoxProof: Sendable {
    let box: BoxID
    let key: BoxPublicKey
    let code: String

    var message: [UInt8] {
        let lines = ["doorcheck/hub-enrolment/v1", box.description, RecordBytes(key.bytes).base64url, code]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
