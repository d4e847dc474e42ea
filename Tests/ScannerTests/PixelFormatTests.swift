// Brightness out of what cameras give, with and without padding.

import QRReader
import Testing

@testable import Scanner

struct PixelFormatTests {
    /// A picture of `width` x `height` in which every luma value is told by its place, in a camera's layout.
    private func buffer(_ format: PixelFormat, _ width: Int, _ height: Int, bytesPerRow: Int) -> [UInt8] {
        let step = Self.step(format)
        let rows = (0..<height).flatMap { y in
            (0..<bytesPerRow).map { byte in
                byte / step < width ? Self.byte(byte % step, of: value(byte / step, y), format) : 0xEE
            }
        }
        return format == .nv12 || format == .yu12 ? rows + [UInt8](repeating: 0x80, count: rows.count / 2) : rows
    }

    private static func step(_ format: PixelFormat) -> Int {
        [.yuyv, .uyvy, .grey10, .grey12, .grey16].contains(format) ? 2 : 1
    }

    /// One of a pixel's bytes: luma, the chroma beside it, or bits below and above luma's highest eight.
    private static func byte(_ index: Int, of luma: UInt8, _ format: PixelFormat) -> UInt8 {
        let word: UInt16 =
            switch format {
            case .uyvy: UInt16(luma) << 8 | 0xEE
            case .grey16: UInt16(luma) << 8 | 0xFF
            case .grey12: UInt16(luma) << 4 | 0xF
            case .grey10: UInt16(luma) << 2 | 0x3
            default: 0xEE00 | UInt16(luma)
            }
        return UInt8(truncatingIfNeeded: word >> (8 * UInt16(index)))
    }

    private func value(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: x &* 7 &+ y &* 31) }

    private func luma(_ format: PixelFormat, _ bytes: [UInt8], _ size: (Int, Int), bytesPerRow: Int) -> [UInt8]? {
        format.luma(of: bytes.span, width: size.0, height: size.1, bytesPerRow: bytesPerRow)
    }

    @Test(
        "Every layout gives the same luma, whatever its padding",
        arguments: [PixelFormat.grey, .yuyv, .uyvy, .nv12, .yu12, .grey10, .grey12, .grey16],
        [(64, 4, 0), (33, 5, 7), (1, 1, 3), (2, 3, 0)])
    func layouts(format: PixelFormat, picture: (width: Int, height: Int, padding: Int)) {
        let (width, height) = (picture.width, picture.height)
        let perRow = width * Self.step(format) + picture.padding
        let bytes = buffer(format, width, height, bytesPerRow: perRow)
        let expected = (0..<height).flatMap { y in (0..<width).map { value($0, y) } }
        #expect(luma(format, bytes, (width, height), bytesPerRow: perRow) == expected)
    }

    @Test("A row length of 0 means rows without padding")
    func unknownRowLength() {
        #expect(luma(.grey, [1, 2, 3, 4], (2, 2), bytesPerRow: 0) == [1, 2, 3, 4])
        #expect(luma(.yuyv, [1, 0, 2, 0, 3, 0, 4, 0], (2, 2), bytesPerRow: 0) == [1, 2, 3, 4])
    }

    @Test("A frame that is too short is none", arguments: PixelFormat.allCases)
    func short(format: PixelFormat) {
        #expect(luma(format, [UInt8](repeating: 0, count: 99), (10, 10), bytesPerRow: 10) == nil)
        #expect(luma(format, [], (10, 10), bytesPerRow: 10) == nil)
    }

    @Test("The last row needs no padding")
    func lastRow() {
        #expect(luma(.grey, [1, 2, 0, 3, 4], (2, 2), bytesPerRow: 3) == [1, 2, 3, 4])
    }

    @Test("Motion JPEG is read, with its Huffman tables or without", arguments: [true, false])
    func motionJPEG(hasTables: Bool) throws {
        let whole = try Fixture.bytes("motion.jpg")
        let bytes = hasTables ? whole : Fixture.withoutHuffmanTables(whole)
        #expect(hasTables || bytes.count < whole.count)
        let frame = try #require(try Self.decoded(bytes, JPEGDecoder()))
        #expect(frame.width == 116 && frame.height == 116)
        #expect(try Fixture.codes(frame).map(\.text) == [Fixture.text])
    }

    @Test("A large Motion JPEG frame is halved in the decoder")
    func largeMotionJPEG() throws {
        let frame = try #require(try Self.decoded(Fixture.bytes("motion.jpg"), JPEGDecoder(), limit: 5000))
        #expect(frame.width == 58 && frame.height == 58)
        #expect(try Fixture.codes(frame).map(\.text) == [Fixture.text])
    }

    @Test("A Motion JPEG frame cut anywhere is a frame or none, and never of another size")
    func shortMotionJPEG() throws {
        let decoder = try JPEGDecoder()
        let bytes = try Fixture.bytes("motion.jpg")
        for length in 0..<bytes.count {
            let frame = try Self.decoded(Array(bytes.prefix(length)), decoder)
            #expect(frame == nil || frame?.width == 116 && frame?.height == 116)
        }
        var small = [UInt8](repeating: 0, count: 116 * 116 - 1)
        #expect(!small.withUnsafeMutableBytes { decoder.decode(bytes, width: 116, height: 116, into: $0) })
    }

    /// A Motion JPEG frame as it is decoded; nil if it is none.
    private static func decoded(
        _ bytes: [UInt8], _ decoder: borrowing JPEGDecoder, limit: Int = JPEGDecoder.framePixels
    ) throws -> Frame? {
        guard let size = try? decoder.frameSize(of: bytes, limit: limit).decoded else { return nil }
        var luma = [UInt8](repeating: 0, count: size.width * size.height)
        let isDecoded = luma.withUnsafeMutableBytes {
            decoder.decode(bytes, width: size.width, height: size.height, into: $0)
        }
        return isDecoded ? Frame(width: size.width, height: size.height, luma: luma) : nil
    }

    @Test("Formats are known by their four characters")
    func names() {
        #expect(
            PixelFormat.allCases.map { "\($0.fourCC)" } == [
                "GREY", "YUYV", "UYVY", "NV12", "MJPG", "Y16 ", "Y12 ", "Y10 ", "YU12",
            ])
        #expect(PixelFormat.allCases.allSatisfy { PixelFormat($0.fourCC) == $0 })
        #expect(PixelFormat(FourCC(rawValue: 0)) == nil)
        #expect(FourCC(rawValue: 0x0100_4142).description == "BA??")
    }
}
