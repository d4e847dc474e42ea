// The decoding itself, in any process.

internal import Glibc
internal import QRReader

/// The decoders of one worker, with the storage that they reuse between pictures.
struct DecoderCore: ~Copyable {
    private var codes: QRDecoder
    private let jpeg: JPEGDecoder
    /// The luma of the last frame, whose memory is reused.
    private var luma: [UInt8]
    /// The codes of `luma`, if it is a camera's frame that was read.
    private var known: (width: Int, codes: [DetectedCode])?

    /// Creates the decoders.
    ///
    /// - Throws: ``DecoderError/noMemory``.
    init() throws(DecoderError) {
        guard let codes = try? QRDecoder(), let jpeg = try? JPEGDecoder() else { throw .noMemory }
        self.codes = codes
        self.jpeg = jpeg
        luma = []
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
            case .motionJPEG(let count, let width, let height):
                let file = Array(memory.prefix(count))
                guard let size = jpeg.frame(file, width: width, height: height, into: memory) else { return .nothing }
                return try readFrame(width: size.width, height: size.height, in: memory)
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

    /// Reads a frame whose luma is in the memory, and writes its codes after the luma.
    private mutating func readFrame(
        width: Int, height: Int, in memory: UnsafeMutableRawBufferPointer
    ) throws -> DecoderAnswer {
        let pixels = UnsafeRawBufferPointer(rebasing: memory.prefix(width * height))
        let room = UnsafeMutableRawBufferPointer(rebasing: memory[pixels.count...])
        guard room.count >= Self.roomForCodes else { return .outOfMemory }
        let found: [DetectedCode]
        var decoding = Duration.zero
        if let known, known.width == width, isStored(pixels) {
            // A frozen or covered camera repeats one picture, even if the bytes of its frames differ.
            found = known.codes
        } else {
            store(pixels)
            let begin = ContinuousClock.now
            found = try codes.decode(Frame(width: width, height: height, luma: luma), effort: .live)
            decoding = begin.duration(to: .now)
            known = (width, found)
        }
        let count = DetectedCode.write(found, to: room)
        return .frame(width: width, height: height, codes: count, nanoseconds: Int(decoding / .nanoseconds(1)))
    }

    private func isStored(_ pixels: UnsafeRawBufferPointer) -> Bool {
        luma.withUnsafeBytes { stored in
            guard let one = stored.baseAddress, let two = pixels.baseAddress else { return false }
            return stored.count == pixels.count && memcmp(one, two, pixels.count) == 0
        }
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
