// The other side of DecoderProcess: a process that decodes the pictures it is asked for and times itself.

import ArgumentParser
import CZBar
import FoundationEssentials
import Glibc
import Scanner

/// A reader of this project's as a process of its own.
enum DecodeWorker: String, ExpressibleByArgument {
    /// Every code of a picture.
    case thorough
    /// A camera's frame.
    case live
    /// zbar without anything of ours: dark on light, every row and column, bytes as they are.
    case zbar

    /// How a reader introduces itself.
    struct Greeting: Codable {
        let name: String
        let version: String
    }

    /// Answers requests until standard input ends.
    ///
    /// - Throws: When a picture is not there, a reader lacks memory, or a request is none.
    func run() throws {
        let decode = try decoder()
        try tell(greeting)
        var (last, frame) = ("", Frame(width: 1, height: 1, luma: [0]))
        while let line = readLine() {
            guard let file = LumaFile(request: line) else {
                throw BenchmarkError.program(name: "A decode worker", trouble: "was asked for '\(line)'")
            }
            if file.path != last { (last, frame) = (file.path, try file.frame()) }
            // The calls of getppid mark the decoding for callgrind.
            _ = getppid()
            let start = Self.threadNanoseconds()
            let codes = try decode(frame)
            let spent = Self.threadNanoseconds() - start
            _ = getppid()
            try tell(DecodeAnswer(nanoseconds: spent, codes: codes.map(DecodeAnswer.Code.init)))
        }
    }

    private func decoder() throws -> (Frame) throws -> [CodeReading] {
        switch self {
        case .thorough, .live:
            let effort: DecodeEffort = self == .live ? .live : .thorough
            let ours = try Ours()
            return { try ours.decoder.decode($0, effort: effort) }
        case .zbar:
            let zbar = try ZBarAlone()
            return { try zbar.scanner.scan($0) }
        }
    }

    private var greeting: Greeting {
        guard self == .zbar else { return Greeting(name: rawValue, version: "") }
        var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
        zbar_version(&major, &minor, &patch)
        return Greeting(name: "zbar", version: "\(major).\(minor).\(patch)")
    }

    private func tell(_ message: some Encodable) throws {
        print(String(decoding: try JSONEncoder().encode(message), as: UTF8.self))
        fflush(nil)
    }

    private static func threadNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    // Closures hold these, which they cannot with what is not copyable.
    private final class Ours {
        var decoder: QRDecoder
        init() throws { decoder = try QRDecoder() }
    }

    private final class ZBarAlone {
        let scanner: ZBarScanner
        init() throws { scanner = try ZBarScanner(triesInverted: false) }
    }
}

extension DecodeAnswer.Code {
    fileprivate init(_ reading: CodeReading) {
        let digits = Array("0123456789abcdef")
        hex = String(reading.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        (x, y) = (reading.centre.x, reading.centre.y)
    }
}
