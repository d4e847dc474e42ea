// A folder of pictures in the place of a camera.

import FoundationEssentials
import Glibc
import QRReader
import TestSupport
import Testing

@testable import Scanner

struct FrameFolderTests {
    private func fill(_ folder: String) throws {
        for (name, fixture) in [("b.png", "two-codes.png"), ("a.jpg", "one.jpg"), ("notes.txt", "one.png")] {
            try Data(Fixture.bytes(fixture)).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        try Data("no picture".utf8).write(to: URL(filePath: "\(folder)/c.png"))
    }

    private func describe(_ event: CameraEvent?) -> String {
        switch event {
        case .frame(let frame): "\(frame.luma.width)x\(frame.luma.height) #\(frame.sequence)"
        case .unreadable(let file, let error): "\(file.split(separator: "/").last ?? "") \(error == .unknownKind)"
        case .opened, .untuned, .lost: "camera"
        case nil: "end"
        }
    }

    @Test("The pictures come in the order of their names, an unreadable one is named, then it ends")
    func order() async throws {
        try await withTemporaryFolder { folder in
            try fill(folder)
            let source = try FrameFolder(path: folder)
            var events: [String] = []
            for _ in 0..<4 { events.append(describe(await source.next())) }
            #expect(events == ["116x116 #1", "203x116 #2", "c.png true", "end"])
        }
    }

    @Test("Repeated, it starts again; at a rate, the frames are that far apart")
    func repeats() async throws {
        try await withTemporaryFolder { folder in
            try fill(folder)
            let source = try FrameFolder(path: folder, framesPerSecond: 100, isRepeated: true)
            var instants: [ContinuousClock.Instant] = []
            for _ in 0..<6 {
                if case .frame(let frame)? = await source.next() { instants.append(frame.instant) }
            }
            #expect(instants.count == 4)
            #expect(instants[0].duration(to: instants[3]) >= .milliseconds(30))
        }
    }

    @Test("A picture whose name is not UTF-8 is told, and no other is shown in its place")
    func nameOfOtherEncoding() async throws {
        try await withTemporaryFolder { folder in
            try Data(Fixture.bytes("one.png")).write(to: URL(filePath: folder + "/b\u{FFFD}.png"))
            try Data(Fixture.bytes("two-codes.png")).write(to: URL(filePath: folder + "/a.png"))
            let odd = (Array((folder + "/b").utf8) + [0xFF] + Array(".png".utf8) + [0]).map { CChar(bitPattern: $0) }
            try #require(rename(folder + "/a.png", odd) == 0)
            let source = try FrameFolder(path: folder)
            var events: [CameraEvent] = []
            while let event = await source.next() { events.append(event) }
            #expect(events.count == 2)
            guard case .unreadable(let file, let error)? = events.first, case .frame(let frame)? = events.last else {
                Issue.record("the events are others")
                return
            }
            #expect(frame.luma.width == 116 && file.hasSuffix(#"/b\xff.png"#) && "\(error)".contains("not UTF-8"))
        }
    }

    @Test("An empty folder ends at once, a missing one is an error")
    func empty() async throws {
        try await withTemporaryFolder { folder in
            let source = try FrameFolder(path: folder, isRepeated: true)
            #expect(describe(await source.next()) == "end")
            #expect(throws: ImageFileError.self) { try FrameFolder(path: "\(folder)/none") }
        }
    }
}

extension CapturedFrame {
    /// The pixels of a folder's picture.
    fileprivate var luma: Frame {
        switch content {
        case .luma(let frame): frame
        case .motionJPEG: Frame(width: 1, height: 1, luma: [0])
        }
    }
}
