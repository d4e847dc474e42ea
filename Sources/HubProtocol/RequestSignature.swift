// The part of each request that a box signs.

import Ledger
package import Sync
package import TicketSigning

/// A request in its signed form: any change is detected, and it is valid for one box at one moment.
///
/// The bytes are lines of text, each ended by a line feed: `doorcheck/hub-request/v1`, method, path with query, box,
/// time, nonce (base64url), and the SHA-256 of the body (base64url).
package struct RequestSignature: Hashable, Sendable {
    package let method: String
    /// Path and query exactly as in the request.
    package let target: String
    package let box: BoxID
    /// The time on the hub's clock as the box estimates it, in milliseconds since 1970-01-01 00:00:00 UTC.
    package let time: Int64
    /// 16 random bytes.
    package let nonce: [UInt8]
    /// SHA-256 of the body.
    package let bodyHash: [UInt8]

    package static let nonceByteCount = 16
    /// The largest accepted difference between a request's time and the hub's clock, in milliseconds.
    package static let window: Int64 = 60_000

    package init(method: String, target: String, box: BoxID, time: Int64, nonce: [UInt8], bodyHash: [UInt8]) {
        self.method = method
        self.target = target
        self.box = box
        self.time = time
        self.nonce = nonce
        self.bodyHash = bodyHash
    }

    package var message: [UInt8] {
        let lines = [
            "doorcheck/hub-request/v1", method, target, box.description, String(time), RecordBytes(nonce).base64url,
            RecordBytes(bodyHash).base64url,
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

/// An answer in its signed form: it belongs to one request, and any change of it is detected.
///
/// The bytes are lines of text, each ended by a line feed: `doorcheck/hub-answer/v1`, the method and the path with
/// query as the hub received them, the signature of the request as in its header, the status, the time of the answer
/// as in its header, and the SHA-256 of the body before it was compressed (base64url).
package struct AnswerSignature: Hashable, Sendable {
    package let method: String
    package let target: String
    /// The header of the request, base64url.
    package let request: String
    package let status: Int
    /// The header of the answer; empty if it has none.
    package let time: String
    /// SHA-256 of the body.
    package let bodyHash: [UInt8]

    package init(method: String, target: String, request: String, status: Int, time: String, bodyHash: [UInt8]) {
        self.method = method
        self.target = target
        self.request = request
        self.status = status
        self.time = time
        self.bodyHash = bodyHash
    }

    package var message: [UInt8] {
        let lines = [
            "doorcheck/hub-answer/v1", method, target, request, String(status), time, RecordBytes(bodyHash).base64url,
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

/// The names of the headers that carry the signature.
package enum SignatureHeader {
    package static let box = "DoorCheck-Box"
    package static let time = "DoorCheck-Time"
    package static let nonce = "DoorCheck-Nonce"
    package static let signature = "DoorCheck-Signature"
    /// The box's own clock, from which the hub computes its skew.
    package static let clock = "DoorCheck-Clock"
    /// The gate of the box's open door.
    package static let gate = "DoorCheck-Gate"
    /// The version of the box's program.
    package static let version = "DoorCheck-Version"
    /// In an answer: the hub's public key.
    package static let hubKey = "DoorCheck-Hub-Key"
    /// In an answer: the hub's signature of ``AnswerSignature``.
    package static let hubSignature = "DoorCheck-Hub-Signature"
}

/// The statement that a box signs when it joins, to prove that it has the private half of the key.
package struct BoxProof: Sendable {
    package let box: BoxID
    package let key: BoxPublicKey
    /// The public half of the code's key.
    package let code: [UInt8]

    package init(box: BoxID, key: BoxPublicKey, code: [UInt8]) {
        self.box = box
        self.key = key
        self.code = code
    }

    package var message: [UInt8] {
        let keys = [key.bytes, code].map { RecordBytes($0).base64url }
        let lines = ["doorcheck/hub-enrolment/v1", box.description] + keys
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
