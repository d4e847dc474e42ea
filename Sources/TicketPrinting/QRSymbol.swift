// A QR code as its grid of dark and light modules.

internal import CQREncode
internal import Glibc

/// A QR code (ISO/IEC 18004): the set of its dark modules.
public struct QRSymbol: Equatable, Sendable {
    /// The light margin that the standard requires on every side, in modules.
    public static let quietZone = 4

    /// The version, 1 to 40.
    public let version: Int
    /// Modules per side without the quiet zone: 17 + 4 × version.
    public let size: Int
    private let dark: [Bool]

    /// Encodes `text` in the smallest version into which it fits, each part of it in its densest mode.
    ///
    /// A ticket code has only characters of the alphanumeric mode and is encoded in it: 108 characters need version 4
    /// at ``ErrorCorrection/low``, 5 at ``ErrorCorrection/medium``, 6 at ``ErrorCorrection/quartile``. Other
    /// characters are encoded as UTF-8.
    ///
    /// - Parameters:
    ///   - text: 1 to 7,089 characters, depending on mode and level; no NUL.
    ///   - errorCorrection: The level of damage to tolerate; see ``Medium/errorCorrection``.
    /// - Throws: ``PrintingError/emptyText``, ``PrintingError/textWithNUL``,
    ///   ``PrintingError/textTooLong(bytes:errorCorrection:)``, ``PrintingError/encoder(errno:)``.
    public init(text: String, errorCorrection: ErrorCorrection) throws(PrintingError) {
        guard !text.isEmpty else { throw .emptyText }
        guard !text.utf8.contains(0) else { throw .textWithNUL }
        guard let code = QRcode_encodeString(text, 0, errorCorrection.level, QR_MODE_8, 1) else {
            let cause = errno
            guard cause == ERANGE else { throw .encoder(errno: cause) }
            throw .textTooLong(bytes: text.utf8.count, errorCorrection: errorCorrection)
        }
        defer { QRcode_free(code) }
        version = Int(code.pointee.version)
        size = Int(code.pointee.width)
        // Bit 0 is the colour; the other bits describe the module's purpose.
        dark = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Returns whether the module in column `x` and row `y`, from the top left, is dark.
    ///
    /// Everything outside the symbol is light, like its quiet zone.
    public subscript(x x: Int, y y: Int) -> Bool {
        let inside = 0..<size
        return inside.contains(x) && inside.contains(y) && dark[y * size + x]
    }
}

/// The error correction level of a QR code (ISO/IEC 18004): the share of its codewords that may be lost.
///
/// A higher level needs a larger symbol, and therefore smaller modules on the same paper.
public enum ErrorCorrection: String, CaseIterable, Sendable {
    /// About 7 %.
    case low
    /// About 15 %.
    case medium
    /// About 25 %.
    case quartile
    /// About 30 %.
    case high

    var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}

/// The medium on which a guest brings a ticket.
public enum Medium: String, CaseIterable, Sendable {
    /// A phone: small and never creased, so larger modules matter more than error correction.
    case screen
    /// Paper or a wristband: folded, wet and scratched.
    case print

    /// The error correction level of our tickets on this medium: version 5 on a screen, version 6 in print.
    public var errorCorrection: ErrorCorrection {
        switch self {
        case .screen: .medium
        case .print: .quartile
        }
    }
}
