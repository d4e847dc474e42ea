// Picture files: every format, what names and limits mean, and what is not a picture.

import Glibc
import QRReader
import TestSupport
import Testing

@testable import Scanner

struct ImageFileTests {
    @Test("The code is read from every format", arguments: Fixture.sound)
    func everyFormat(name: String) throws {
        #expect(try Fixture.texts(name) == [Fixture.text])
    }

    @Test("The content tells the format, not the name")
    func wrongName() throws {
        try withTemporaryFolder { folder in
            #expect(symlink(Fixture.path("one.jpg"), "\(folder)/one.png") == 0)
            let picture = try ImageFile.load(path: "\(folder)/one.png")
            #expect(picture.frame.width == 116)
        }
    }

    @Test("What is transparent is white", arguments: ["transparent.png", "transparent.webp", "transparent.gif"])
    func transparency(name: String) throws {
        #expect(try Fixture.frame(name).luma.first == 255)
    }

    @Test("The same picture has the same luma in every lossless format", arguments: ["one.gif", "interlaced.gif"])
    func sameLuma(name: String) throws {
        #expect(try Fixture.frame(name).luma == Fixture.frame("one.png").luma)
    }

    @Test("A large JPEG is reduced, and corners are given in the file's pixels")
    func reduction() throws {
        let whole = try Fixture.codes(Fixture.frame("one.jpg"))
        let picture = try ImageFile.load(path: Fixture.path("one.jpg"), limits: ImageLimits(photoPixels: 5000))
        #expect(picture.scale == 2)
        #expect(picture.frame.width == 58)
        let small = try Fixture.codes(picture.frame)
        #expect(small.map(\.text) == [Fixture.text])
        let centre = picture.inFile(try #require(small.first).centre)
        #expect(centre.distance(to: try #require(whole.first).centre) < 4)
    }

    @Test(
        "A JPEG is halved until it fits, at most three times",
        arguments: [(4_000_000, 1), (8_000_000, 2), (16_000_000, 2), (64_000_000, 4), (100_000_000, 8)])
    func factor(pixels: Int, factor: Int) {
        #expect(JPEGDecoder.reduction(of: pixels, to: 4_000_000) == factor)
    }

    @Test("A file larger than the limit is refused before it is read")
    func largeFile() throws {
        #expect(throws: ImageFileError.tooLarge(limitBytes: 100)) {
            try ImageFile.load(path: Fixture.path("one.png"), limits: ImageLimits(bytes: 100))
        }
    }

    @Test("A picture larger than the limit is refused in every format", arguments: Fixture.sound)
    func largePicture(name: String) throws {
        let limits = ImageLimits(pixels: 1000)
        do {
            _ = try ImageFile.load(path: Fixture.path(name), limits: limits)
            Issue.record("it was read")
        } catch {
            guard case .tooManyPixels(_, _, limit: 1000) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("A missing file, a folder, a pipe and a device are errors, at once")
    func notRegular() throws {
        try withTemporaryFolder { folder in
            #expect(mkfifo("\(folder)/pipe.png", 0o600) == 0)
            for path in [folder, "\(folder)/pipe.png", "/dev/zero", "/dev/tty0"] {
                #expect(throws: ImageFileError.self) { try ImageFile.load(path: path) }
            }
            #expect(throws: ImageFileError.notARegularFile) { try ImageFile.load(path: "\(folder)/pipe.png") }
            #expect(throws: ImageFileError.notARegularFile) { try ImageFile.load(path: "/dev/zero") }
            #expect(throws: ImageFileError.cannotRead(errno: ENOENT)) { try ImageFile.load(path: "\(folder)/no.png") }
        }
    }

    @Test("An empty file and a text are named as such")
    func noPicture() {
        #expect(throws: ImageFileError.empty) { try ImageFile.decode([]) }
        #expect(throws: ImageFileError.unknownKind) { try ImageFile.decode(Array("Dear guest,\n".utf8)) }
        #expect(throws: ImageFileError.unknownKind) { try ImageFile.decode([0x50]) }
    }

    @Test(
        "A folder's pictures are told by their names' endings",
        arguments: [
            ("a.jpg", true), ("a.JPEG", true), ("a.b.png", true), ("a.webp", true), ("a.gif", true), ("a.pnm", true),
            ("jpg", false), ("a.jpg.txt", false), ("a", false), ("a.PDF", true), ("a.heic", true), ("a.tif", true),
            ("a.txt", false), ("", false),
        ])
    func endings(name: String, isPicture: Bool) {
        #expect(ImageFile.isPicture(name: name) == isPicture)
    }

    @Test("Every error is one sentence without a path")
    func sentences() {
        let errors: [ImageFileError] = [
            .cannotRead(errno: EACCES), .notARegularFile, .empty, .tooLarge(limitBytes: 64 << 20), .unknownKind,
            .tooManyPixels(width: 1, height: 2, limit: 3), .truncated(.png), .damaged(.gif, reason: "so"),
            .unsupported(.webp, feature: "an animation"), .outOfMemory, .notBuilt(.heic), .tooCostly(.pdf),
        ]
        for sentence in errors.map(\.description) {
            #expect(!sentence.contains("\n") && !sentence.hasSuffix(".") && sentence.count < 120)
        }
    }
}
