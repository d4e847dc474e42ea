// Files that commands write: whole, or not at all.

import FoundationEssentials
import TestSupport
import Testing

@testable import DoorOutput

struct OutputFileTests {
    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    @Test("While a file is written nobody finds a part of it, and then it takes the place of the one before")
    func nothingIsSeenBefore() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/codes.csv"
            for text in ["first", "second"] {
                let before = try names(in: folder)
                try OutputFile.save(to: path) { write in
                    try write(Array(text.utf8))
                    #expect(try names(in: folder) == before)
                }
                #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
                #expect(try names(in: folder) == ["codes.csv"])
            }
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("What fails in the middle leaves what was there before, and nothing else")
    func failureLeavesNothing() throws {
        struct Stop: Error {}
        try withTemporaryFolder { folder in
            let path = folder + "/codes.csv"
            try OutputFile.save(Array("first".utf8), to: path)
            #expect(throws: Stop.self) {
                try OutputFile.save(to: path) { write in
                    try write([1, 2, 3])
                    throw Stop()
                }
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
            #expect(try names(in: folder) == ["codes.csv"])
        }
    }

    @Test("A folder that is not there is not made for a file")
    func folderIsNotMade() throws {
        try withTemporaryFolder { folder in
            #expect(throws: FileError.self) { try OutputFolder.check(for: folder + "/new/x.pdf") }
            #expect(throws: FileError.self) { try OutputFile.save([1], to: folder + "/new/x.pdf") }
            try OutputFolder.check(for: folder + "/x.pdf")
            #expect(try names(in: folder).isEmpty)
        }
    }
}
