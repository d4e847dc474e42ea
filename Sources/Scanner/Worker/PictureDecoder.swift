// Decodes pictures, in this process or in one that a picture may end.

import BlockingCalls
public import QRReader

/// Decodes pictures one after the other, on a separate thread.
///
/// A picture that ends the decoder process results in an error, and the next picture gets a new process.
public actor PictureDecoder {
    private let location: DecoderLocation
    private let limits: ImageLimits
    private let queue = BlockingQueue(label: "decoder")
    /// The decoder, created for the first picture.
    private var made: (any DecoderBackend)?

    /// A separate queue, whose thread may block without affecting other tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - location: The process that decodes pictures.
    ///   - limits: The size limits.
    public init(_ location: DecoderLocation, limits: ImageLimits = .default) {
        (self.location, self.limits) = (location, limits)
    }

    /// Starts the decoder process, so that the first picture does not wait for it.
    ///
    /// - Throws: ``DecoderError`` if it cannot be started.
    public func begin() throws(DecoderError) {
        let decoder = try decoder()
        _ = try decoder.answer(
            to: .motionJPEG(count: 0, width: 1, height: 1, keepsPixels: false), withinSeconds: Self.frameSeconds)
    }

    /// Reads every code of a frame.
    ///
    /// - Parameters:
    ///   - frame: A frame within the size limits.
    ///   - effort: The search effort.
    /// - Returns: The codes, and the frame.
    /// - Throws: ``DecoderError``.
    public func codes(in frame: Frame, effort: DecodeEffort = .live) throws(DecoderError) -> DecodedPicture {
        let decoder = try decoder()
        guard frame.luma.count <= decoder.bytes.count else { throw .outOfMemory }
        decoder.bytes.copyBytes(from: frame.luma)
        defer { decoder.forget(frame.luma.count) }
        let request = DecoderRequest.codes(width: frame.width, height: frame.height, effort: effort)
        let seconds = effort == .live ? Self.frameSeconds : limits.seconds
        var picture = try picture(decoder.answer(to: request, withinSeconds: seconds), decoder)
        picture.frame = frame
        return picture
    }

    /// Reads every code of a camera's frame. A Motion JPEG frame is decoded and read in one request.
    ///
    /// - Parameters:
    ///   - captured: A frame within the size limits.
    ///   - source: The camera, which hears whether its frame held a picture.
    ///   - keepsPixels: Whether the caller needs the pixels of a Motion JPEG frame, whose copy costs time.
    /// - Returns: The codes, and the frame; nil if a Motion JPEG frame holds no picture of the announced size.
    /// - Throws: ``DecoderError``.
    public func read(
        _ captured: CapturedFrame, from source: any FrameSource, keepsPixels: Bool = true
    ) throws(DecoderError) -> DecodedPicture? {
        let picture =
            switch captured.content {
            case .luma(let frame): try codes(in: frame)
            case .motionJPEG(let bytes, let width, let height):
                try motionJPEG(bytes, width: width, height: height, keepsPixels: keepsPixels)
            }
        source.frameWasDecoded(isPicture: picture != nil)
        return picture
    }

    private func motionJPEG(
        _ bytes: [UInt8], width: Int, height: Int, keepsPixels: Bool
    ) throws(DecoderError) -> DecodedPicture? {
        let request = DecoderRequest.motionJPEG(
            count: bytes.count, width: width, height: height, keepsPixels: keepsPixels)
        let decoder = try decoder()
        guard bytes.count <= decoder.bytes.count else { return nil }
        decoder.bytes.copyBytes(from: bytes)
        switch try decoder.answer(to: request, withinSeconds: Self.frameSeconds) {
        case .frame(let width, let height, let count, let nanoseconds):
            let pixels = width * height
            defer { decoder.forget(pixels + count) }
            guard let codes = DetectedCode.read(Array(decoder.bytes[pixels..<pixels + count])) else {
                throw .ended(signal: 0)
            }
            let luma = keepsPixels ? Array(decoder.bytes.prefix(pixels)) : nil
            return DecodedPicture(
                codes: codes, decoding: .nanoseconds(nanoseconds),
                frame: luma.map { Frame(width: width, height: height, luma: $0) })
        case .nothing: return nil
        case .outOfMemory: throw .outOfMemory
        case .codes, .luma, .colours, .failure: throw .ended(signal: 0)
        }
    }

    /// Reads every code of a picture file, with places in the file's picture.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - limits: The size limits, at most those of this decoder.
    /// - Returns: The codes.
    /// - Throws: ``ImageFileError``; ``DecoderError`` if no process could be started.
    public func codes(inFile path: String, limits: ImageLimits) throws -> DecodedPicture {
        let kind = try Self.kind(ofFile: path, limits)
        if let kind, kind.isForeign {
            let pages = try Self.pages(ofFile: path, kind, limits)
            do { return try codes(inPages: pages) } catch { throw Self.blame(kind, for: error) }
        }
        let decoder = try decoder()
        let count = try RegularFile.read(path: path, into: decoder.bytes, limitBytes: limits.bytes)
        defer { decoder.forget(count) }
        do {
            return try picture(answer(to: .file(count: count, limits: limits), limits), decoder)
        } catch {
            throw Self.blame(kind, for: error)
        }
    }

    /// Reads every code of a picture file, and keeps the pixels that were examined.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - limits: The size limits, at most those of this decoder.
    /// - Returns: The pages of the file, most often one: their frames, and the codes with places in these.
    /// - Throws: ``ImageFileError``; ``DecoderError`` if no process could be started.
    public func pages(inFile path: String, limits: ImageLimits) throws -> [DecodedPicture] {
        let kind = try Self.kind(ofFile: path, limits)
        var pages: [Picture] = []
        if let kind, kind.isForeign {
            pages = try Self.pages(ofFile: path, kind, limits)
        } else {
            pages = [try picture(inFile: path, limits: limits)]
        }
        do {
            return try pages.map { page in
                var found = try codes(in: page.frame, effort: .thorough)
                found.scale = page.scale
                return found
            }
        } catch {
            throw Self.blame(kind, for: error)
        }
    }

    /// Decodes a picture file.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - limits: The size limits, at most those of this decoder.
    /// - Returns: The picture, or the first of a file that holds several; a JPEG above ``ImageLimits/photoPixels`` is
    ///   scaled down.
    /// - Throws: ``ImageFileError``; ``DecoderError`` if no process could be started.
    public func picture(inFile path: String, limits: ImageLimits) throws -> Picture {
        let kind = try Self.kind(ofFile: path, limits)
        if let kind, kind.isForeign {
            guard let first = try Self.pages(ofFile: path, kind, limits).first else { throw ImageFileError.unknownKind }
            return first
        }
        let decoder = try decoder()
        let count = try RegularFile.read(path: path, into: decoder.bytes, limitBytes: limits.bytes)
        var used = count
        defer { decoder.forget(used) }
        do {
            let answer = try answer(to: .picture(count: count, limits: limits), limits)
            guard case .luma(let width, let height, let scale) = answer else { throw DecoderError.ended(signal: 0) }
            used = max(used, width * height)
            let luma = Array(decoder.bytes.prefix(width * height))
            return Picture(frame: Frame(width: width, height: height, luma: luma), scale: Double(scale))
        } catch {
            throw Self.blame(kind, for: error)
        }
    }

    /// Decodes a PNG or JPEG file with its colours, for paper.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - side: The longer side of the result, in pixels, 1 to 1,000; a smaller picture keeps its size.
    ///   - limits: The size limits, at most those of this decoder, which allow 4 × `side` × `side` pixels or more.
    /// - Returns: The picture without what is white or transparent around it.
    /// - Throws: ``ImageFileError``, ``ImageFileError/unknownKind`` also for other formats and
    ///   ``ImageFileError/blank`` for a picture of nothing but white; ``DecoderError`` if no process could be started.
    public func colours(inFile path: String, longestSide side: Int, limits: ImageLimits) throws -> ColourPicture {
        let kind = try Self.kind(ofFile: path, limits)
        let decoder = try decoder()
        let count = try RegularFile.read(path: path, into: decoder.bytes, limitBytes: limits.bytes)
        var used = count
        defer { decoder.forget(used) }
        do {
            let answer = try answer(to: .colours(count: count, side: side, limits: limits), limits)
            guard case .colours(let width, let height) = answer, max(width, height) <= side else {
                throw DecoderError.ended(signal: 0)
            }
            let bytes = width * height * 4
            used = max(used, bytes)
            return ColourPicture(width: width, height: height, rgba: Array(decoder.bytes.prefix(bytes)))
        } catch {
            throw Self.blame(kind, for: error)
        }
    }

    /// Ends the process, if one is running, and waits for it; the next picture gets a new one. The processor time of
    /// the decoders is then included in the total that this program's parent sees (getrusage(2)).
    public func end() {
        made = nil
    }

    /// The limit of processor time for a camera's frame, which takes milliseconds.
    static let frameSeconds = 2

    /// The process id while a process is running, for tests that end it.
    var process: Int32? { (made as? DecoderProcess)?.identifier }

    private func decoder() throws(DecoderError) -> any DecoderBackend {
        if let made { return made }
        let decoder = try location.makeBackend(limits: limits)
        made = decoder
        return decoder
    }

    /// Detects the kind of a file from its own bytes and not from those in the shared memory, which a compromised
    /// decoder can change at will.
    private static func kind(ofFile path: String, _ limits: ImageLimits) throws(ImageFileError) -> ImageKind? {
        ImageKind(startOf: try RegularFile.start(ofFile: path, count: 16, limitBytes: limits.bytes))
    }

    private static func pages(
        ofFile path: String, _ kind: ImageKind, _ limits: ImageLimits
    ) throws(ImageFileError) -> [Picture] {
        try ForeignPictures.read(RegularFile.read(path: path, limitBytes: limits.bytes), kind, limits: limits)
    }

    /// Performs a request about a file.
    private func answer(to request: DecoderRequest, _ limits: ImageLimits) throws -> DecoderAnswer {
        let answer = try decoder().answer(to: request, withinSeconds: limits.seconds)
        if case .failure(let error, _) = answer { throw error }
        return answer
    }

    /// Returns the error of the file that caused a failure of the decoder process, and any other error unchanged; the
    /// next file is read normally.
    private static func blame(_ kind: ImageKind?, for error: any Error) -> any Error {
        switch error as? DecoderError {
        case .tooSlow: ImageFileError.tooCostly(kind ?? .jpeg)
        case .ended(let signal): ImageFileError.harmful(kind ?? .jpeg, signal: signal)
        case .outOfMemory: ImageFileError.outOfMemory
        case .cannotStart, .notConfined, nil: error
        }
    }

    private func picture(
        _ answer: DecoderAnswer, _ decoder: any DecoderBackend
    ) throws(DecoderError) -> DecodedPicture {
        switch answer {
        case .codes(let count, let scale, let nanoseconds):
            guard let codes = DetectedCode.read(Array(decoder.bytes.prefix(count))) else { throw .ended(signal: 0) }
            return DecodedPicture(codes: codes, scale: Double(scale), decoding: .nanoseconds(nanoseconds))
        case .outOfMemory: throw .outOfMemory
        case .luma, .colours, .frame, .nothing, .failure: throw .ended(signal: 0)
        }
    }

    private func codes(inPages pages: [Picture]) throws(DecoderError) -> DecodedPicture {
        var all = DecodedPicture(codes: [], decoding: .zero)
        for page in pages {
            let found = try codes(in: page.frame, effort: .thorough)
            all.codes += found.codes
            all.decoding += found.decoding
        }
        return all
    }
}
