// Files that hold more than one picture: each is read, or the file is refused in a sentence.

import FoundationEssentials
import QRReader
import TestSupport
import Testing

@testable import Scanner

struct SecondPictureTests {
    @Test("Every page of a TIFF file is read, in order", .enabled(if: ForeignPicturesTests.isRead(.tiff)))
    func tiffPages() throws {
        let pages = [(try Fixture.frame("one.png"), 0), (try Fixture.frame("two-codes.png"), 0)]
        try withTemporaryFile(Self.tiff(pages)) { path in
            let read = try ImageFile.loadAll(path: path)
            #expect(try read.map { try Fixture.codes($0.frame).count } == [1, 2])
        }
    }

    @Test(
        "A TIFF file's reduced copies of its page are not read as pages",
        .enabled(if: ForeignPicturesTests.isRead(.tiff)))
    func tiffPreviews() throws {
        let frame = try Fixture.frame("one.png")
        for kinds in [[0, 1], [1, 0], [1], [1, 1]] {
            try withTemporaryFile(Self.tiff(kinds.map { (frame, $0) })) { path in
                let read = try ImageFile.loadAll(path: path)
                #expect(read.count == 1, "\(kinds)")
            }
        }
    }

    @Test(
        "A TIFF file whose second page is damaged is refused, with the page",
        .enabled(if: ForeignPicturesTests.isRead(.tiff)))
    func tiffDamage() throws {
        let frame = try Fixture.frame("one.png")
        var bytes = Self.tiff([(frame, 0), (frame, 0)])
        // The second directory lies at the end.
        bytes.removeLast(40)
        try withTemporaryFile(bytes) { path in
            do throws(ImageFileError) {
                _ = try ImageFile.loadAll(path: path)
                Issue.record("it was read")
            } catch {
                guard case .damaged(.tiff, let reason) = error else { Issue.record("\(error)"); return }
                #expect(reason.contains("page 2"), "\(reason)")
            }
        }
    }

    @Test("A GIF file of two pictures is refused, and one of one picture is read")
    func gif() throws {
        for name in ["one.gif", "interlaced.gif", "transparent.gif"] {
            let bytes = try Fixture.bytes(name)
            var start = 13 + (bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1))
            while bytes[start] == 0x21 {
                start += 2
                while bytes[start] != 0 { start += 1 + Int(bytes[start]) }
                start += 1
            }
            try #require(bytes[start] == 0x2C && bytes.last == 0x3B)
            let two = bytes.dropLast() + bytes[start...]
            #expect(throws: ImageFileError.unsupported(.gif, feature: "an animation")) {
                try ImageFile.decode(Array(two))
            }
            #expect(throws: ImageFileError.truncated(.gif)) { try ImageFile.decode(bytes.dropLast()) }
            // A remark after the picture is none.
            let remark: [UInt8] = [0x21, 0xFE, 2, 0x68, 0x69, 0]
            #expect(try Fixture.codes(ImageFile.decode(bytes.dropLast() + remark + [0x3B]).frame).count == 1)
        }
    }

    @Test("A PNG file with a second picture is refused, and other extra chunks are not looked at")
    func png() throws {
        let bytes = try Fixture.bytes("one.png")
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let length = (0..<4).reversed().map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
            let body = Array(name.utf8) + data
            var crc: UInt32 = 0xFFFF_FFFF
            for byte in body {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            }
            crc = ~crc
            return length + body + (0..<4).reversed().map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
        }
        let (head, end) = (Array(bytes.dropLast(12)), Array(bytes.suffix(12)))
        let control = [UInt8](repeating: 0, count: 26)
        let second = head + chunk("fcTL", control) + chunk("fdAT", [0, 0, 0, 1, 1, 2, 3]) + end
        #expect(throws: ImageFileError.unsupported(.png, feature: "an animation")) { try ImageFile.decode(second) }
        for extra in [chunk("fcTL", control), chunk("teXt", Array("fdAT".utf8))] {
            #expect(try Fixture.codes(ImageFile.decode(head + extra + end).frame).count == 1)
        }
        // A length that is a lie ends the look, and not the program.
        for lie in [[0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
            _ = try? ImageFile.decode(head + lie + Array("fdAT".utf8))
        }
    }

    /// Grey pages without compression, then their directories (TIFF 6.0, section 2); kind 1 is a reduced copy.
    private static func tiff(_ pages: [(frame: Frame, kind: Int)]) -> [UInt8] {
        func bytes(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var file: [UInt8] = [0x49, 0x49, 0x2A, 0, 0, 0, 0, 0]
        var places: [Int] = []
        for page in pages {
            places.append(file.count)
            file += page.frame.luma
        }
        if file.count % 2 == 1 { file.append(0) }
        var link = 4
        for (page, place) in zip(pages, places) {
            let (frame, start) = (page.frame, file.count)
            let entries = [
                (254, 4, page.kind), (256, 4, frame.width), (257, 4, frame.height), (258, 3, 8), (259, 3, 1),
                (262, 3, 1), (273, 4, place), (277, 3, 1), (278, 4, frame.height), (279, 4, frame.luma.count),
            ]
            file.replaceSubrange(link..<link + 4, with: bytes(start, 4))
            file += bytes(entries.count, 2)
            file += entries.flatMap { bytes($0.0, 2) + bytes($0.1, 2) + bytes(1, 4) + bytes($0.2, 4) }
            link = file.count
            file += bytes(0, 4)
        }
        return file
    }

    private func withTemporaryFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try Data(bytes).write(to: URL(filePath: folder + "/picture"))
            try body(folder + "/picture")
        }
    }
}
