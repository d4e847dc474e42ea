// The pictures beside these tests; every one shows `DC1:FIXTURE-ONE` unless its name says otherwise.

import FoundationEssentials
import QRReader
import Scanner

/// Pictures made with qrencode, ImageMagick, cwebp, netpbm and ffmpeg.
enum Fixture {
    static let text = "DC1:FIXTURE-ONE"

    /// One sound file per format and variant.
    static let sound = [
        "one.jpg", "motion.jpg", "one.png", "transparent.png", "one.webp", "lossless.webp", "transparent.webp",
        "one.gif", "interlaced.gif", "transparent.gif", "plain.pbm", "raw.pbm", "raw.pgm",
    ]

    static func path(_ name: String) -> String {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(folder)/Fixtures/\(name)"
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }

    static func frame(_ name: String) throws -> Frame {
        try ImageFile.load(path: path(name)).frame
    }

    static func codes(_ frame: Frame) throws -> [DetectedCode] {
        var decoder = try QRDecoder()
        return try decoder.decode(frame)
    }

    static func texts(_ name: String) throws -> [String?] {
        try codes(frame(name)).map(\.text)
    }

    /// A Motion JPEG frame as many cameras send it: without its Huffman tables.
    static func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
        var (kept, next) = (Array(jpeg.prefix(2)), 2)
        while next + 4 <= jpeg.count, jpeg[next + 1] != 0xDA {
            let length = 2 + Int(jpeg[next + 2]) << 8 + Int(jpeg[next + 3])
            if jpeg[next + 1] != 0xC4 { kept += jpeg[next..<next + length] }
            next += length
        }
        return kept + jpeg[next...]
    }
}
