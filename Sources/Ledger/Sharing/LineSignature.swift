// Who wrote a line of a log.

import FoundationEssentials
import GRDB
public import TicketSigning

/// Signs what a box writes.
public protocol RecordSigner: Sendable {
    /// The box whose key it is.
    var box: BoxID { get }

    /// Signs a message with Ed25519 (RFC 8032).
    ///
    /// - Parameter message: Begins with a label of its purpose.
    /// - Returns: 64 bytes.
    func sign(_ message: [UInt8]) -> [UInt8]
}

extension BoxID {
    /// Returns the identifier of the box that has a key. It follows from the key, so that nobody can write in the
    /// name of a box without its key: a UUID of version 8 (RFC 9562) from the first 16 bytes of the SHA-256 over
    /// `doorcheck/box/v1`, a zero byte and the key.
    ///
    /// - Parameter key: 32 bytes, an Ed25519 public key.
    public init(ofKey key: [UInt8]) {
        var bytes = Array(SHA256.hash(Array("doorcheck/box/v1\0".utf8) + key).prefix(Self.byteCount))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = Self(bytes: bytes) ?? .random()
    }
}

/// The signature of a line: Ed25519 over `doorcheck/line/v1`, a zero byte, and the line's chain value.
///
/// The chain value covers the line with its box and number, and all lines that it follows.
public enum LineSignature {
    private static let label = Array("doorcheck/line/v1\0".utf8)

    static func sign(_ chain: RecordBytes, by signer: some RecordSigner) -> RecordBytes {
        RecordBytes(signer.sign(label + chain.bytes))
    }

    /// Returns whether a line was written by the box that has a key.
    ///
    /// - Parameters:
    ///   - signature: What came with the line.
    ///   - chain: The line's chain value.
    ///   - key: The box's public key.
    /// - Returns: Whether the signature is the box's.
    package static func verifies(_ signature: RecordBytes, of chain: RecordBytes, by key: [UInt8]) -> Bool {
        Ed25519.verifies(signature.bytes, of: label + chain.bytes, by: key)
    }
}

/// A record with the signature of who wrote it, as it is sent.
public struct SignedRecord: Hashable, Sendable {
    /// The record.
    public let record: SharedRecord
    /// For a line of a log, its ``LineSignature``; for all others `nil`.
    public let signature: RecordBytes?

    /// - Parameters:
    ///   - record: The record.
    ///   - signature: For a line of a log, its signature.
    public init(_ record: SharedRecord, signature: RecordBytes?) {
        self.record = record
        self.signature = signature
    }
}

extension LogKind {
    /// Signs all lines that a box has written here and not signed yet.
    static func signAll(of box: BoxID, by signer: some RecordSigner, in db: Database) throws {
        for log in allCases {
            let sql = "SELECT chain FROM \(log.table) WHERE box = ? AND signature IS NULL"
            for chain in try Data.fetchAll(db, sql: sql, arguments: [box.blob]) {
                let signature = LineSignature.sign(RecordBytes(Array(chain)), by: signer)
                try db.execute(
                    sql: "UPDATE \(log.table) SET signature = ? WHERE box = ? AND chain = ? AND signature IS NULL",
                    arguments: [Data(signature.bytes), box.blob, chain])
            }
        }
    }
}
