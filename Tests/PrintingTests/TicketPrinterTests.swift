// Tickets on paper: sizes, the code's width, and the same bytes each time.

import CZip
import DoorPictures
import Foundation
import Paper
import TestSupport
import Testing

@testable import TicketPrinting

struct TicketPrinterTests {
    private let face = TicketFace(
        code: "DC1:" + String(repeating: "A1", count: 52), id: "0051ee3b-0de4-1977-39fb-bb4df691f907",
        event: "Summer Night", when: "Sat 4 Jul 2026, 20:00", tier: "VIP", holder: "Łukasz नमस्ते سلام")

    private func pdf(_ draw: (PaperDocument) throws -> Void) throws -> [UInt8] {
        final class Bytes { var all: [UInt8] = [] }
        let bytes = Bytes()
        let document = try PaperDocument(title: "Tickets") { bytes.all += $0 }
        try draw(document)
        try document.finish()
        return bytes.all
    }

    private func pdf(_ size: String, _ faces: [TicketFace]) throws -> [UInt8] {
        let printer = try TicketPrinter(TicketPaper(size))
        return try pdf { try printer.draw(faces, on: $0) }
    }

    /// One text on a page.
    private func pdf(_ text: PaperText, width: Double, lines: Int = 1) throws -> [UInt8] {
        try pdf { document in
            try document.page(width: 200, height: 50) {
                document.draw(text, x: 10, y: 10, width: width, lines: lines)
            }
        }
    }

    @Test("Every size by name prints the same bytes twice", arguments: TicketPaper.names + ["62x100", "28x60"])
    func everySizePrints(_ size: String) throws {
        let first = try pdf(size, [face, face])
        #expect(first.starts(with: Array("%PDF".utf8)))
        #expect(try pdf(size, [face, face]) == first)
    }

    @Test("A picture that is made quickly has the same pixels as one that is kept", arguments: ["A6", "3x8", "phone"])
    func quickPicture(_ size: String) throws {
        let printer = try TicketPrinter(TicketPaper(size))
        let quick = try printer.picture(of: [face, face], pixels: 700)
        let kept = try PaperDocument.picture(width: printer.paper.width, height: printer.paper.height, pixels: 700) {
            try printer.draw([face, face], on: $0)
        }
        #expect(quick != kept.bytes)
        #expect(try GrayPicture(png: quick) == GrayPicture(png: kept.bytes))
    }

    @Test("An identifier is whole on every label, in two lines where one has no room", arguments: [24, 29.5, 60])
    func identifier(width: Double) throws {
        _ = try pdf { document in
            let text = TicketLayout.identifier(
                of: face, points: 6.2, width: width, alignment: .start, on: document)
            #expect(text.text.replacing("\n", with: "") == face.id)
            #expect(text.text.contains("\n") == (width < 40))
            #expect(document.extent(of: text, width: width).isWhole)
        }
    }

    @Test("A name from right to left begins where the other texts do, and is never hyphenated")
    func names() throws {
        let arabic = PaperText("سلام", points: 12)
        #expect(try pdf(arabic, width: 40) == pdf(arabic, width: 150))
        let broken = PaperText("wwwwww", points: 20, isFixedWidth: true)
        let typed = PaperText("www\nwww", points: 20, isFixedWidth: true)
        #expect(try pdf(broken, width: 15, lines: 2) == pdf(typed, width: 15))
    }

    @Test("A text on a tier's colour can be read, also in black and white")
    func contrast() {
        var random = SeededGenerator()
        for hex in [0, 0xFF_FFFF, 0x80_8080, 0x0D_7A5C]
            + (0..<2000).map({ _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) })
        {
            let colour = PaperColour(hex)
            #expect(colour.contrast(to: colour.ink) >= 4.5)
        }
        #expect(PaperColour.black.ink == .white && PaperColour.white.ink == .black)
    }

    @Test("A logo is in a PDF once, however many tickets have it")
    func logoOnce() throws {
        var random = SeededGenerator()
        // Noise, which no compression makes small.
        let noise = (0..<120 * 120 * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
        var printer = try TicketPrinter(TicketPaper("2x2"))
        let plain = try pdf { document in for _ in 0..<20 { try printer.draw([face, face, face, face], on: document) } }
        printer.logo = try PaperPicture(width: 120, height: 120, rgba: noise)
        let one = try pdf { try printer.draw([face], on: $0) }
        let all = try pdf { document in for _ in 0..<20 { try printer.draw([face, face, face, face], on: document) } }
        #expect(one.count > 40_000 && all.count - plain.count < 2 * one.count)
    }

    @Test("A picture that is not a logo of ours, or damaged, is refused")
    func damagedLogo() throws {
        let good = try PaperPicture(width: 30, height: 20, rgba: [UInt8](repeating: 9, count: 30 * 20 * 4)).png
        #expect(try PaperPicture(png: good).width == 30)
        var huge = good
        huge.replaceSubrange(16..<20, with: [0, 1, 0, 0])
        for bytes in [[], [1, 2, 3], Array("GIF89a".utf8), huge] as [[UInt8]] {
            #expect(throws: PaperError.picture) { try PaperPicture(png: bytes) }
        }
        #expect(throws: PaperError.picture) { try PaperPicture(width: 2, height: 2, rgba: [0]) }
        let cut = try PaperPicture(png: Array(good.prefix(40)))
        let printer = try TicketPrinter(TicketPaper("A6"), logo: cut)
        #expect(throws: PaperError.picture) { try pdf { try printer.draw([face], on: $0) } }
    }

    @Test("A ZIP file of pictures is read by libzip, every picture whole", arguments: [0, 1, 70_000])
    func archive(count: Int) throws {
        try withTemporaryFolder { folder in
            var all: [UInt8] = []
            var archive = ZipWriter { all += $0 }
            for number in 0..<count { try archive.add(Array("picture \(number)".utf8), named: "\(number).png") }
            try archive.finish()
            let path = folder + "/p.zip"
            try Data(all).write(to: URL(filePath: path))
            var error: Int32 = 0
            let zip = try #require(zip_open(path, Int32(ZIP_RDONLY | ZIP_CHECKCONS), &error))
            defer { zip_discard(zip) }
            #expect(zip_get_num_entries(zip, 0) == count)
            for number in [0, count / 2, count - 1] where number >= 0 && number < count {
                let file = try #require(zip_fopen(zip, "\(number).png", 0))
                var bytes = [UInt8](repeating: 0, count: 100)
                // libzip compares the checksum at the end.
                let length = zip_fread(file, &bytes, 100)
                #expect(String(decoding: bytes.prefix(Int(length)), as: UTF8.self) == "picture \(number)")
                #expect(zip_fclose(file) == 0)
            }
        }
    }

    @Test("A sheet by its measures is the sheet by its name")
    func measuredSheet() throws {
        #expect(try TicketPaper("3x8:70x37+0+0.5").places == TicketPaper("3x8").places)
        #expect(try TicketPaper("2x7:99.1x38.1+4.65+15.15+2.5+0").places == TicketPaper("2x7").places)
        #expect(try TicketPaper("3x8").places.count == 24)
    }

    @Test(
        "Paper that is not there, too small or too small for its labels is refused",
        arguments: [
            "A7", "", "x", "20x100", "62", "62x", "9999x10", "nanxnan", "3x8:70x37", "3x8:70x37+0", "3x8:70x37+0+0.5+1",
            "4x8:70x37+0+0.5", "3x8:70x37+-1+0", "3.5x8:70x37+0+0.5", "0x8:70x37+0+0.5", "3x8:70x37+0+0.5:1",
        ])
    func badPaper(_ text: String) {
        #expect(throws: PrintingError.paper(text)) { try TicketPaper(text) }
    }

    @Test("A code of less than 25 mm is refused, and one that is larger than its paper")
    func codeSides() throws {
        let paper = try TicketPaper("3x8")
        #expect(throws: PrintingError.codeSide(24.9, room: 37)) { try TicketPrinter(paper, codeMillimetres: 24.9) }
        #expect(throws: PrintingError.codeSide(38, room: 37)) { try TicketPrinter(paper, codeMillimetres: 38) }
        #expect(throws: PrintingError.self) { try TicketPrinter(paper, codeMillimetres: .nan) }
        #expect(throws: PrintingError.self) { try TicketPrinter(TicketPaper("9x9:20x20+0+0")) }
        _ = try TicketPrinter(paper, codeMillimetres: 25)
    }

    @Test("A character that no font has is told by its script, and the text is not quoted")
    func missingFont() throws {
        let document = try PaperDocument(title: "Tickets") { _ in }
        #expect(document.missingFonts == nil)
        try document.page(width: 100, height: 100) {
            document.draw(PaperText("secret \u{10FFFD}", points: 10), x: 0, y: 0, width: 90)
        }
        let sentence = try #require(document.missingFonts)
        let control = try PaperDocument(title: "Tickets") { _ in }
        try control.page(width: 100, height: 100) {
            control.draw(PaperText("a\u{1B}[2J\u{1}", points: 10), x: 0, y: 0, width: 90)
        }
        #expect(control.missingFonts == nil)
        #expect(sentence.contains("install") && !sentence.contains("secret"))
    }

    @Test("What the writer of a document throws comes out of it")
    func writerFails() throws {
        struct Full: Error {}
        #expect(throws: Full.self) {
            let document = try PaperDocument(title: "Tickets") { _ in throw Full() }
            try document.page(width: 100, height: 100) {}
            try document.finish()
        }
    }
}
