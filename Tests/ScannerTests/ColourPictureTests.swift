// Pictures with their colours, for logos: what they become, and the files that are refused.

import CTurboJPEG
import FoundationEssentials
import TestSupport
import Testing

@testable import Scanner

struct ColourPictureTests {
    private let limits = ImageLimits(bytes: 1 << 20, pixels: 4_000_000)

    /// A JPEG file of one colour.
    private func jpeg(
        _ pixel: [UInt8], _ format: TJPF, width: Int, height: Int
    ) throws -> [UInt8] {
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        let pixels = (0..<width * height).flatMap { _ in pixel }
        var (file, size): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
        let status = tjCompress2(
            handle, pixels, Int32(width), 0, Int32(height), format.rawValue, &file, &size, Int32(TJSAMP_444.rawValue),
            95, 0)
        defer { tjFree(file) }
        try #require(status == 0)
        return Array(UnsafeBufferPointer(start: file, count: Int(size)))
    }

    private func decode(_ bytes: [UInt8], side: Int = 100) throws -> ColourPicture {
        try ColourPicture.decode(bytes, longestSide: side, limits: limits)
    }

    @Test(
        "A JPEG keeps its colour, and is scaled down to its longer side", arguments: [(800, 200), (97, 40), (10, 90)])
    func jpegColour(width: Int, height: Int) throws {
        let picture = try decode(jpeg([200, 30, 60], TJPF_RGB, width: width, height: height))
        #expect(max(picture.width, picture.height) == min(100, max(width, height)))
        #expect(abs(Double(picture.width) / Double(picture.height) / (Double(width) / Double(height)) - 1) < 0.1)
        #expect(picture.rgba.count == picture.width * picture.height * 4)
        for (part, wanted) in zip(picture.rgba.prefix(4), [200, 30, 60, 255]) { #expect(abs(Int(part) - wanted) <= 3) }
    }

    @Test("A JPEG for printing presses is refused, and so are other formats, damage and too many pixels")
    func refusals() throws {
        let press = try jpeg([10, 20, 30, 40], TJPF_CMYK, width: 40, height: 40)
        #expect(throws: ImageFileError.unsupported(.jpeg, feature: "a CMYK picture")) { try decode(press) }
        for name in ["one.gif", "one.webp", "raw.pgm"] {
            #expect(throws: ImageFileError.unknownKind) { try decode(Fixture.bytes(name)) }
        }
        #expect(throws: ImageFileError.empty) { try decode([]) }
        #expect(throws: ImageFileError.unknownKind) { try decode(Array("javascript:".utf8)) }
        let long = [UInt8](repeating: 0, count: limits.bytes + 1)
        #expect(throws: ImageFileError.tooLarge(limitBytes: limits.bytes)) { try decode(long) }
        let large = try jpeg([0, 0, 0], TJPF_RGB, width: 2100, height: 2000)
        #expect(throws: ImageFileError.tooManyPixels(width: 2100, height: 2000, limit: limits.pixels)) {
            try decode(large)
        }
        let photo = try jpeg([200, 0, 0], TJPF_RGB, width: 900, height: 900)
        #expect(throws: ImageFileError.truncated(.jpeg)) { try decode(Array(photo.prefix(700))) }
    }

    @Test("What is white or transparent around a picture is cut off; a picture of nothing else is refused")
    func margin() throws {
        func picture(_ pixel: (Int, Int) -> [UInt8]) -> ColourPicture {
            ColourPicture(
                width: 12, height: 8, rgba: (0..<8).flatMap { y in (0..<12).flatMap { x in pixel(x, y) } })
        }
        let inner = picture { x, y in
            (3...7).contains(x) && (2...4).contains(y) ? [9, 9, 9, 255] : y < 2 ? [255, 255, 255, 255] : [0, 0, 0, 0]
        }.withoutMargin()
        #expect(inner == ColourPicture(width: 5, height: 3, rgba: (0..<15).flatMap { _ in [9, 9, 9, 255] as [UInt8] }))
        #expect(picture { _, _ in [255, 255, 255, 255] }.withoutMargin() == nil)
        #expect(picture { _, _ in [10, 20, 30, 0] }.withoutMargin() == nil)
        let full = picture { x, _ in [UInt8(x), 0, 0, 255] }
        #expect(full.withoutMargin() == full)
        #expect(throws: ImageFileError.blank) {
            try decode(jpeg([255, 255, 255], TJPF_RGB, width: 30, height: 30))
        }
    }

    @Test("A pixel that is scaled down is the mean of those it covers; what is transparent lends it no colour")
    func mean() {
        // Two columns: red and opaque, green and transparent.
        let pair = ColourPicture(width: 2, height: 1, rgba: [200, 0, 0, 255, 0, 250, 0, 0])
        let one = pair.fitted(in: 1)
        #expect(one.rgba == [200, 0, 0, 128] && one.width == 1 && one.height == 1)
        let wide = ColourPicture(width: 3000, height: 1, rgba: (0..<3000).flatMap { _ in [7, 8, 9, 255] as [UInt8] })
        #expect(wide.fitted(in: 7).rgba == (0..<7).flatMap { _ in [7, 8, 9, 255] as [UInt8] })
        #expect(pair.fitted(in: 2) == pair)
    }

    @Test("A confined process decodes logos from a file, within its limits")
    func confined() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/logo"
            try Data(jpeg([20, 30, 160], TJPF_RGB, width: 1000, height: 500)).write(to: URL(filePath: path))
            let decoder = PictureDecoder(.inProcess, limits: limits)
            let picture = try await decoder.colours(inFile: path, longestSide: 640, limits: limits)
            #expect(picture.width == 640 && picture.height == 320)
            // A file that hurts nobody else: the next one is read as usual.
            try Data(Fixture.bytes("one.gif")).write(to: URL(filePath: path))
            await #expect(throws: ImageFileError.unknownKind) {
                try await decoder.colours(inFile: path, longestSide: 640, limits: limits)
            }
            await #expect(throws: ImageFileError.notARegularFile) {
                try await decoder.colours(inFile: folder, longestSide: 640, limits: limits)
            }
        }
    }

    @Test("Files with flipped bits are errors or pictures", arguments: ["one.png", "transparent.png", "one.jpg"])
    func flippedBits(name: String) throws {
        var random = SeededGenerator()
        let bytes = try Fixture.bytes(name)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
            }
            guard let picture = try? decode(damaged) else { continue }
            #expect(picture.rgba.count == picture.width * picture.height * 4, "seed \(random.seed)")
        }
    }
}
