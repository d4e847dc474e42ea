// V4L2's name for a pixel format.

/// A four-character code, the first character in the lowest byte (linux/videodev2.h).
public struct FourCC: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The four characters as V4L2 packs them.
    public let rawValue: UInt32

    /// Creates a code from its packed value.
    ///
    /// - Parameter rawValue: The four characters as V4L2 packs them.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The four characters, for example `MJPG`; a non-printable byte is shown as `?`.
    public var description: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }
        return String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
