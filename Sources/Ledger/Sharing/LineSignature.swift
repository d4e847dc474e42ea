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

extension RecordBytes {
    /// What is stored of a signature that came with a line; one of another length is none.
    var asSignature: Data? { bytes.count == Ed25519.signatureByteCount ? Data(bytes) : nil }
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

extension Ledger {
    /// Signs the lines of this ledger's box that are not signed yet, with pauses in which guests are let in.
    func signLines(by signer: any RecordSigner) async throws {
        for log in LogKind.allCases {
            while true {
                let start = ContinuousClock.now
                let count = try await write { db in try log.signLines(by: signer, limit: Self.pieceCount, in: db) }
                guard count == Self.pieceCount else { break }
                try await letOthersWrite(since: start)
            }
        }
    }
}

extension LogKind {
    /// Signs lines of the ledger's box that are not signed yet.
    ///
    /// - Returns: How many.
    func signLines(by signer: some RecordSigner, limit: Int, in db: Database) throws -> Int {
        let sql = "SELECT seq, branch, chain FROM \(table) WHERE box = ? AND signature IS NULL LIMIT ?"
        let box = signer.box.blob
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [box, limit])
        let update = try db.cachedStatement(
            sql: "UPDATE \(table) SET signature = ? WHERE box = ? AND seq = ? AND branch = ?")
        for row in rows {
            let signature = LineSignature.sign(RecordBytes(Array(row["chain"] as Data)), by: signer)
            let (seq, branch): (Int64, Int) = (row["seq"], row["branch"])
            try update.execute(arguments: [Data(signature.bytes), box, seq, branch])
        }
        return rows.count
    }
}
