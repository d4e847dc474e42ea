// What `doorcheck read` says about a code.

import QRReader
import Testing

@testable import DoorCommands

struct ReadingLineTests {
    private func line(_ bytes: [UInt8], _ parts: [TextPart] = []) -> ReadingLine {
        let code = DetectedCode(bytes: bytes, parts: parts, corners: [])
        let picture = PictureReadings(path: "a.png", codes: .success([code]), decoding: .zero, total: .zero)
        return ReadingLine(code, in: picture)
    }

    @Test("A code has its text, and its bytes wherever they are not the text in UTF-8")
    func text() {
        let plain = line(Array("Zoë".utf8))
        #expect(plain.text == "Zoë" && plain.hex == nil)
        let kanji = line([0x93, 0x5F], [TextPart(count: 2, interpretation: 20)])
        #expect(kanji.text == "点" && kanji.hex == "935f")
        let guessed = line([0x5A, 0x6F, 0xEB])
        #expect(guessed.text == "Zoë" && guessed.hex == "5a6feb")
        let binary = line([0x0F, 0xFE, 0x80])
        #expect(binary.text == nil && binary.hex == "0ffe80")
    }
}
