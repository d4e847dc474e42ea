// Symbols: the version a ticket gets, and that readers read what was written.

import DoorPictures
import TestSupport
import Testing
import TicketPrinting

struct QRSymbolTests {
    @Test(
        "A ticket code is version 4 at low, 5 at medium, 6 at quartile, whatever its characters",
        arguments: [(ErrorCorrection.low, 4), (.medium, 5), (.quartile, 6)])
    func versions(correction: ErrorCorrection, version: Int) throws {
        var generator = SeededGenerator()
        for _ in 0..<1000 {
            let symbol = try QRSymbol(text: ticketText(using: &generator), errorCorrection: correction)
            #expect(symbol.version == version, "DOORCHECK_SEED=\(generator.seed)")
            #expect(symbol.size == 17 + 4 * version)
        }
    }

    @Test("Runs of digits do not push a ticket over its version")
    func digits() throws {
        for run in 1...104 {
            let text = "DC1:" + String(repeating: "A", count: 104 - run) + String(repeating: "7", count: run)
            #expect(try QRSymbol(text: text, errorCorrection: .quartile).version <= 6)
            let middle = "DC1:A" + String(text.dropFirst(5).reversed())
            #expect(try QRSymbol(text: middle, errorCorrection: .quartile).version <= 6)
        }
    }

    @Test("A screen's code is medium, a printed one quartile")
    func media() {
        #expect(Medium.screen.errorCorrection == .medium)
        #expect(Medium.print.errorCorrection == .quartile)
        #expect(Medium(rawValue: "print") == .print)
    }

    @Test("The PNG of every ticket reads back as its text", arguments: ErrorCorrection.allCases)
    func readsBack(correction: ErrorCorrection) throws {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let text = ticketText(using: &generator)
            let file = try QRSymbol(text: text, errorCorrection: correction).png(modulePixels: 4)
            #expect(textsRead(in: try GrayPicture(png: file)) == [text], "DOORCHECK_SEED=\(generator.seed)")
        }
    }

    @Test("A text of any language reads back")
    func languages() throws {
        for text in ["https://example.org/menu", "Grüße aus Köln", "切符", "🎟️"] {
            #expect(textsRead(in: try QRSymbol(text: text, errorCorrection: .medium).picture()) == [text])
        }
    }

    @Test("What cannot be drawn is refused with a sentence that does not contain it")
    func refusals() throws {
        #expect(throws: PrintingError.emptyText) { try QRSymbol(text: "", errorCorrection: .low) }
        #expect(throws: PrintingError.textWithNUL) { try QRSymbol(text: "A\0B", errorCorrection: .low) }
        let long = String(repeating: "x", count: 2954)
        #expect(throws: PrintingError.textTooLong(bytes: 2954, errorCorrection: .low)) {
            try QRSymbol(text: long, errorCorrection: .low)
        }
        #expect(try QRSymbol(text: String(long.dropLast()), errorCorrection: .low).version == 40)
        #expect(
            PrintingError.textTooLong(bytes: 2954, errorCorrection: .low).description
                == "A text of 2954 bytes does not fit in a QR code of level low; shorten it or lower the level.")
    }
}
