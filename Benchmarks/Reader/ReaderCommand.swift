// A reader in a separate process, which receives pictures from scripts/bench and times itself.

import ArgumentParser
import CZBar
import FoundationEssentials
import Glibc
import QRReader

/// The command `doorcheck-bench-reader`; zxing.py does the same for zxing-cpp.
///
/// It prints a greeting, then answers each line on standard input, `WIDTH HEIGHT PATH` of a luma file, with a line of
/// JSON. It is synchronous throughout because valgrind 3.19 crashes with an asynchronous `main`.
@main
struct ReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doorcheck-bench-reader", abstract: "Decodes pictures for scripts/bench.")

    @Argument(help: "How to decode.")
    var method: Method

    /// The decoding methods.
    enum Method: String, ExpressibleByArgument {
        /// All codes of a picture.
        case thorough
        /// A camera's frame.
        case live
        /// zbar without our code: dark on light, every row and column, bytes unchanged.
        case zbar
    }

    func run() throws {
        let decode = try decoder()
        try tell(Greeting(method))
        var (last, frame) = ("", Frame(width: 1, height: 1, luma: [0]))
        while let request = readLine() {
            if request != last { (last, frame) = (request, try picture(request)) }
            // The getppid calls mark the decoding for callgrind.
            _ = getppid()
            let start = threadNanoseconds()
            let codes = try decode(frame)
            let spent = threadNanoseconds() - start
            _ = getppid()
            try tell(Answer(nanoseconds: spent, codes: codes))
        }
    }

    private func decoder() throws -> (Frame) throws -> [DetectedCode] {
        switch method {
        case .thorough, .live:
            let effort: DecodeEffort = method == .live ? .live : .thorough
            let ours = try Ours()
            return { try ours.decoder.decode($0, effort: effort) }
        case .zbar:
            let zbar = try ZBarAlone()
            return { try zbar.scanner.scan($0) }
        }
    }

    private func picture(_ request: String) throws -> Frame {
        let parts = request.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let width = Int(parts[0]), let height = Int(parts[1]),
            let luma = FileManager.default.contents(atPath: String(parts[2])), luma.count == width * height
        else { throw ValidationError("There is no such picture: \(request).") }
        return Frame(width: width, height: height, luma: [UInt8](luma))
    }

    private func tell(_ message: some Encodable) throws {
        print(String(decoding: try JSONEncoder().encode(message), as: UTF8.self))
        fflush(nil)
    }

    private func threadNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    // Closures capture this object, because they cannot capture noncopyable values.
    private final class Ours {
        var decoder: QRDecoder
        init() throws { decoder = try QRDecoder() }
    }

    private final class ZBarAlone {
        let scanner: ZBarScanner
        init() throws { scanner = try ZBarScanner(triesInverted: false) }
    }
}

/// A reader's first message.
private struct Greeting: Encodable {
    let name: String
    let version: String

    init(_ method: ReaderCommand.Method) {
        guard method == .zbar else {
            (name, version) = ("doorcheck, \(method)", "")
            return
        }
        var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
        zbar_version(&major, &minor, &patch)
        (name, version) = ("zbar", "\(major).\(minor).\(patch)")
    }
}

/// The codes in a picture and the time to decode it.
private struct Answer: Encodable {
    let nanoseconds: Int
    let codes: [Code]

    struct Code: Encodable {
        let hex: String
        let x: Double
        let y: Double
        /// The distances from the left and the top edge, corner by corner.
        let corners: [Double]
    }

    init(nanoseconds: Int, codes: [DetectedCode]) {
        self.nanoseconds = nanoseconds
        let digits = Array("0123456789abcdef")
        self.codes = codes.map { code in
            let hex = String(code.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
            return Code(hex: hex, x: code.centre.x, y: code.centre.y, corners: code.corners.flatMap { [$0.x, $0.y] })
        }
    }
}
