// The character sets of bytes about which symbols say nothing.

import Testing

@testable import QRReader

@Suite struct TextGuessTests {
    private func text(_ bytes: [UInt8]) -> String? { DetectedCode(bytes: bytes, corners: []).text }

    @Test(
        "Undeclared bytes are the text that zxing-cpp 3.1.1 makes of them",
        arguments: [
            ([0x5A, 0x6F, 0xEB], "Zoë"),
            ([0x5A, 0x6F, 0xC3, 0xAB], "Zoë"),
            // Three or more consecutive characters of two bytes, or katakana of one byte.
            ([0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], "日本語"),
            ([0xC1, 0xB9, 0xAF, 0xC4], "ﾁｹｯﾄ"),
            ([0x41, 0x20, 0x93, 0xFA], "A 日"),
            // Two katakana, and symbols where Latin-1 would have letters.
            ([0xB1, 0xB2, 0x41], "ｱｲA"),
            ([0x61, 0xAB], "aｫ"),
            ([0x63, 0xA1, 0xE9, 0x62], "c｡饕"),
            // Too few symbols among letters.
            ([0x63, 0x20, 0x63, 0xBB, 0x68, 0x63, 0x20, 0x64, 0xE8, 0x61, 0xF6], "c c»hc dèaö"),
            // A backslash as encoders mean it, not JIS X 0201's yen sign.
            ([0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x5C, 0x7E], "日本語\\~"),
            ([0xE4, 0x0A, 0x0D, 0x09], "ä\n\r\t"),
        ] as [([UInt8], String)])
    func guesses(bytes: [UInt8], text: String) {
        #expect(self.text(bytes).map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }

    @Test("The additional characters of Windows are text too, which zxing-cpp replaces")
    func readsAdditions() {
        #expect(text([0x87, 0x8A, 0x93, 0x8C, 0x8B, 0x9E, 0x87, 0x40]) == "㈱東京①")
    }

    @Test(
        "Bytes that look like no text are none",
        arguments: [[0xFF, 0xFE, 0x80, 0x41], [0xE4, 0x01], [0x93, 0x94, 0x80, 0x01], [0x81], [0xFD, 0x96, 0x20]]
            as [[UInt8]])
    func refuses(bytes: [UInt8]) {
        #expect(text(bytes) == nil)
    }

    @Test("Any bytes are text or none, in any character set")
    func survives() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 1...20)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let split = Int.random(in: 0..<bytes.count)
            let parts = [split, bytes.count - split].filter { $0 > 0 }.map {
                TextPart(count: $0, interpretation: Bool.random() ? nil : .random(in: 0...40))
            }
            let text = DetectedCode(bytes: bytes, parts: parts, corners: []).text
            #expect((text?.unicodeScalars.count ?? 0) <= bytes.count)
        }
    }
}
