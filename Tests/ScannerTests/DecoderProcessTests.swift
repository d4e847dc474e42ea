// The process that decodes pictures: what it reads, and what it costs when a picture ends it.

import CLinux
import FoundationEssentials
import Glibc
import QRReader
import Synchronization
import TestSupport
import Testing

@testable import Scanner

struct DecoderProcessTests {
    /// The program that was built with these tests, beside them.
    static let program: String = {
        var link = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &link, link.count)
        let path = link.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
        return String(decoding: path[...(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)], as: UTF8.self) + "doorcheck"
    }()
    static let place = DecoderLocation.process(DecoderProgram(path: program))

    @Test(
        "A process of its own reads what this one reads, at the same places",
        arguments: Fixture.sound + ["two-codes.png", "rotated.png"])
    func same(name: String) async throws {
        let (here, outOfProcess) = (PictureDecoder(.inProcess), PictureDecoder(Self.place))
        let path = Fixture.path(name)
        let codes = try await here.codes(inFile: path, limits: .default).codes
        #expect(try await outOfProcess.codes(inFile: path, limits: .default).codes == codes)
        #expect(!codes.isEmpty)
        let picture = try await outOfProcess.picture(inFile: path, limits: .default)
        #expect(picture.frame.luma == (try ImageFile.load(path: path).frame.luma))
        #expect(try await outOfProcess.codes(in: picture.frame).codes == here.codes(in: picture.frame).codes)
    }

    @Test(
        "What a confined process reads in other character sets is text here",
        arguments: [
            ("kanji.png", "入場券 点茗"), ("declared.png", "Zoë券"), ("shift-jis.png", "日本語のチケット"), ("binary.png", nil),
        ] as [(String, String?)])
    func otherCharacterSets(name: String, text: String?) async throws {
        let decoder = PictureDecoder(Self.place)
        let codes = try await decoder.codes(inFile: Fixture.path(name), limits: .default).codes
        #expect(codes.map(\.text) == [text])
        #expect(codes == (try Fixture.codes(Fixture.frame(name))))
    }

    @Test("A reduced picture's codes have their places in the file's picture")
    func reduced() async throws {
        let limits = ImageLimits(photoPixels: 5000)
        let found = try await PictureDecoder(Self.place).codes(inFile: Fixture.path("one.jpg"), limits: limits)
        let whole = try await PictureDecoder(.inProcess).codes(inFile: Fixture.path("one.jpg"), limits: .default)
        #expect(found.scale == 2)
        let distance = try #require(found.codes.first).centre.distance(to: try #require(whole.codes.first).centre)
        #expect(distance < 4)
    }

    @Test("A camera's Motion JPEG is decoded and read in one request, there as here", arguments: [true, false])
    func motionJPEG(keepsPixels: Bool) async throws {
        let file = Fixture.withoutHuffmanTables(try Fixture.bytes("motion.jpg"))
        let frame = try Fixture.frame("motion.jpg")
        let expected = try Fixture.codes(frame)
        let camera = FrameListener()
        for location in [DecoderLocation.inProcess, Self.place] {
            let decoder = PictureDecoder(location)
            let picture = try #require(
                try await decoder.read(Self.captured(file, frame), from: camera, keepsPixels: keepsPixels))
            #expect(picture.codes == expected && picture.codes.map(\.text) == [Fixture.text])
            #expect(picture.frame?.luma == (keepsPixels ? frame.luma : nil))
            #expect(picture.decoding > .zero)
        }
        #expect(camera.heard == [true, true])
    }

    @Test("A frame that is no JPEG of the camera's size is nothing, and the camera hears of it")
    func damagedFrame() async throws {
        let frame = try Fixture.frame("motion.jpg")
        let file = try Fixture.bytes("motion.jpg")
        let other = Frame(width: 8, height: 8, luma: [UInt8](repeating: 0, count: 64))
        let camera = FrameListener()
        let decoder = PictureDecoder(Self.place)
        for captured in [Self.captured([1, 2, 3], frame), Self.captured(file, other)] {
            #expect(try await decoder.read(captured, from: camera) == nil)
        }
        #expect(camera.heard == [false, false])
    }

    @Test("A frozen camera's picture is not read again, even if its frames differ in bytes that show nothing")
    func frozen() async throws {
        let file = try Fixture.bytes("motion.jpg")
        let frame = try Fixture.frame("motion.jpg")
        // A comment (T.81, B.2.4.5), as cameras that write the time into their frames send it.
        let commented = file.prefix(2) + [0xFF, 0xFE, 0, 4, 0x41, 0x42] + file.dropFirst(2)
        let decoder = try Self.place.makeBackend()
        var answers: [DecoderAnswer] = []
        for bytes in [file, Array(commented), try Fixture.bytes("one.jpg"), file] {
            decoder.bytes.copyBytes(from: bytes)
            let request = DecoderRequest.motionJPEG(
                count: bytes.count, width: frame.width, height: frame.height, keepsPixels: true)
            let answer = try decoder.answer(to: request, withinSeconds: 2)
            answers.append(answer)
            guard case .frame(let width, let height, let count, _) = answer else { continue }
            let codes = DetectedCode.read(Array(decoder.bytes[width * height..<width * height + count]))
            #expect(codes?.map(\.text) == [Fixture.text])
        }
        let times = answers.map { if case .frame(_, _, _, let nanoseconds) = $0 { nanoseconds } else { -1 } }
        #expect(times.map { $0.signum() } == [1, 0, 1, 1], "0 is no time spent on reading")
    }

    private static func captured(_ file: [UInt8], _ frame: Frame) -> CapturedFrame {
        CapturedFrame(.motionJPEG(file, width: frame.width, height: frame.height), instant: .now, sequence: 1)
    }

    /// A camera that remembers what it hears about its frames.
    private final class FrameListener: FrameSource {
        let name = "camera"
        private let decoded = Mutex<[Bool]>([])
        var heard: [Bool] { decoded.withLock { $0 } }

        func next() async -> CameraEvent? { nil }
        func frameWasDecoded(isPicture: Bool) { decoded.withLock { $0.append(isPicture) } }
    }

    @Test("Why a file is no picture is told in the words of this process")
    func errors() async throws {
        try await withTemporaryFolder { folder in
            let outOfProcess = PictureDecoder(Self.place)
            let files = [
                "cut.png": Array(try Fixture.bytes("one.png").dropLast(60)), "text": Array("Dear guest,\n".utf8),
                "nothing": [],
            ]
            for (name, bytes) in files {
                let path = "\(folder)/\(name)"
                try Data(bytes).write(to: URL(filePath: path))
                let expected = try #require(throws: ImageFileError.self) { try ImageFile.load(path: path) }
                await #expect(throws: expected) { try await outOfProcess.codes(inFile: path, limits: .default) }
            }
            let small = ImageLimits(pixels: 100)
            let expected = try #require(throws: ImageFileError.self) {
                try ImageFile.load(path: Fixture.path("one.png"), limits: small)
            }
            await #expect(throws: expected) {
                try await outOfProcess.codes(inFile: Fixture.path("one.png"), limits: small)
            }
        }
    }

    @Test("A process that is killed over a picture costs that picture, and the next one is read")
    func killed() async throws {
        let decoder = PictureDecoder(Self.place)
        try await decoder.begin()
        let process = try #require(await decoder.process)
        kill(process, SIGSTOP)
        var before = rlimit()
        let isLimited = { (limit: inout rlimit) in
            prlimit(process, Int32(RLIMIT_CPU.rawValue), nil, &limit) == 0
        }
        try #require(isLimited(&before))
        let lost = Task { try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: .default) }
        // Its limit is set anew once the picture is on its way to it.
        var after = before
        while isLimited(&after), after.rlim_cur == before.rlim_cur { await Task.yield() }
        kill(process, SIGKILL)
        await #expect(throws: ImageFileError.harmful(.jpeg, signal: SIGKILL)) { try await lost.value }
        let next = try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: .default)
        #expect(next.codes.map(\.text) == [Fixture.text])
        #expect(await decoder.process != process)
    }

    @Test("A process that ended while nothing was asked of it costs no picture")
    func gone() async throws {
        let decoder = PictureDecoder(Self.place)
        try await decoder.begin()
        let process = try #require(await decoder.process)
        kill(process, SIGKILL)
        var facts = siginfo_t()
        while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        #expect(try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: .default).codes.count == 1)
        #expect(await decoder.process != process)
    }

    @Test("A decoder that is ended leaves no process, and reads on with a new one")
    func ended() async throws {
        let decoder = PictureDecoder(Self.place)
        try await decoder.begin()
        let process = try #require(await decoder.process)
        await decoder.end()
        #expect(kill(process, 0) == -1 && errno == ESRCH)
        #expect(try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: .default).codes.count == 1)
    }

    @Test("Whoever waits for a process that hangs and is cancelled waits no longer", .timeLimit(.minutes(30)))
    func cancelled() async throws {
        let decoder = PictureDecoder(Self.place)
        try await decoder.begin()
        kill(try #require(await decoder.process), SIGSTOP)
        let waiting = Task {
            try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: ImageLimits(seconds: 1000))
        }
        waiting.cancel()
        await #expect(throws: ImageFileError.tooCostly(.jpeg)) { try await waiting.value }
    }

    @Test("A process that hangs is given up, and the next picture is read")
    func hanging() async throws {
        let decoder = PictureDecoder(Self.place)
        try await decoder.begin()
        let process = try #require(await decoder.process)
        kill(process, SIGSTOP)
        await #expect(throws: ImageFileError.tooCostly(.jpeg)) {
            try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: ImageLimits(seconds: 1))
        }
        #expect(kill(process, 0) == -1)
        #expect(try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: .default).codes.count == 1)
    }

    @Test("Each picture has so much processor time, counted from its beginning")
    func processorTime() async throws {
        let decoder = PictureDecoder(Self.place)
        for seconds in [20, 3] {
            _ = try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: ImageLimits(seconds: seconds))
            var limit = rlimit()
            #expect(prlimit(try #require(await decoder.process), Int32(RLIMIT_CPU.rawValue), nil, &limit) == 0)
            #expect((seconds...seconds + 2).contains(Int(limit.rlim_cur)))
        }
    }

    @Test("A picture that needs more memory than there may be ends its process alone")
    func memory() async throws {
        // The program and what it shares take 231 MB of addresses, and the picture would take 81 more.
        let decoder = PictureDecoder(.process(DecoderProgram(path: Self.program, memoryBytes: 300_000_000)))
        try await withTemporaryFolder { folder in
            let path = "\(folder)/large.pbm"
            try (Data("P4 9000 9000\n".utf8) + Data(count: 1125 * 9000)).write(to: URL(filePath: path))
            let error = await #expect(throws: ImageFileError.self) {
                try await decoder.codes(inFile: path, limits: .default)
            }
            guard case .harmful(.pnm, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(try await decoder.codes(inFile: Fixture.path("one.jpg"), limits: .default).codes.count == 1)
    }

    @Test("One process reads thousands of pictures")
    func many() async throws {
        let decoder = PictureDecoder(Self.place)
        let frame = Frame(width: 24, height: 24, luma: [UInt8](repeating: 200, count: 24 * 24))
        try await decoder.begin()
        let process = await decoder.process
        for _ in 0..<3000 { #expect(try await decoder.codes(in: frame).codes.isEmpty) }
        #expect(await decoder.process == process)
    }

    @Test("It has no files open but its end of the conversation")
    func openFiles() async throws {
        let decoder = PictureDecoder(Self.place)
        try await decoder.begin()
        let process = try #require(await decoder.process)
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").sorted()
        #expect(names == ["0", "1", "2", "3"])
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1") && status.contains("Threads:\t1\n"))
    }

    @Test("A program that is none, or does not answer as a decoder, is told")
    func programs() async {
        await #expect(throws: DecoderError.cannotStart(errno: ENOENT)) {
            try await PictureDecoder(.process(DecoderProgram(path: "/none"))).begin()
        }
        await #expect(throws: DecoderError.notConfined) {
            try await PictureDecoder(.process(DecoderProgram(path: "/bin/true"))).begin()
        }
    }
}
