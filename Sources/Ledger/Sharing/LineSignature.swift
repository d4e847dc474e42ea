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
/// The chain value covers the line with its box and number, and all lines that it follows. Lines that are sent together
/// are signed together, as a ``LineTree``: the signature is then followed by what leads from the line to the root.
package enum LineSignature {
    private static let label = Array("doorcheck/line/v1\0".utf8)

    static func sign(_ chain: RecordBytes, by signer: some RecordSigner) -> RecordBytes {
        RecordBytes(signer.sign(label + chain.bytes))
    }

    /// Signs lines of a box.
    ///
    /// - Parameters:
    ///   - chains: Their chain values, of 32 bytes each.
    ///   - signer: The box's key.
    /// - Returns: A signature for each line, which stands for itself whatever becomes of the others.
    /// - Complexity: One Ed25519 signature for every eight lines.
    package static func sign(_ chains: [RecordBytes], by signer: some RecordSigner) -> [RecordBytes] {
        var signatures: [RecordBytes] = []
        signatures.reserveCapacity(chains.count)
        var left = chains[...]
        while let first = left.first {
            let together = left.prefix(LineTree.count(among: left.count))
            left = left.dropFirst(together.count)
            guard together.count > 1 else {
                signatures.append(sign(first, by: signer))
                continue
            }
            let tree = LineTree(together)
            let signature = signer.sign(tree.message)
            signatures += (0..<together.count).map { RecordBytes(signature + tree.proof(of: $0)) }
        }
        return signatures
    }

    /// Returns whether a line was written by the box that has a key.
    ///
    /// - Parameters:
    ///   - signature: What came with the line; anything that is none, and `nil`, is no signature.
    ///   - chain: The line's chain value.
    ///   - key: The box's public key.
    /// - Returns: Whether the signature is the box's.
    package static func verifies(_ signature: RecordBytes?, of chain: RecordBytes, by key: [UInt8]) -> Bool {
        var verifier = LineVerifier()
        return verifier.verifies(signature, of: chain, by: key)
    }

    /// Returns what was signed if a line has a signature.
    ///
    /// - Parameters:
    ///   - bytes: What came with the line.
    ///   - chain: The line's chain value.
    /// - Returns: `nil` if that cannot be a signature.
    fileprivate static func message(of bytes: [UInt8], _ chain: RecordBytes) -> [UInt8]? {
        guard isSignature(bytes.count) else { return nil }
        let proof = bytes.dropFirst(Ed25519.signatureByteCount)
        return proof.isEmpty ? label + chain.bytes : LineTree.message(of: chain.bytes, proof)
    }

    /// Returns whether the signature of a line can have a length: 64, 97, 129 or 161 bytes.
    static func isSignature(_ byteCount: Int) -> Bool {
        byteCount == Ed25519.signatureByteCount || LineTree.isProof(byteCount - Ed25519.signatureByteCount)
    }
}

/// Verifies signatures of lines; one that several lines share is verified once.
package struct LineVerifier {
    private struct Signed: Hashable {
        let signature: [UInt8]
        let message: [UInt8]
        let key: [UInt8]
    }

    private var verified: [Signed: Bool] = [:]

    package init() {}

    /// Returns whether a line was written by the box that has a key.
    ///
    /// - Parameters:
    ///   - signature: What came with the line; anything that is none, and `nil`, is no signature.
    ///   - chain: The line's chain value.
    ///   - key: The box's public key.
    /// - Returns: Whether the signature is the box's.
    package mutating func verifies(_ signature: RecordBytes?, of chain: RecordBytes, by key: [UInt8]) -> Bool {
        guard let bytes = signature?.bytes, let message = LineSignature.message(of: bytes, chain) else { return false }
        let signed = Signed(
            signature: Array(bytes.prefix(Ed25519.signatureByteCount)), message: message, key: key)
        if let known = verified[signed] { return known }
        let isValid = Ed25519.verifies(signed.signature, of: message, by: key)
        verified[signed] = isValid
        return isValid
    }
}

extension RecordBytes {
    /// What is stored of a signature that came with a version; one of another length is none.
    var asSignature: Data? { bytes.count == Ed25519.signatureByteCount ? Data(bytes) : nil }

    /// What is stored of a signature that came with a line; one of another length is none.
    var asLineSignature: Data? { LineSignature.isSignature(bytes.count) ? Data(bytes) : nil }
}
