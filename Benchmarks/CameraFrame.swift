// frame.camera: a camera's Motion JPEG frame, from its bytes to "nothing".

import CTurboJPEG
import DoorPictures
import Glibc
import QRReader
import Scanner
import TicketPrinting

/// Processor time of the door and its decoder process per Motion JPEG frame of an empty scene, against decompressing
/// the same frames and nothing else: of one scene with noise, and of scenes that change with every frame, which are
/// searched for blurred codes.
struct CameraFrame: Benchmark {
    let name = "frame.camera"
    let summary = "ms per empty 720p Motion JPEG frame through the decoder process, against TurboJPEG's decoding alone"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        guard !context.options.count else { return .skipped("\(name) spans two processes and is not counted.") }
        let scenes = try (0..<24).map { number in
            try FrameKind.empty.frame(height: 720, seed: context.options.seed &* 1_000_003 &+ UInt64(number))
        }
        let changing = try scenes.map { try Self.motionJPEG($0) }
        var chance = SplitMix64(seed: context.options.seed)
        let files = try scenes.map { _ in try Self.motionJPEG(try Self.noisy(scenes[0], using: &chance)) }
        let loops = context.isQuick ? 1 : 25
        let samples = try await Samples(rounds: context.isQuick ? 1 : 5) {
            try await Self.read(files, loops: loops, with: context.programs + "/doorcheck")
        } theirs: {
            try await Self.decompress(files, loops: loops)
        }.map { 1000 * $0 / Double(loops * files.count) }
        let moving = try await Samples(rounds: context.isQuick ? 1 : 5) {
            try await Self.read(changing, loops: loops, with: context.programs + "/doorcheck")
        } theirs: {
            try await Self.decompress(changing, loops: loops)
        }.map { 1000 * $0 / Double(loops * files.count) }
        // At a camera's pace the processor's caches and clock are colder.
        let count = context.isQuick ? 1 : 10
        let paced = try await Samples(rounds: context.isQuick ? 1 : 3) {
            try await Self.read(files, loops: count, with: context.programs + "/doorcheck", every: .milliseconds(33))
        } theirs: {
            try await Self.decompress(files, loops: count, every: .milliseconds(33))
        }.map { 1000 * $0 / Double(count * files.count) }
        return .figures([
            Figure(name, in: .milliseconds, against: "TurboJPEG alone", samples),
            Figure(name + ".paced", in: .milliseconds, against: "TurboJPEG alone", paced),
            Figure(name + ".changing", in: .milliseconds, against: "TurboJPEG alone", moving),
        ])
    }

    /// Returns a frame as a camera gives it another time.
    private static func noisy(_ frame: Frame, using chance: inout SplitMix64) throws -> Frame {
        let picture = try GrayPicture(width: frame.width, height: frame.height, luma: frame.luma)
        return Frame(try picture.blurred(by: .outOfFocus, pixels: 0, noiseSigma: 2, using: &chance))
    }

    /// Reads frames as a door does that shows no preview.
    ///
    /// - Returns: The processor time in seconds, including the start of the decoder's process.
    private static func read(
        _ files: [[UInt8]], loops: Int, with program: String, every pause: Duration = .zero
    ) async throws -> Double {
        let camera = NoCamera()
        let begin = processorSeconds()
        let decoder = PictureDecoder(.process(DecoderProgram(path: program)))
        for number in 0..<loops * files.count {
            if pause > .zero { try await Task.sleep(for: pause) }
            let content = CapturedFrame.Content.motionJPEG(files[number % files.count], width: 1280, height: 720)
            let frame = CapturedFrame(content, instant: .now, sequence: UInt32(number))
            guard try await decoder.read(frame, from: camera, keepsPixels: false)?.codes.isEmpty == true else {
                throw BenchmarkError.program(name: "The decoder", reason: "read something in an empty scene")
            }
        }
        await decoder.end()
        return processorSeconds() - begin
    }

    private static func decompress(
        _ files: [[UInt8]], loops: Int, every pause: Duration = .zero
    ) async throws -> Double {
        guard let decoder = tjInitDecompress() else { throw failure(nil) }
        defer { tjDestroy(decoder) }
        var luma = [UInt8](repeating: 0, count: 1280 * 720)
        let begin = processorSeconds()
        for number in 0..<loops * files.count {
            if pause > .zero { try await Task.sleep(for: pause) }
            let file = files[number % files.count]
            let result = tjDecompress2(
                decoder, file, UInt(file.count), &luma, 1280, 0, 720, TJPF_GRAY.rawValue, TJFLAG_LIMITSCANS)
            guard result == 0 else { throw failure(decoder) }
        }
        return processorSeconds() - begin
    }

    /// Compresses a frame as most cameras do: with colours, of which every second column is kept.
    private static func motionJPEG(_ frame: Frame) throws -> [UInt8] {
        guard let compressor = tjInitCompress() else { throw failure(nil) }
        defer { tjDestroy(compressor) }
        var chance = SplitMix64(seed: 1)
        let half = frame.width / 2
        var colours: [UInt8] = []
        for place in 0..<2 * half * frame.height {
            let noise = Int(chance.next() & 3)
            colours.append(UInt8(112 + place % half / 32 + noise))
        }
        let planes = frame.luma + colours
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let result = tjCompressFromYUV(
            compressor, planes, Int32(frame.width), 1, Int32(frame.height), Int32(TJSAMP_422.rawValue), &file, &count,
            85, 0)
        defer { tjFree(file) }
        guard result == 0 else { throw failure(compressor) }
        return [UInt8](UnsafeBufferPointer(start: file, count: Int(count)))
    }

    private static func failure(_ handle: tjhandle?) -> BenchmarkError {
        .program(name: "TurboJPEG", reason: tjGetErrorStr2(handle).map { String(cString: $0) } ?? "has no memory")
    }

    /// Returns the processor time of this program and of its children that have ended, in seconds.
    private static func processorSeconds() -> Double {
        [RUSAGE_SELF.rawValue, RUSAGE_CHILDREN.rawValue].reduce(0) { sum, who in
            var usage = rusage()
            getrusage(__rusage_who_t(who), &usage)
            return [usage.ru_utime, usage.ru_stime].reduce(sum) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        }
    }

    /// What hears whether frames were pictures.
    private struct NoCamera: FrameSource {
        let name = "benchmark"
        func next() async -> CameraEvent? { nil }
    }
}
