// The decoding stage: a frame in, the codes read in it out.

/// Reads every QR code of a frame, dark on light or light on dark.
///
/// It holds state of the C library, so it belongs to one task.
///
/// - SeeAlso: docs/adr/0003-zbar.md
public struct QRDecoder: ~Copyable {
    private var scanner: ZBarScanner
    private var work = 0

    /// zbar 0.23.92 keeps 0.2 kB per code until its scanner is destroyed (upstream commit 5898cd5): 22 MB an hour
    /// with a code in view. After this many decodes, 0.1 MB, the scanner is replaced.
    private static let workOfOneScanner = 500

    /// - Throws: ``QRDecoderError/outOfMemory``.
    public init() throws(QRDecoderError) {
        scanner = try ZBarScanner()
    }

    /// Reads every QR code of a frame.
    ///
    /// Light on dark is tried only where no dark-on-light code was read: it costs a second pass over the frame.
    ///
    /// - Parameter frame: Of any size; a module should measure 2 pixels or more.
    /// - Returns: One reading per code in the picture, so two copies of a ticket are two readings; empty when
    ///   nothing could be read.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    /// - Complexity: about 33 ns per pixel, twice that for a frame without a code.
    public mutating func decode(_ frame: Frame) throws(QRDecoderError) -> [CodeReading] {
        if work >= Self.workOfOneScanner {
            scanner = try ZBarScanner()
            work = 0
        }
        let readings = try scanner.scan(frame)
        work += max(readings.count, 1)
        return readings.reduce(into: []) { distinct, reading in
            if !distinct.contains(where: { $0.isSameCode(as: reading) }) { distinct.append(reading) }
        }
    }
}
