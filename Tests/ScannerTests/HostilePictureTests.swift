// Files made to do harm, or damaged on their way: each gives an error or a picture.

import QRReader
import TestSupport
import Testing

@testable import Scanner

struct HostilePictureTests {
    @Test("A file cut anywhere is an error or a picture", arguments: Fixture.sound)
    func truncation(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let cuts = (0..<bytes.count).map { Array(bytes.prefix($0)) }
        let pictures = cuts.count { (try? ImageFile.decode($0)) != nil }
        // What is cut off after the picture's last pixel, as an end mark, may be missing unnoticed.
        #expect(pictures <= 16, "\(pictures) of \(bytes.count) cuts went unnoticed")
    }

    @Test("A JPEG without its second half is truncated")
    func halfJPEG() throws {
        let bytes = try Fixture.bytes("one.jpg")
        #expect(throws: ImageFileError.truncated(.jpeg)) {
            try ImageFile.decode(Array(bytes.prefix(bytes.count * 3 / 4)))
        }
    }

    @Test("Files with flipped bits are errors or pictures", arguments: Fixture.sound)
    func flippedBits(name: String) throws {
        var random = SeededGenerator()
        let bytes = try Fixture.bytes(name)
        var decoder = try QRDecoder()
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let byte = Int.random(in: 0..<damaged.count, using: &random)
                damaged[byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            guard let picture = try? ImageFile.decode(damaged, limits: ImageLimits(pixels: 1_000_000)) else { continue }
            let codes = try decoder.decode(picture.frame)
            #expect(codes.allSatisfy { $0.text == Fixture.text }, "seed \(random.seed)")
        }
    }

    @Test("A small PNG that claims 900 million pixels is refused by its header")
    func pngBomb() throws {
        var bytes = try Fixture.bytes("one.png")
        let side: [UInt8] = [0x00, 0x00, 0x75, 0x30]
        bytes.replaceSubrange(16..<24, with: side + side)
        // The header's checksum: libpng tests it before it believes the size.
        bytes.replaceSubrange(29..<33, with: Self.crc32(bytes[12..<29]))
        #expect(throws: ImageFileError.tooManyPixels(width: 30_000, height: 30_000, limit: 100_000_000)) {
            try ImageFile.decode(bytes)
        }
    }

    @Test("A GIF canvas of 4 thousand million pixels is refused by its header")
    func gifBomb() throws {
        var bytes = try Fixture.bytes("one.gif")
        bytes.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: ImageFileError.tooManyPixels(width: 65_535, height: 65_535, limit: 100_000_000)) {
            try ImageFile.decode(bytes)
        }
    }

    @Test("A GIF of comments without end is truncated")
    func endlessGIF() throws {
        let head = try Fixture.bytes("one.gif").prefix(13 + 6)
        let comment: [UInt8] = [0x21, 0xFE] + [0xFF] + [UInt8](repeating: 0x41, count: 255)
        let more: [UInt8] = [0xFF] + [UInt8](repeating: 0x41, count: 255)
        let bytes = Array(head) + comment + (0..<4000).flatMap { _ in more }
        #expect(throws: ImageFileError.truncated(.gif)) { try ImageFile.decode(bytes) }
    }

    @Test("What follows a GIF's first picture is not decoded: the file is refused")
    func gifAnimation() throws {
        let bytes = try Fixture.bytes("one.gif")
        #expect(throws: ImageFileError.unsupported(.gif, feature: "an animation")) {
            try ImageFile.decode(bytes.dropLast() + [UInt8](repeating: 0x2C, count: 100_000))
        }
    }

    @Test("PNM headers of absurd size are refused")
    func pnmBomb() {
        for header in ["P5 99999 99999 255\n", "P6 30000 30000 255\n", "P4 999999999 999999999\n"] {
            #expect(throws: ImageFileError.self) { try ImageFile.decode(Array(header.utf8)) }
        }
        #expect(throws: ImageFileError.truncated(.pnm)) { try ImageFile.decode(Array("P5 9000 9000 255\n1".utf8)) }
        #expect(throws: ImageFileError.truncated(.pnm)) { try ImageFile.decode(Array("P2 9000 9000 255\n1".utf8)) }
    }

    @Test("A picture 65,500 pixels wide, or high, is read like any other", arguments: [(65_500, 40), (40, 65_500)])
    func longSide(width: Int, height: Int) throws {
        let header = Array("P5 \(width) \(height) 255\n".utf8)
        let picture = try ImageFile.decode(header + (0..<width * height).map { $0 % 7 < 3 ? 20 : 230 })
        #expect(picture.frame.width == width && picture.frame.height == height)
        #expect(try Fixture.codes(picture.frame).isEmpty)
    }

    /// PNG's checksum (RFC 2083, section 15), high byte first.
    private static func crc32(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let sum = ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }
}
