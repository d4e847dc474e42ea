// Who wrote a version of an event or a ticket, or a message.

import FoundationEssentials
import TicketSigning

/// The signature of a version: Ed25519 over `doorcheck/version/v1`, a zero byte, and the record's line without the
/// signature.
package enum VersionSignature {
    private static let label = Array("doorcheck/version/v1\0".utf8)

    /// Signs a version that this box wrote.
    ///
    /// - Throws: `EncodingError`, never for a ledger's own records.
    static func sign(_ record: SharedRecord, by signer: some RecordSigner) throws -> RecordBytes {
        RecordBytes(signer.sign(try message(record)))
    }

    /// Returns whether a version was written by the box that has a key.
    ///
    /// - Parameters:
    ///   - signature: 64 bytes that came with the version; anything else, and `nil`, is no signature.
    ///   - record: The version.
    ///   - key: The public key of the box that it names.
    /// - Returns: Whether the signature is the box's.
    package static func verifies(_ signature: RecordBytes?, of record: SharedRecord, by key: [UInt8]) -> Bool {
        guard let signature, let message = try? message(record) else { return false }
        return Ed25519.verifies(signature.bytes, of: message, by: key)
    }

    private static func message(_ record: SharedRecord) throws -> [UInt8] { label + Array(try record.line()) }
}
