// The library's entrance: a frame in, its codes out.

/// Reads every QR code of a frame, dark on light or light on dark.
///
/// ```swift
/// var decoder = try QRDecoder()
/// for code in try decoder.decode(Frame(width: width, height: height, luma: luma)) {
///     print(code.text ?? "\(code.bytes.count) bytes", code.corners)
/// }
/// ```
///
/// Create one decoder and use it for all frames: it keeps the storage of its steps, so frames of one size allocate
/// little after the first.
///
/// **Input.** 8-bit luma, at any angle and in either polarity. A module should measure 1.5 pixels or more, and a quiet
/// zone helps but may be missing. A frame smaller than 21 x 21 pixels holds no code. Its content is never trusted:
/// whatever it shows, decoding neither crashes nor exceeds the budget of its ``DecodeEffort``.
///
/// **Output.** The bytes of each code as encoded, and its corners in the frame's pixels. Error correction is weighed
/// by the contrast of each module, and a code that zbar reads differently is not returned.
///
/// **Blur.** In live reading, a blurred code is looked for only where something has moved since the frame before. One
/// that a frame leaves no work for is read during the next frame, if that shows it too.
///
/// **Cost.** Bounded by counted work rather than time, so the same frames in the same order give the same codes on
/// every machine.
/// <doc:QRReader> has measured times.
///
/// **Thread safety.** A decoder holds state of a C library. It is neither copyable nor `Sendable`: one task owns it,
/// and tasks that decode at the same time have one each.
///
/// - SeeAlso: docs/adr/0003-zbar.md, docs/adr/0010-reader.md
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
    /// - Returns: One element per code in the picture, so two copies of a ticket are two elements, in the order in
    ///   which they were found; empty if nothing could be read.
    /// - Throws: ``QRDecoderError/outOfMemory``; the decoder can still be used for the next frame.
    /// - Complexity: At most linear in the number of pixels, whatever the frame shows.
    public mutating func decode(_ frame: Frame, effort: DecodeEffort = .live) throws(QRDecoderError) -> [DetectedCode] {
        let codes = try finder.read(frame, effort: effort)
        guard codes.count > 1 else { return codes }
        return codes.reduce(into: []) { distinct, code in
            if !distinct.contains(where: { $0.isSameCode(as: code) }) { distinct.append(code) }
        }
    }
}
