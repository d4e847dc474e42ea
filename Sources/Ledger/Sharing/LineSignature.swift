// Who wrote a line of a log.

import FoundationEssentials
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

/// The signature of a line: Ed25519 over `doorcheck/line/v1`, a zero byte, and the line's chain value.
///
/// The chain value covers the line with its box and number, and all lines that it follows.
package enum LineSignature {
    private static let label = Array("doorcheck/line/v1\0".utf8)

    static func sign(_ chain: RecordBytes, by signer: some RecordSigner) -> RecordBytes {
        RecordBytes(signer.sign(label + chain.bytes))
    }

    /// Returns whether a line was written by the box that has a key.
    ///
    /// - Parameters:
    ///   - signature: 64 bytes that came with the line; anything else, and `nil`, is no signature.
    ///   - chain: The line's chain value.
    ///   - key: The box's public key.
    /// - Returns: Whether the signature is the box's.
    package static func verifies(_ signature: RecordBytes?, of chain: RecordBytes, by key: [UInt8]) -> Bool {
        signature.map { Ed25519.verifies($0.bytes, of: label + chain.bytes, by: key) } ?? false
    }
}

extension RecordBytes {
    /// What is stored of a signature that came with a line; one of another length is none.
    var asSignature: Data? { bytes.count == Ed25519.signatureByteCount ? Data(bytes) : nil }
}
