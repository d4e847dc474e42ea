// Files that a folder shares with its group, as the Debian package does with the hub's user.

import Glibc
import TestSupport
import Testing

@testable import TicketSigning

struct SharedFolderTests {
    private let fixture: SigningFixture

    init() throws {
        fixture = try SigningFixture()
    }

    /// Runs a test in a folder of this mode.
    private func withFolder(mode: mode_t, _ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try #require(chmod(folder, mode) == 0)
            try body(folder)
        }
    }

    @Test(
        "A new event key is for the group of a folder with the set-group-ID bit, to read and no more",
        arguments: [(0o2750, 0o640), (0o2770, 0o640), (0o2700, 0o600), (0o750, 0o600), (0o770, 0o600)]
            as [(mode_t, mode_t)])
    func newKeys(folderMode: mode_t, fileMode: mode_t) throws {
        try withFolder(mode: folderMode) { folder in
            try KeyFile.writeEventKey(fixture.key, to: "\(folder)/event.key")
            try KeyFile.writeMasterKey(fixture.master, to: "\(folder)/master.key")
            #expect(try TestFile.mode(of: "\(folder)/event.key") == fileMode)
            #expect(try TestFile.mode(of: "\(folder)/master.key") == 0o600)
            #expect(try TestFile.eventKey(at: "\(folder)/event.key") == fixture.key)
        }
    }

    @Test("A key that its folder does not share, or shares for writing, is refused")
    func exposedKeys() throws {
        try withFolder(mode: 0o2750) { folder in
            let path = "\(folder)/event.key"
            try KeyFile.writeEventKey(fixture.key, to: path)
            for mode: mode_t in [0o660, 0o644, 0o641, 0o604, 0o650, 0o4640] {
                try #require(chmod(path, mode) == 0)
                #expect(throws: KeyFileError.exposed(path: path, mode: mode)) { try TestFile.eventKey(at: path) }
            }
            try #require(chmod(path, 0o640) == 0)
            for mode: mode_t in [0o750, 0o2700] {
                try #require(chmod(folder, mode) == 0)
                #expect(throws: KeyFileError.exposed(path: path, mode: 0o640)) { try TestFile.eventKey(at: path) }
            }
        }
    }

    @Test("No folder shares a master key, a PIN or a webhook's secret")
    func secrets() throws {
        try withFolder(mode: 0o2770) { folder in
            let master = "\(folder)/of-another-name.key"
            try KeyFile.writeMasterKey(fixture.master, to: master)
            try #require(chmod(master, 0o640) == 0)
            #expect(throws: KeyFileError.exposed(path: master, mode: 0o640)) { try KeyFile.read(at: master) }
            let pin = "\(folder)/pin"
            try TestFile.write("271828\n", to: pin)
            try #require(chmod(pin, 0o640) == 0)
            #expect(throws: KeyFileError.exposed(path: pin, mode: 0o640)) { try StaffPIN(at: pin) }
            #expect(throws: KeyFileError.exposed(path: pin, mode: 0o640)) { try WebhookSecret(at: pin) }
        }
    }

    @Test("A file that has another owner or another group than its folder is not shared by it")
    func owners() {
        func isShared(_ file: (owner: uid_t, group: gid_t)) -> Bool {
            var folder = stat()
            (folder.st_mode, folder.st_uid, folder.st_gid) = (0o2750, 990, 991)
            var status = stat()
            (status.st_mode, status.st_uid, status.st_gid) = (S_IFREG | 0o640, file.owner, file.group)
            return SharedFolder.shares(status, in: folder)
        }
        #expect(isShared((990, 991)))
        #expect(!isShared((992, 991)))
        #expect(!isShared((990, 990)))
        #expect(!isShared((0, 0)))
    }

    @Test("What is put back for its owner alone is shared again, and no file that has another name or another owner")
    func sharing() throws {
        try withFolder(mode: 0o2770) { folder in
            for name in ["ledger", "twice", "target"] { try TestFile.write("text", to: "\(folder)/\(name)") }
            try #require(link("\(folder)/twice", "\(folder)/second-name") == 0)
            try #require(symlink("\(folder)/target", "\(folder)/link") == 0)
            for name in ["ledger", "twice", "second-name", "link", "missing", "."] {
                try SharedFolder.share("\(folder)/\(name)", readOnly: false)
            }
            #expect(try TestFile.mode(of: "\(folder)/ledger") == 0o660)
            for name in ["twice", "target"] { #expect(try TestFile.mode(of: "\(folder)/\(name)") == 0o600) }
            try SharedFolder.share("\(folder)/ledger", readOnly: true)
            #expect(try TestFile.mode(of: "\(folder)/ledger") == 0o640)
        }
        try withFolder(mode: 0o770) { folder in
            try TestFile.write("text", to: "\(folder)/ledger")
            try SharedFolder.share("\(folder)/ledger", readOnly: false)
            #expect(try TestFile.mode(of: "\(folder)/ledger") == 0o600)
        }
    }
}
