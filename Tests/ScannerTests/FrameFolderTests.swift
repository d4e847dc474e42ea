// A folder of pictures in the place of a camera.

import FoundationEssentials
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
        case .frame(let frame): "\(frame.width)x\(frame.height) #\(frame.sequence ?? 0)"
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
                if case .frame(let frame)? = await source.next() { instants.append(try #require(frame.instant)) }
            }
            #expect(instants.count == 4)
            #expect(instants[0].duration(to: instants[3]) >= .milliseconds(30))
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
