// The decoding itself, in any process.

internal import QRReader

/// The decoders of one worker, with the storage that they reuse between pictures.
struct DecoderCore: ~Copyable {
    private var codes: QRDecoder
    private let jpeg: JPEGDecoder
    /// The luma of the last frame, whose memory is reused.
    private var luma: [UInt8]
    /// The memory for the luma of the next Motion JPEG frame.
    private var next: [UInt8]
    /// The codes of `luma`, if it is a camera's frame that was read.
    private var known: (width: Int, codes: [DetectedCode])?

    /// Creates the decoders.
    ///
    /// - Throws: ``DecoderError/noMemory``.
    init() throws(DecoderError) {
        guard let codes = try? QRDecoder(), let jpeg = try? JPEGDecoder() else { throw .noMemory }
        self.codes = codes
        self.jpeg = jpeg
        (luma, next) = ([], [])
    }

    /// Performs a request on the data in memory, and stores the result there.
    mutating func answer(_ request: DecoderRequest, in memory: UnsafeMutableRawBufferPointer) -> DecoderAnswer {
        do {
            switch request {
            case .codes(let width, let height, let effort):
                store(UnsafeRawBufferPointer(rebasing: memory.prefix(width * height)))
                return try read(Frame(width: width, height: height, luma: luma), effort: effort, scale: 1, memory)
            case .file(let count, let limits):
                let picture = try ImageFile.decode(Array(memory.prefix(count)), limits: limits)
                return try read(picture.frame, effort: .thorough, scale: Int(picture.scale), memory)
            case .picture(let count, let limits):
                let picture = try ImageFile.decode(Array(memory.prefix(count)), limits: limits)
                memory.copyBytes(from: picture.frame.luma)
                return .luma(width: picture.frame.width, height: picture.frame.height, scale: Int(picture.scale))
            case .colours(let count, let side, let limits):
                let picture = try ColourPicture.decode(
                    Array(memory.prefix(count)), longestSide: side, limits: limits)
                guard picture.rgba.count <= memory.count else { return .outOfMemory }
                memory.copyBytes(from: picture.rgba)
                return .colours(width: picture.width, height: picture.height)
            case .motionJPEG(let count, let width, let height, let keepsPixels):
                guard let size = decode(Array(memory.prefix(count)), width: width, height: height) else {
                    return .nothing
                }
                return try readFrame(width: size.width, height: size.height, keepsPixels: keepsPixels, memory)
            }
        } catch let error as ImageFileError {
            let text = Array(error.text.utf8.prefix(memory.count))
            memory.copyBytes(from: text)
            return .failure(error, textCount: text.count)
        } catch {
            return .outOfMemory
        }
    }

    /// Copies pixels out of the memory, which the other process can change.
    private mutating func store(_ pixels: UnsafeRawBufferPointer) {
        known = nil
        if luma.count == pixels.count {
            luma.withUnsafeMutableBytes { $0.copyMemory(from: pixels) }
        } else {
            luma = Array(pixels)
        }
    }

    /// Decodes a Motion JPEG frame into `next`, which the other process cannot change.
    private mutating func decode(_ file: [UInt8], width: Int, height: Int) -> (width: Int, height: Int)? {
        guard width > 0, height > 0, let size = try? jpeg.frameSize(of: file), size.given == (width, height) else {
            return nil
        }
        let (width, height) = size.decoded
        if next.count != width * height { next = [UInt8](repeating: 0, count: width * height) }
        let isDecoded = next.withUnsafeMutableBytes { jpeg.decode(file, width: width, height: height, into: $0) }
        return isDecoded ? size.decoded : nil
    }

    /// Reads the frame in `next`, and writes its luma into the memory if the pixels are needed, and its codes behind
    /// the luma's place.
    private mutating func readFrame(
        width: Int, height: Int, keepsPixels: Bool, _ memory: UnsafeMutableRawBufferPointer
    ) throws -> DecoderAnswer {
        guard memory.count - width * height >= Self.roomForCodes else { return .outOfMemory }
        let found: [DetectedCode]
        var decoding = Duration.zero
        if let known, known.width == width, luma.count == next.count,
            Frame(width: width, height: height, luma: luma).isSamePicture(
                as: Frame(width: width, height: height, luma: next))
        {
            // A frozen or covered camera repeats one picture, even if the bytes of its frames differ.
            found = known.codes
        } else {
            known = nil
            swap(&luma, &next)
            let begin = ContinuousClock.now
            found = try codes.decode(Frame(width: width, height: height, luma: luma), effort: .live)
            decoding = begin.duration(to: .now)
            known = (width, found)
        }
        if keepsPixels { memory.copyBytes(from: luma) }
        let room = UnsafeMutableRawBufferPointer(rebasing: memory[(width * height)...])
        let count = DetectedCode.write(found, to: room)
        return .frame(width: width, height: height, codes: count, nanoseconds: Int(decoding / .nanoseconds(1)))
    }

    /// More than the codes of any frame take: 300 of the largest size.
    private static let roomForCodes = 1 << 20

    private mutating func read(
        _ frame: Frame, effort: DecodeEffort, scale: Int, _ memory: UnsafeMutableRawBufferPointer
    ) throws -> DecoderAnswer {
        let begin = ContinuousClock.now
        let found = try codes.decode(frame, effort: effort)
        let elapsed = begin.duration(to: .now)
        let count = DetectedCode.write(found.map { $0.scaled(by: Double(scale)) }, to: memory)
        return .codes(count: count, scale: scale, nanoseconds: Int(elapsed / .nanoseconds(1)))
    }
}

extension DetectedCode {
    /// Returns the code with its corners scaled to a picture of another size.
    fileprivate func scaled(by scale: Double) -> DetectedCode {
        guard scale != 1 else { return self }
        return DetectedCode(
            bytes: bytes, parts: parts, corners: corners.map { Point(x: $0.x * scale, y: $0.y * scale) })
    }
}
