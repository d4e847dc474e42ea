// The data of a symbol, bit by bit: what no encoder writes.

import Testing

@testable import QRReader

@Suite struct ReadingSegmentsTests {
    /// Bits in groups, padded to whole bytes with zeros.
    private func content(_ bits: String, version: Int = 1) throws -> [UInt8]? {
        var digits = Array(bits.utf8.filter { $0 != UInt8(ascii: " ") })
        while digits.count % 8 != 0 { digits.append(UInt8(ascii: "0")) }
        let bytes = stride(from: 0, to: digits.count, by: 8).map { start in
            digits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 & 1) }
        }
        return DataSegments.content(of: bytes, version: try #require(SymbolVersion(number: version)))?.bytes
    }

    @Test("The standard's own example is read")
    func readsExample() throws {
        // ISO/IEC 18004:2015, annex I.2: 01234567.
        #expect(try content("0001 0000001000 0000001100 0101011001 1000011 0000") == Array("01234567".utf8))
    }

    @Test("FNC1 in first position makes a percent sign a separator")
    func readsFNC1() throws {
        // "%%%" is a percent sign and a separator.
        #expect(try content("0101 0010 000000011 11011010100 100110 0000") == [0x25, 0x1D])
    }

    @Test(
        "What does not follow the standard is refused",
        arguments: [
            "": "",
            "nothing but a terminator": "0000",
            "an unknown mode": "0110 0000",
            "a reserved mode": "1111 0000",
            "a digit group of 1000": "0001 0000000011 1111101000 0000",
            "a digit pair of 100": "0001 0000000010 1100100 0000",
            "a digit of 10": "0001 0000000001 1010 0000",
            "a character pair of 2025": "0010 000000010 11111101001 0000",
            "a character of 45": "0010 000000001 101101 0000",
            "more digits than there are bits": "0001 1111111111 0000000000",
            "more bytes than there are bits": "0100 00000011 01000001 01000010 0000",
            "more kanji than there are bits": "1000 00000010 0000000000000 0000",
            "an ECI of four bytes": "0111 11100000 0100 00000001 01000001 0000",
            "an ECI above 999999": "0111 11001111 11111111 11111111 0100 00000001 01000001 0000",
            "a character set of nothing": "0111 00011010 0000",
            "an ECI cut short": "0111 10000001 0000",
            "FNC1 after data": "0100 00000001 01000001 0101 0000",
            "FNC1 twice": "0101 0101 0100 00000001 01000001 0000",
            "an application indicator of 100": "1001 01100100 0100 00000001 01000001 0000",
            "an application indicator of 255": "1001 11111111 0100 00000001 01000001 0000",
            "a part after the last": "0011 0010 0001 00000000 0100 00000001 01000001 0000",
            "a part's number after data": "0100 00000001 01000001 0011 0000 0001 00000000 0000",
            "a mode and nothing more": "0100 00000001 01000001 0001",
            "ones where a terminator is cut short": "0010 000000011 00000000001 000001 11",
        ])
    func refuses(name: String, bits: String) throws {
        #expect(try content(bits) == nil)
    }

    @Test("Kanji outside Shift JIS are bytes and no text")
    func readsInvalidKanji() throws {
        // The largest value of 13 bits is beyond the last character, EAA4.
        #expect(try content("1000 00000001 1111111111111 0000") == [0xEB, 0xBF])
        #expect(CharacterSet.shiftJIS.text(of: [0xEB, 0xBF]) == nil)
    }

    @Test("A terminator that does not fit is not missed")
    func readsWithoutTerminator() throws {
        #expect(try content("0100 00000010 01000001 01000010 0000") == Array("AB".utf8))
        // 4 + 10 + 10 bits, whole bytes without one to spare.
        #expect(try content("0001 0000000011 0001111011") == Array("123".utf8))
    }
}
