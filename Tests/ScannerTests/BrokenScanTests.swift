// JPEG pictures whose decoder gives up after it has already warned.

import QRReader
import TestSupport
import Testing

@testable import Scanner

struct BrokenScanTests {
    /// A grey picture of the fixture's size as the first scan of a colour picture, followed by stray bytes, which
    /// TurboJPEG only warns of, and by a second frame header, which it refuses. It has decoded no row by then.
    private static let file: [UInt8] = {
        let white = Frame(width: 116, height: 116, luma: [UInt8](repeating: 255, count: 116 * 116))
        let grey = white.jpeg(atMost: 116) ?? []
        var (file, next) = (Array(grey.prefix(2)), 2)
        while next + 4 <= grey.count, grey[next + 1] != 0xDA {
            let length = 2 + Int(grey[next + 2]) << 8 + Int(grey[next + 3])
            if grey[next + 1] == 0xC0 {
                let size = grey[next + 4...next + 8]
                file += [0xFF, 0xC0, 0, 17] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
            } else {
                file += grey[next..<next + length]
            }
            next += length
        }
        return file + grey[next...].dropLast(2) + Self.strayBytesAndHeader
    }()

    private static let strayBytesAndHeader: [UInt8] =
        [UInt8](repeating: 1, count: 64) + [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]

    @Test("A frame that breaks off never shows the code of the frame before it", arguments: [true, false])
    func frame(isOutOfProcess: Bool) async throws {
        let decoder = PictureDecoder(isOutOfProcess ? DecoderProcessTests.place : .inProcess)
        let camera = Silent()
        func read(_ bytes: [UInt8]) async throws -> DecodedPicture? {
            let content = CapturedFrame.Content.motionJPEG(bytes, width: 116, height: 116)
            return try await decoder.read(CapturedFrame(content, instant: .now, sequence: 0), from: camera)
        }
        #expect(try await read(Fixture.bytes("motion.jpg"))?.codes.map(\.text) == [Fixture.text])
        #expect(try await read(Self.file) == nil)
    }

    @Test("A file that breaks off is damaged, and not a picture of whatever was in memory")
    func file() {
        #expect { try ImageFile.decode(Self.file, limits: .default).scale } throws: { error in
            guard case .damaged(.jpeg, _)? = error as? ImageFileError else { return false }
            return true
        }
    }

    private struct Silent: FrameSource {
        let name = "north"
        func next() async -> CameraEvent? { nil }
    }
}
