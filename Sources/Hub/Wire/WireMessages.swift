// The messages between boxes and the hub; docs/hub.md and openapi.json describe them.

import Ledger
import TicketSigning

/// Requests and responses of the hub's API, in JSON.
enum Wire {
    struct Upload: Codable, Sendable {
        let records: [WireRecord]
        let cursor: String?
    }

    struct UploadAnswer: Codable, Sendable {
        let results: [UploadResult]
    }

    struct Page: Codable, Sendable {
        let epoch: FeedCursor.Epoch
        let rev: Int64
        let more: Bool
        let records: [WireRecord]
    }

    struct Have: Codable, Sendable {
        let epoch: FeedCursor.Epoch
        let rev: Int64
        let cursor: String
        let relay: Bool
        let logs: [Log]
        let closed: [BoxID]

        struct Log: Codable, Sendable {
            let kind: RecordKind
            let box: BoxID
            let seq: Int64
        }
    }

    struct Claim: Codable, Sendable {
        let number: Int64
        let ticket: TicketID
        let event: EventID
        let zone: String
        let ordinal: Int64
        let kind: ClaimKind
        let gate: String
        let at: Int64
    }

    struct ClaimAnswer: Codable, Sendable {
        let won: Bool
        let standing: [Standing]

        struct Standing: Codable, Sendable {
            let ordinal: Int64
            let kind: ClaimKind
            let box: BoxID
            let number: Int64
            let name: String
            let gate: String
            let at: Int64
        }
    }

    struct Enrolment: Codable, Sendable {
        let box: BoxID
        let key: RecordBytes
        let code: String
        /// The signature of ``BoxProof`` with the key, which proves that the box has its private half.
        let signature: RecordBytes
    }

    struct Box: Codable, Sendable {
        let box: BoxID
        let name: String
        let key: RecordBytes
        let revoked: Bool
    }

    struct Boxes: Codable, Sendable {
        let boxes: [Box]
    }

    struct Keys: Codable, Sendable {
        let keys: [Key]

        struct Key: Codable, Sendable {
            let event: EventID
            let epoch: UInt32
            let id: String
            /// A libsodium sealed box with a key file, for the requesting box.
            let sealed: RecordBytes
        }
    }

    /// An error response (RFC 9457).
    struct Problem: Codable, Sendable {
        /// The type of problem, if a program handles it specially; otherwise absent.
        var type: String?
        let title: String
        let status: Int
        let detail: String
    }
}
