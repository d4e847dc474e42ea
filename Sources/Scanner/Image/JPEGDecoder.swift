// Wrapper for TurboJPEG: luma from JPEG files and from a camera's Motion JPEG.

internal import CTurboJPEG
internal import QRReader

/// Owns a TurboJPEG decompressor.
struct JPEGDecoder: ~Copyable {
    private let handle: tjhandle

    init() throws(ImageFileError) {
        guard let handle = tjInitDecompress() else { throw .outOfMemory }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    /// Decodes a JPEG file, scaled down in the decoder if it is larger than a QR code needs.
    ///
    /// - Throws: ``ImageFileError``; a truncated file is refused, but other damage that leaves a picture is accepted.
    func picture(_ bytes: [UInt8], limits: ImageLimits) throws(ImageFileError) -> Picture {
        let (width, height) = try size(of: bytes, limits: limits)
        let factor = Self.reduction(of: width * height, to: limits.photoPixels)
        let (smallWidth, smallHeight) = ((width + factor - 1) / factor, (height + factor - 1) / factor)
        let (luma, isWhole) = try decompress(bytes, width: smallWidth, height: smallHeight)
        guard isWhole else { throw .truncated(.jpeg) }
        return Picture(frame: Frame(width: smallWidth, height: smallHeight, luma: luma), scale: Double(factor))
    }

    /// Decodes a JPEG file with its colours, scaled down in the decoder while it stays larger than needed.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - side: The longer side that is needed, in pixels.
    ///   - limits: The size limits.
    /// - Returns: The picture; both its sides are below `side`, or the longer one is `side` or more.
    /// - Throws: ``ImageFileError``; a truncated file is refused.
    func colours(_ bytes: [UInt8], longestSide side: Int, limits: ImageLimits) throws(ImageFileError) -> ColourPicture {
        let size = try size(of: bytes, limits: limits)
        let factor = [8, 4, 2].first { max(size.width, size.height) / $0 >= side } ?? 1
        let (width, height) = ((size.width + factor - 1) / factor, (size.height + factor - 1) / factor)
        let (pixels, isWhole) = try decompress(bytes, width: width, height: height, to: .colours)
        guard isWhole else { throw .truncated(.jpeg) }
        return ColourPicture(width: width, height: height, rgba: pixels)
    }

    /// What a picture is decoded to.
    private enum Pixels {
        /// A byte per pixel.
        case luma
        /// Red, green, blue and 255.
        case colours

        var bytes: Int { self == .luma ? 1 : 4 }
        var format: Int32 { self == .luma ? TJPF_GRAY.rawValue : TJPF_RGBA.rawValue }
    }

    /// Returns the size of a camera's Motion JPEG frame.
    ///
    /// - Returns: The size given in the frame, and the size to decode it to: a frame above ``framePixels`` is reduced
    ///   in the decoder, which leaves more pixels than a door needs.
    /// - Throws: ``ImageFileError`` for anything but a JPEG within the default limits.
    func frameSize(
        of bytes: [UInt8], limit: Int = framePixels
    ) throws(ImageFileError) -> (given: (width: Int, height: Int), decoded: (width: Int, height: Int)) {
        let given = try size(of: bytes, limits: .default)
        let factor = Self.reduction(of: given.width * given.height, to: limit)
        return (given, ((given.width + factor - 1) / factor, (given.height + factor - 1) / factor))
    }

    /// Decodes a camera's Motion JPEG frame; missing parts of a truncated frame are grey.
    ///
    /// Frames without Huffman tables, which many cameras send, are read with the standard ones.
    ///
    /// - Parameters:
    ///   - bytes: The frame.
    ///   - width: The width to decode it to, from ``frameSize(of:limit:)``.
    ///   - height: The height to decode it to.
    ///   - memory: At least `width * height` bytes.
    /// - Returns: Whether the memory holds a picture.
    func decode(_ bytes: [UInt8], width: Int, height: Int, into memory: UnsafeMutableRawBufferPointer) -> Bool {
        guard width * height <= memory.count, let start = memory.baseAddress else { return false }
        return (try? decompress(bytes, width: width, height: height, into: start)) != nil
    }

    /// Twice 1920 x 1080: up to this size, every pixel helps to read a small code.
    static let framePixels = 4_147_200

    private func size(of bytes: [UInt8], limits: ImageLimits) throws(ImageFileError) -> (width: Int, height: Int) {
        var (width, height, subsampling, colours) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colours) == 0
        else { throw failure() }
        guard colours != TJCS_CMYK.rawValue, colours != TJCS_YCCK.rawValue else {
            throw .unsupported(.jpeg, feature: "a CMYK picture")
        }
        try limits.check(.jpeg, width: Int(width), height: Int(height))
        return (Int(width), Int(height))
    }

    /// Returns 1, 2, 4 or 8: TurboJPEG has fast code for these factors, and a reduced picture is cheaper to decode.
    static func reduction(of pixels: Int, to limit: Int) -> Int {
        [1, 2, 4].first { pixels / ($0 * $0) <= limit } ?? 8
    }

    private func decompress(
        _ bytes: [UInt8], width: Int, height: Int, to kind: Pixels = .luma
    ) throws(ImageFileError) -> (pixels: [UInt8], isWhole: Bool) {
        var result = Result<Bool, ImageFileError>.success(false)
        // On failure the pixels remain uninitialised and are discarded below.
        let all = [UInt8](unsafeUninitializedCapacity: width * height * kind.bytes) { pixels, count in
            guard let start = pixels.baseAddress else { return }
            result = Result { () throws(ImageFileError) in
                try decompress(bytes, width: width, height: height, to: kind, into: UnsafeMutableRawPointer(start))
            }
            count = width * height * kind.bytes
        }
        return (all, try result.get())
    }

    /// Decodes a picture into memory.
    ///
    /// TurboJPEG reports an error as a warning if it warned before, and then leaves the memory as it was: a picture
    /// from before. Rows are decoded from top to bottom, so the last one shows whether there is a picture.
    ///
    /// - Returns: Whether the file contained the whole picture.
    private func decompress(
        _ bytes: [UInt8], width: Int, height: Int, to kind: Pixels = .luma, into start: UnsafeMutableRawPointer
    ) throws(ImageFileError) -> Bool {
        let row = width * kind.bytes
        let lastRow = UnsafeMutableRawBufferPointer(start: start + (height - 1) * row, count: row)
        for x in 0..<row { lastRow[x] = Self.unwritten(x) }
        // LIMITSCANS: otherwise a progressive file with thousands of scans would take minutes to decode.
        let result = tjDecompress2(
            handle, bytes, UInt(bytes.count), start.assumingMemoryBound(to: UInt8.self), Int32(width), 0,
            Int32(height), kind.format, TJFLAG_LIMITSCANS)
        if result == 0 { return true }
        guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue,
            (0..<row).contains(where: { lastRow[$0] != Self.unwritten($0) })
        else { throw failure() }
        // A warning still leaves a picture. Only the message distinguishes a missing end from, say, stray bytes
        // between two segments.
        return !message.contains("remature end")
    }

    /// Returns a pixel of a row that no camera takes: black and white by turns.
    private static func unwritten(_ x: Int) -> UInt8 { x.isMultiple(of: 2) ? 0 : 255 }

    private func failure() -> ImageFileError {
        message.contains("remature end") ? .truncated(.jpeg) : .damaged(.jpeg, reason: message)
    }

    private var message: String { tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error" }
}
