// The decoding itself, in any process.

/// The decoders of one worker, with the storage that they reuse between pictures.
struct LocalDecoder: ~Copyable {
    private var codes: QRDecoder
    private let jpeg: JPEGDecoder
    /// The luma of the last frame, whose memory is reused.
    private var luma: [UInt8]

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
                let pixels = UnsafeRawBufferPointer(rebasing: memory.prefix(width * height))
                if luma.count == pixels.count {
                    luma.withUnsafeMutableBytes { $0.copyMemory(from: pixels) }
                } else {
                    luma = Array(pixels)
                }
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
                return .luma(width: size.width, height: size.height, scale: 1)
            }
        } catch let error as ImageFileError {
            let text = Array(error.text.utf8.prefix(memory.count))
            memory.copyBytes(from: text)
            return .failure(error, textCount: text.count)
        } catch {
            return .outOfMemory
        }
    }

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
