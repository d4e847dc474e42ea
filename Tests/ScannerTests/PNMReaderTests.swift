// PNM: exact values of every variant, and what strict means.

import QRReader
import Testing

@testable import Scanner

struct PNMReaderTests {
    @Test(
        "Every variant gives its values",
        arguments: [
            ("P1 3 2\n1 0 1\n0 1 0\n", [0, 255, 0, 255, 0, 255]),
            ("P1 # bits\n3 1\n101", [0, 255, 0]),
            ("P2 2 1 15\n0 15\n", [0, 255]),
            ("P2\n#1\n2 1\n#2\n3 1 2", [85, 170]),
            ("P3 1 1 255 255 0 0", [76]),
            ("P5 3 1 255\nABC", [65, 66, 67]),
            ("P5 2 1 127\n@\u{7F}", [129, 255]),
            ("P5 2 1 65535\n\u{0}\u{0}AA", [0, 65]),
            ("P6 1 1 255\nAAA", [65]),
        ] as [(String, [UInt8])])
    func values(file: String, luma: [UInt8]) throws {
        #expect(try ImageFile.decode(Array(file.utf8)).frame.luma == luma)
    }

    @Test("Packed bits start each row on a byte")
    func packedBits() throws {
        let file = Array("P4 9 2\n".utf8) + [0x80, 0x80, 0x00, 0x00]
        let frame = try ImageFile.decode(file).frame
        let white = [UInt8](repeating: 255, count: 9)
        let rows: [[UInt8]] = [[0], Array(white.prefix(7)), [0], white]
        #expect(frame.luma == rows.flatMap(\.self))
    }

    @Test(
        "What breaks the format's rules is refused",
        arguments: [
            "P5 2 1 255\nABC", "P5 0 1 255\n", "P5 1 1 0\nA", "P5 1 1 65536\nAA", "P5 1 1 255A", "P5 x 1 255\nA",
            "P5 -1 1 255\nA", "P2 1 1 15\n16", "P2 1 1 15\n1 x", "P1 1 1 2", "P5 1234567890 1 255\nA", "P5 1 1 3\n~",
        ])
    func strict(file: String) {
        #expect {
            try ImageFile.decode(Array(file.utf8))
        } throws: { error in
            guard case .damaged(.pnm, _)? = error as? ImageFileError else { return false }
            return true
        }
    }
}
