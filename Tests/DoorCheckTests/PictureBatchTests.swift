// Tests of reading pictures in bulk.

import DoorPictures
import FoundationEssentials
import QRReader
import Scanner
import TestSupport
import Testing
import TicketPrinting

@testable import DoorCommands

struct PictureBatchTests {
    /// Modules of 3 pixels, of which each pixel of the reduced picture mixes four or more: there are fewer pixels than
    /// modules.
    private func photograph() throws -> [UInt8] {
        let symbol = try QRSymbol(text: "https://example.org", errorCorrection: .medium)
        let luma = (0..<400 * 400).map { index -> UInt8 in
            let (x, y) = (index % 400 - 162, index / 400 - 162)
            return x >= 0 && y >= 0 && symbol[x: x / 3, y: y / 3] ? 20 : 230
        }
        return try GrayPicture(width: 400, height: 400, luma: luma).jpeg(quality: 95)
    }

    @Test("A code that is too small in the reduced picture is read at the next size")
    func secondLook() async throws {
        let limits = ImageLimits(photoPixels: 10_000)
        let file = try photograph()
        var decoder = try QRDecoder()
        let reduced = try ImageFile.decode(file, limits: limits)
        #expect(reduced.scale == 4)
        #expect(try decoder.decode(reduced.frame, effort: .thorough).isEmpty)

        try await withTemporaryFolder { folder in
            let path = folder + "/far.jpg"
            try Data(file).write(to: URL(filePath: path))
            var texts: [String?] = []
            var centres: [Point] = []
            let place = PicturePlace.file(path: path)
            try await PictureBatch(pictures: [place], workers: 1, limits: limits, decoding: .inProcess).read {
                picture in
                texts += try picture.codes.get().map(\.text)
                centres += try picture.codes.get().map(\.centre)
            }
            #expect(texts == ["https://example.org"])
            // In the file's pixels, whatever size it was read at.
            let centre = try #require(centres.first)
            #expect(abs(centre.x - 200) < 4 && abs(centre.y - 200) < 4)
        }
    }
}
