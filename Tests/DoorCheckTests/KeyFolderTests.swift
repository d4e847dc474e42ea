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
}
