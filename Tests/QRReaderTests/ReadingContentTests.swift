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

        var testDescription: String { name }
    }

    static let samples: [Sample] = [
        Sample(name: "one digit", segments: [.numeric("7")], content: Array("7".utf8)),
        Sample(name: "two digits", segments: [.numeric("07")], content: Array("07".utf8)),
        Sample(name: "ten digits", segments: [.numeric("0123456789")], content: Array("0123456789".utf8)),
        Sample(
            name: "all alphanumeric characters",
            segments: [.alphanumeric("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")],
            content: Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)),
        Sample(
            name: "UTF-8 is left alone", segments: [.bytes(Array("Łukasz 測試".utf8))], content: Array("Łukasz 測試".utf8)),
        Sample(name: "all bytes", version: 12, segments: [.bytes(Array(0...255))], content: Array(0...255)),
        Sample(
            name: "kanji as Shift JIS", segments: [.kanji([0x93, 0x5F, 0xE4, 0xAA, 0x81, 0x40, 0xEA, 0xA4])],
            content: [0x93, 0x5F, 0xE4, 0xAA, 0x81, 0x40, 0xEA, 0xA4]),
        Sample(
            name: "mixed modes", version: 10,
            segments: [.bytes([0xC3]), .kanji([0x93, 0x5F]), .numeric("42"), .alphanumeric("A%B"), .bytes([0x0A])],
            content: [0xC3, 0x93, 0x5F] + Array("42A%B".utf8) + [0x0A]),
        Sample(
            name: "mixed modes in a large symbol", version: 30,
            segments: [.alphanumeric("AB-C"), .numeric("123"), .bytes([1, 2]), .kanji([0x93, 0x5F]), .numeric("4")],
            content: Array("AB-C123".utf8) + [1, 2, 0x93, 0x5F] + Array("4".utf8)),
        Sample(
            name: "FNC1 in second position, digits", marker: .fnc1Second(37), segments: [.alphanumeric("AA%")],
            content: Array("37AA".utf8) + [0x1D]),
        Sample(
            name: "FNC1 in second position, a letter", marker: .fnc1Second(197), segments: [.bytes([0x25])],
            content: Array("a%".utf8)),
        Sample(
            name: "Latin-1 by declaration", segments: [.characterSet(3), .bytes([0x5A, 0x6F, 0xEB])],
            content: Array("Zoë".utf8)),
        Sample(
            name: "Cyrillic by declaration", segments: [.characterSet(7), .bytes([0xB4, 0xDC])],
            content: Array("Дм".utf8)),
        Sample(
            name: "Shift JIS by declaration", segments: [.characterSet(20), .kanji([0x93, 0x5F])],
            content: Array("点".utf8)),
        Sample(
            name: "UTF-8 by declaration", segments: [.characterSet(26), .bytes(Array("Zoë".utf8)), .numeric("1")],
            content: Array("Zoë1".utf8)),
        Sample(name: "an unknown character set", segments: [.characterSet(899), .bytes([0xFF])], content: [0xFF]),
    ]

    @Test("Every mode is read, by zbar and by the soft decoder alike", arguments: samples)
    func readsModes(sample: Sample) throws {
        let symbol = try ReadingSymbol(
            version: sample.version, level: .medium, segments: sample.segments, marker: sample.marker)
        let layout = SymbolLayout(version: symbol.version)
        var soft = SoftReader()
        var zbar = try ZBarReader()
        var both = try SymbolReader()
        #expect(soft.read(symbol.grid().levels, layout: layout) == sample.content)
        #expect(try zbar.read(symbol.grid().levels, layout: layout) == sample.content)
        #expect(try both.read(symbol.grid()) == sample.content)
    }

    @Test("Each part of a sequence of symbols is a content of its own")
    func readsSequence() throws {
        let content = Array("a text too long for one of these symbols".utf8)
        let symbols = try ReadingSymbol.sequence(version: 1, level: .low, content: content)
        var reader = try SymbolReader()
        #expect(symbols.count > 2)
        #expect(try symbols.flatMap { try reader.read($0.grid()) ?? [] } == content)
    }

    @Test("Where zbar and the soft decoder disagree nothing is read")
    func refusesDisagreement() throws {
        // zbar 0.23.92 keeps the low byte of a longer ECI number, so 276 is 20, Shift JIS, to it.
        let symbol = try ReadingSymbol(version: 2, level: .low, segments: [.characterSet(276), .bytes([0xB1])])
        let layout = SymbolLayout(version: symbol.version)
        var soft = SoftReader()
        var zbar = try ZBarReader()
        var both = try SymbolReader()
        #expect(soft.read(symbol.grid().levels, layout: layout) == [0xB1])
        #expect(try zbar.read(symbol.grid().levels, layout: layout) == Array("ｱ".utf8))
        #expect(try both.read(symbol.grid()) == nil)
    }
}
