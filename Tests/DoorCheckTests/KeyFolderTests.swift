// The folder with the key files of a machine.

import DoorInstallation
import Foundation
import Ledger
import TestSupport
import Testing
import TicketSigning

struct KeyFolderTests {
    private struct Refused: Error {}

    @Test("A key that cannot be recorded leaves no file, unless the file was there before", arguments: [false, true])
    func keep(wasThere: Bool) async throws {
        try await withTemporaryFolder { folder in
            let keys = KeyFolder(path: folder)
            let key = try MasterKey.random().eventKey(for: .random(), epoch: 2)
            let path = "\(folder)/\(key.event)-2.key"
            if wasThere { try keys.keep(key) }
            await #expect(throws: Refused.self) {
                try await keys.keep(key) {
                    #expect(FileManager.default.fileExists(atPath: path))
                    throw Refused()
                }
            }
            #expect(FileManager.default.fileExists(atPath: path) == wasThere)
        }
    }

    @Test("In a shared folder, the group gets event keys and box keys, and no master key under any name")
    func shared() throws {
        try withTemporaryFolder { folder in
            let keys = KeyFolder(path: folder)
            let master = MasterKey.random()
            try KeyFile.writeMasterKey(master, to: "\(folder)/copy.key")
            try KeyFile.writeEventKey(try master.eventKey(for: .random(), epoch: 1), to: "\(folder)/night.key")
            _ = try (keys.boxKey(), keys.hubKey())
            try #require(chmod(folder, 0o2750) == 0)
            try keys.shareWithHub()
            for name in ["night.key", "box.secret", "hub.secret"] {
                #expect(try mode(of: "\(folder)/\(name)") == 0o640)
            }
            #expect(try mode(of: "\(folder)/copy.key") == 0o600)
            // Each is still read as before.
            _ = try (keys.boxKey(), keys.hubKey(), KeyFile.read(at: "\(folder)/night.key"))
        }
    }

    private func mode(of path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o7777
    }
}
