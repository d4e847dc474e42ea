// What symbols say, in every mode.

import TestSupport
import Testing

@testable import QRReader

@Suite struct ReadingContentTests {
    /// What a symbol is made of, and what both readers make of it.
    struct Sample: CustomTestStringConvertible {
        let name: String
        var version = 5
        var marker = ReadingSymbol.Marker.none
        let segments: [ReadingSymbol.Segment]
        let content: [UInt8]
        /// What the symbol says about character sets.
        var parts: [TextPart] = []
        /// What zbar makes of it, if that is something else.
        var converted: [UInt8]?
        /// The text; nil if there is none.
        let text: String?

        var testDescription: String { name }
    }

    static let samples: [Sample] = [
        Sample(name: "one digit", segments: [.numeric("7")], content: Array("7".utf8), text: "7"),
        Sample(name: "two digits", segments: [.numeric("07")], content: Array("07".utf8), text: "07"),
        Sample(
            name: "ten digits", segments: [.numeric("0123456789")], content: Array("0123456789".utf8),
            text: "0123456789"),
        Sample(
            name: "all alphanumeric characters",
            segments: [.alphanumeric("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")],
            content: Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8),
            text: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"),
        Sample(
            name: "UTF-8 is left alone", segments: [.bytes(Array("Łukasz 測試".utf8))],
            content: Array("Łukasz 測試".utf8), text: "Łukasz 測試"),
        Sample(
            name: "all bytes", version: 12, segments: [.bytes(Array(0...255))], content: Array(0...255), text: nil),
        Sample(
            name: "kanji as Shift JIS", segments: [.kanji([0x93, 0x5F, 0xE4, 0xAA, 0x81, 0x40, 0xEA, 0xA4])],
            content: [0x93, 0x5F, 0xE4, 0xAA, 0x81, 0x40, 0xEA, 0xA4],
            parts: [TextPart(count: 8, interpretation: 20)], text: "点茗\u{3000}熙"),
        Sample(
            name: "kanji that are also valid UTF-8", segments: [.kanji([0xE4, 0xAA, 0x95, 0x40])],
            content: [0xE4, 0xAA, 0x95, 0x40], parts: [TextPart(count: 4, interpretation: 20)], text: "茗鼻"),
        Sample(
            name: "mixed modes", version: 10,
            segments: [.bytes([0xC3]), .kanji([0x93, 0x5F]), .numeric("42"), .alphanumeric("A%B"), .bytes([0x0A])],
            content: [0xC3, 0x93, 0x5F] + Array("42A%B".utf8) + [0x0A],
            parts: [
                TextPart(count: 1, interpretation: nil), TextPart(count: 2, interpretation: 20),
                TextPart(count: 5, interpretation: 27), TextPart(count: 1, interpretation: nil),
            ], text: "Ã点42A%B\n"),
        Sample(
            name: "mixed modes in a large symbol", version: 30,
            segments: [.alphanumeric("AB-C"), .numeric("123"), .bytes([1, 2]), .kanji([0x93, 0x5F]), .numeric("4")],
            content: Array("AB-C123".utf8) + [1, 2, 0x93, 0x5F] + Array("4".utf8),
            parts: [
                TextPart(count: 7, interpretation: 27), TextPart(count: 2, interpretation: nil),
                TextPart(count: 2, interpretation: 20), TextPart(count: 1, interpretation: 27),
            ], text: "AB-C123\u{1}\u{2}点4"),
        Sample(
            name: "FNC1 in second position, digits", marker: .fnc1Second(37), segments: [.alphanumeric("AA%")],
            content: Array("37AA".utf8) + [0x1D], text: "37AA\u{1D}"),
        Sample(
            name: "FNC1 in second position, a letter", marker: .fnc1Second(197), segments: [.bytes([0x25, 0xE9])],
            content: Array("a%".utf8) + [0xE9],
            parts: [TextPart(count: 1, interpretation: 27), TextPart(count: 2, interpretation: nil)], text: "a%é"),
        Sample(
            name: "Latin-1 by declaration", segments: [.characterSet(3), .bytes([0x5A, 0x6F, 0xEB])],
            content: [0x5A, 0x6F, 0xEB], parts: [TextPart(count: 3, interpretation: 3)],
            converted: Array("Zoë".utf8), text: "Zoë"),
        Sample(
            name: "Cyrillic by declaration, in two segments",
            segments: [.characterSet(7), .bytes([0xB4]), .bytes([0xDC])], content: [0xB4, 0xDC],
            parts: [TextPart(count: 2, interpretation: 7)], converted: Array("Дм".utf8), text: "Дм"),
        Sample(
            name: "Shift JIS by declaration", segments: [.characterSet(20), .kanji([0x93, 0x5F])],
            content: [0x93, 0x5F], parts: [TextPart(count: 2, interpretation: 20)], converted: Array("点".utf8),
            text: "点"),
        Sample(
            name: "UTF-8 by declaration", segments: [.characterSet(26), .bytes(Array("Zoë".utf8)), .numeric("1")],
            content: Array("Zoë1".utf8),
            parts: [TextPart(count: 4, interpretation: 26), TextPart(count: 1, interpretation: 27)], text: "Zoë1"),
        Sample(
            name: "two declarations, the first for nothing, after undeclared bytes",
            segments: [
                .bytes(Array("é".utf8)), .characterSet(3), .characterSet(7), .bytes([0xB4]), .characterSet(3),
                .bytes([0xEB]),
            ],
            content: [0xC3, 0xA9, 0xB4, 0xEB],
            parts: [
                TextPart(count: 2, interpretation: nil), TextPart(count: 1, interpretation: 7),
                TextPart(count: 1, interpretation: 3),
            ], converted: Array("éДë".utf8), text: "éДë"),
        Sample(
            name: "kanji before a declaration", segments: [.kanji([0x93, 0x5F]), .characterSet(3), .bytes([0xEB])],
            content: [0x93, 0x5F, 0xEB],
            parts: [TextPart(count: 2, interpretation: 20), TextPart(count: 1, interpretation: 3)],
            converted: [0x93, 0x5F] + Array("ë".utf8), text: "点ë"),
        Sample(
            name: "a declaration at the end", segments: [.bytes(Array("é".utf8)), .characterSet(3)],
            content: Array("é".utf8), parts: [TextPart(count: 2, interpretation: nil)], text: "é"),
        Sample(
            name: "UTF-16 by declaration, which zbar does not know",
            segments: [.characterSet(25), .bytes([0x65, 0xE5, 0xD8, 0x3D, 0xDE, 0x00])],
            content: [0x65, 0xE5, 0xD8, 0x3D, 0xDE, 0x00], parts: [TextPart(count: 6, interpretation: 25)],
            text: "日😀"),
        Sample(
            name: "GB18030 by declaration",
            segments: [.characterSet(32), .bytes([0xB2, 0xE2, 0x94, 0x39, 0xFC, 0x36])],
            content: [0xB2, 0xE2, 0x94, 0x39, 0xFC, 0x36], parts: [TextPart(count: 6, interpretation: 32)],
            text: "测😀"),
        Sample(
            name: "binary data by declaration", segments: [.characterSet(899), .bytes([0xFF, 0x41])],
            content: [0xFF, 0x41], parts: [TextPart(count: 2, interpretation: 899)], text: nil),
        Sample(
            name: "a number without a character set", segments: [.characterSet(500), .bytes([0xE9])],
            content: [0xE9], parts: [TextPart(count: 1, interpretation: 500)], text: nil),
        Sample(
            name: "ASCII under a number without a character set",
            segments: [.characterSet(500), .bytes(Array("DC1:".utf8))], content: Array("DC1:".utf8),
            parts: [TextPart(count: 4, interpretation: 500)], text: "DC1:"),
    ]

    @Test("Every mode is read, by zbar and by the soft decoder alike", arguments: samples)
    func readsModes(sample: Sample) throws {
        let symbol = try ReadingSymbol(
            version: sample.version, level: .medium, segments: sample.segments, marker: sample.marker)
        let layout = SymbolLayout(version: symbol.version)
        var soft = SoftReader()
        var zbar = try ZBarReader()
        var both = try SymbolReader()
        let content = SymbolContent(bytes: sample.content, parts: sample.parts)
        #expect(soft.read(symbol.grid().levels, layout: layout) == content)
        #expect(try zbar.read(symbol.grid().levels, layout: layout) == sample.converted ?? sample.content)
        #expect(try both.read(symbol.grid()) == content)
    }

    @Test("Contents are texts in the character sets that their symbols declare", arguments: samples)
    func convertsText(sample: Sample) {
        #expect(DetectedCode(bytes: sample.content, parts: sample.parts, corners: []).text == sample.text)
    }

    @Test("A text that is not valid in its declared character set is read, as bytes")
    func readsInvalidText() throws {
        let invalid: [(set: UInt32, bytes: [UInt8])] = [
            (26, [0xFF, 0xFE]), (20, [0x81]), (27, [0x41, 0xE4]), (25, [0xD8, 0x3D]), (32, [0x81]), (28, [0xFF]),
        ]
        for (set, bytes) in invalid {
            let symbol = try ReadingSymbol(version: 2, level: .low, segments: [.characterSet(set), .bytes(bytes)])
            var reader = try SymbolReader()
            let content = try #require(try reader.read(symbol.grid()), "ECI \(set)")
            #expect(content.bytes == bytes)
            #expect(DetectedCode(bytes: bytes, parts: content.parts, corners: []).text == nil, "ECI \(set)")
        }
    }

    @Test("A ticket's code is the same bytes in every mode and under every declaration")
    func keepsTickets() throws {
        let ticket = "DC1:0123ABC$%*+-./:"
        for set in [nil, 0, 1, 3, 7, 20, 21, 26, 27, 28, 31, 32, 899] as [UInt32?] {
            for segment in [ReadingSymbol.Segment.bytes(Array(ticket.utf8)), .alphanumeric(ticket)] {
                let declaration = set.map { [ReadingSymbol.Segment.characterSet($0)] } ?? []
                let symbol = try ReadingSymbol(version: 3, level: .low, segments: declaration + [segment])
                var reader = try SymbolReader()
                let content = try #require(try reader.read(symbol.grid()))
                #expect(content.bytes == Array(ticket.utf8))
                #expect(DetectedCode(bytes: content.bytes, parts: content.parts, corners: []).text == ticket)
            }
        }
    }

    @Test("Each part of a sequence of symbols is a content of its own")
    func readsSequence() throws {
        let content = Array("a text too long for one of these symbols".utf8)
        let symbols = try ReadingSymbol.sequence(version: 1, level: .low, content: content)
        var reader = try SymbolReader()
        #expect(symbols.count > 2)
        #expect(try symbols.flatMap { try reader.read($0.grid())?.bytes ?? [] } == content)
    }

    @Test("Where zbar and the soft decoder disagree nothing is read")
    func refusesDisagreement() throws {
        // zbar 0.23.92 keeps the low byte of a longer ECI number, so 276 is 20, Shift JIS, to it.
        let symbol = try ReadingSymbol(version: 2, level: .low, segments: [.characterSet(276), .bytes([0xB1])])
        let layout = SymbolLayout(version: symbol.version)
        var soft = SoftReader()
        var zbar = try ZBarReader()
        var both = try SymbolReader()
        #expect(soft.read(symbol.grid().levels, layout: layout)?.bytes == [0xB1])
        #expect(try zbar.read(symbol.grid().levels, layout: layout) == Array("ｱ".utf8))
        #expect(try both.read(symbol.grid()) == nil)
    }
}
