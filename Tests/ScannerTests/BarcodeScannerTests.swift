// What barcode scanners type, as the kernel hands it over.

import CInput
import Glibc
import TestSupport
import Testing

@testable import Scanner

struct BarcodeScannerTests {
    /// A recording of a device: key after key, through a pipe.
    struct Recording {
        let input: Int32
        let scanner: OpenBarcodeScanner

        init() {
            var ends: [Int32] = [0, 0]
            // A program that another test starts meanwhile must not keep it open.
            #expect(pipe(&ends) == 0)
            for end in ends { #expect(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
            input = ends[1]
            scanner = OpenBarcodeScanner(reading: ends[0])
        }

        func event(_ type: Int32, _ code: Int32, _ value: Int32) -> [UInt8] {
            var event = input_event()
            (event.type, event.code, event.value) = (UInt16(type), UInt16(code), value)
            return withUnsafeBytes(of: event) { Array($0) }
        }

        /// A key as a keyboard reports it: its scan code, the press, the report's end, and the release.
        func key(_ code: Int32) -> [UInt8] {
            event(EV_MSC, MSC_SCAN, 0x70004) + event(EV_KEY, code, 1) + event(EV_SYN, SYN_REPORT, 0)
                + event(EV_KEY, code, 0) + event(EV_SYN, SYN_REPORT, 0)
        }

        func shifted(_ code: Int32) -> [UInt8] {
            event(EV_KEY, KEY_LEFTSHIFT, 1) + key(code) + event(EV_KEY, KEY_LEFTSHIFT, 0)
        }

        func send(_ bytes: [UInt8]) {
            #expect(write(input, bytes, bytes.count) == bytes.count)
        }

        func results(of bytes: [UInt8]) throws -> [KeyDecoder.Result] {
            send(bytes)
            var results: [KeyDecoder.Result] = []
            while case let more = try scanner.read(withinMilliseconds: 0), !more.isEmpty || hasMore { results += more }
            return results
        }

        private var hasMore: Bool {
            var count: Int32 = 0
            _ = ioctl(input, UInt(FIONREAD), &count)
            return count > 0
        }
    }

    /// The keys of a text on a keyboard of the United States, written down once more and differently.
    static func keys(of text: String, in recording: Recording) -> [UInt8] {
        let plain: [Character: Int32] = [
            "1": KEY_1, "2": KEY_2, "3": KEY_3, "4": KEY_4, "5": KEY_5, "6": KEY_6, "7": KEY_7, "8": KEY_8, "9": KEY_9,
            "0": KEY_0, "-": KEY_MINUS, "=": KEY_EQUAL, "[": KEY_LEFTBRACE, "]": KEY_RIGHTBRACE, ";": KEY_SEMICOLON,
            "'": KEY_APOSTROPHE, "`": KEY_GRAVE, "\\": KEY_BACKSLASH, ",": KEY_COMMA, ".": KEY_DOT, "/": KEY_SLASH,
            " ": KEY_SPACE, "a": KEY_A, "b": KEY_B, "c": KEY_C, "d": KEY_D, "e": KEY_E, "f": KEY_F, "g": KEY_G,
            "h": KEY_H, "i": KEY_I, "j": KEY_J, "k": KEY_K, "l": KEY_L, "m": KEY_M, "n": KEY_N, "o": KEY_O, "p": KEY_P,
            "q": KEY_Q, "r": KEY_R, "s": KEY_S, "t": KEY_T, "u": KEY_U, "v": KEY_V, "w": KEY_W, "x": KEY_X, "y": KEY_Y,
            "z": KEY_Z,
        ]
        let above: [Character: Character] = [
            "!": "1", "@": "2", "#": "3", "$": "4", "%": "5", "^": "6", "&": "7", "*": "8", "(": "9", ")": "0",
            "_": "-", "+": "=", "{": "[", "}": "]", ":": ";", "\"": "'", "~": "`", "|": "\\", "<": ",", ">": ".",
            "?": "/",
        ]
        return text.flatMap { character in
            if let key = plain[character] { return recording.key(key) }
            let base = above[character] ?? Character(character.lowercased())
            return recording.shifted(plain[base] ?? KEY_RESERVED)
        }
    }

    @Test("Every printable character of ASCII comes as it was typed, and Enter ends a code")
    func layout() throws {
        let recording = Recording()
        let text = String(String.UnicodeScalarView((32..<127).compactMap { Unicode.Scalar($0 as UInt32) }))
        let keys = Self.keys(of: text, in: recording) + recording.key(KEY_ENTER)
        #expect(try recording.results(of: keys) == [.code(text)])
    }

    @Test("Codes come one by one, from the number pad as well; empty ones and other keys are nothing")
    func codes() throws {
        let recording = Recording()
        let keys =
            recording.key(KEY_ENTER) + recording.key(KEY_KP4) + recording.key(KEY_KP0) + recording.key(KEY_F1)
            + recording.key(KEY_KPENTER) + Self.keys(of: "DC1:A", in: recording) + recording.key(KEY_ENTER)
        #expect(try recording.results(of: keys) == [.code("40"), .code("DC1:A")])
    }

    @Test("A key that repeats because its release is late counts once, and one with Control is no character")
    func repeats() throws {
        let recording = Recording()
        let held = recording.event(EV_KEY, KEY_A, 1) + recording.event(EV_KEY, KEY_A, 2)
        let control = recording.event(EV_KEY, KEY_LEFTCTRL, 1) + recording.key(KEY_RIGHTBRACE)
        let keys = held + control + recording.event(EV_KEY, KEY_LEFTCTRL, 0) + recording.key(KEY_ENTER)
        #expect(try recording.results(of: keys) == [.code("a")])
    }

    @Test("Where the kernel lost keys, that code is told as garbled and the next is whole")
    func dropped() throws {
        let recording = Recording()
        let lost = recording.key(KEY_A) + recording.event(EV_SYN, SYN_DROPPED, 0) + recording.key(KEY_B)
        let keys = lost + recording.key(KEY_ENTER) + recording.key(KEY_C) + recording.key(KEY_ENTER)
        #expect(try recording.results(of: keys) == [.garbled, .code("c")])
    }

    @Test("A code that breaks off is not put before the next")
    func brokenOff() {
        var decoder = KeyDecoder()
        func take(_ code: Int32, at milliseconds: Int) -> [KeyDecoder.Result] {
            var event = input_event()
            event.time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
            (event.type, event.code, event.value) = (UInt16(EV_KEY), UInt16(code), 1)
            return decoder.take(event)
        }
        #expect(take(KEY_A, at: 0).isEmpty)
        #expect(take(KEY_B, at: 5000) == [.garbled])
        #expect(take(KEY_ENTER, at: 5100) == [.code("b")])
        #expect(take(KEY_C, at: 60_000).isEmpty && take(KEY_ENTER, at: 60_000) == [.code("c")])
    }

    @Test("An endless code takes no more than its room, and the end of the device is told")
    func endless() throws {
        let recording = Recording()
        var results: [KeyDecoder.Result] = []
        for _ in 0..<100 { results += try recording.results(of: (0..<100).flatMap { _ in recording.key(KEY_A) }) }
        #expect(results.isEmpty)
        #expect(try recording.results(of: recording.key(KEY_ENTER)) == [.garbled])
        close(recording.input)
        #expect(throws: BarcodeScannerError.unplugged(path: "recording")) {
            try recording.scanner.read(withinMilliseconds: 60_000)
        }
    }

    @Test("An event that comes in pieces is put together, and random bytes never trap")
    func pieces() throws {
        let recording = Recording()
        var results: [KeyDecoder.Result] = []
        for byte in recording.key(KEY_A) + recording.key(KEY_ENTER) { results += try recording.results(of: [byte]) }
        #expect(results == [.code("a")])
        var random = SeededGenerator()
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 1...500, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = try recording.results(of: bytes)
        }
    }

    @Test("What is no scanner, or not there, is told once with a sentence, and a cancelled reader is let go")
    func noScanner() async throws {
        #expect(throws: BarcodeScannerError.notAScanner(path: "/dev/null")) {
            try OpenBarcodeScanner(path: "/dev/null")
        }
        let scanner = BarcodeScanner(path: "/nonexistent/scanner")
        #expect(await scanner.next() == .lost(.noDevice(path: "/nonexistent/scanner")))
        let next = Task { await scanner.next() }
        next.cancel()
        #expect(await next.value == nil)
    }

    @Test("A scanner is known by what it calls itself, and a keyboard is never taken for one")
    func names() {
        func looks(_ name: String) -> Bool {
            BarcodeScannerDevice(path: "/dev/input/event0", name: name).looksLikeScanner
        }
        #expect(looks("NETUM Bluetooth BarCode Scanner") && looks("Honeywell 1450g") && looks("Symbol Technologies"))
        #expect(!looks("AT Translated Set 2 keyboard") && !looks("Logitech USB Receiver") && !looks("Power Button"))
    }
}
