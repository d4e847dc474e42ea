// The decoding stage: from a frame to its codes.

/// Reads every QR code of a frame, dark on light or light on dark.
///
/// It holds state of the C library, so it must be used by one task only.
///
/// - SeeAlso: docs/adr/0003-zbar.md
public struct QRDecoder: ~Copyable {
    private var finder: SymbolFinder

    /// Creates a decoder.
    ///
    /// - Throws: ``QRDecoderError/outOfMemory``.
    public init() throws(QRDecoderError) {
        finder = try SymbolFinder()
    }

    /// Reads every QR code of a frame.
    ///
    /// - Parameters:
    ///   - frame: A frame of any size; a module should measure 1.5 pixels or more.
    ///   - effort: The search effort.
    /// - Returns: One reading per code in the picture, so two copies of a ticket are two readings; empty if nothing
    ///   could be read.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    public mutating func decode(_ frame: Frame, effort: DecodeEffort = .live) throws(QRDecoderError) -> [DetectedCode] {
        let readings = try finder.read(frame, effort: effort)
        guard readings.count > 1 else { return readings }
        return readings.reduce(into: []) { distinct, reading in
            if !distinct.contains(where: { $0.isSameCode(as: reading) }) { distinct.append(reading) }
        }
    }
}
