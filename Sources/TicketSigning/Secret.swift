// The bytes of a key.

/// 32 secret bytes, compared in constant time.
struct Secret: Sendable, Redacted {
    static let byteCount = 32

    let bytes: [UInt8]

    /// Creates a secret; `nil` unless there are 32 bytes.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a random secret from the kernel's generator (getrandom(2)).
    init() {
        bytes = (0..<Self.byteCount).map { _ in .random(in: 0 ... .max) }
    }
}

extension Secret: Equatable {
    static func == (left: Secret, right: Secret) -> Bool {
        ConstantTime.equal(left.bytes, right.bytes)
    }
}
