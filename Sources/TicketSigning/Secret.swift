// Values that must not be printed, and comparisons that take the same time whatever they find.

internal import COpenSSL

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

/// A value that never shows its contents, whether printed, interpolated, reflected or dumped.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }

    /// Always `<redacted>`.
    public var debugDescription: String { description }

    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares secrets.
package enum ConstantTime {
    /// Returns whether two secrets or hashes are equal, in a time that depends only on their length.
    ///
    /// - Parameters:
    ///   - left: Any bytes.
    ///   - right: Any bytes; a different length is never equal.
    /// - Returns: Whether they are equal.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
