// What the signatures of a box are checked with.

/// The public half of a box's key pair.
public struct Ed25519PublicKey: Hashable, Sendable {
    /// The number of bytes in a key.
    public static let byteCount = 32

    /// The key: 32 bytes.
    public let bytes: [UInt8]

    /// - Parameter bytes: 32 bytes; another number gives `nil`.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    init(known bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether a signature is of this key's owner.
    ///
    /// - Parameters:
    ///   - signature: 64 bytes; another number is no signature.
    ///   - message: What was signed.
    /// - Returns: `false` for everything but the one right signature of the message.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        signature.count == Ed25519.signatureByteCount
            && Ed25519.verifies(signature, of: message, publicKey: bytes)
    }
}
