// Keys on a real disk.

import Glibc
import TestSupport
import Testing

@testable import TicketSigning

struct KeyFileTests {
    private let fixture: SigningFixture

    init() throws {
        fixture = try SigningFixture()
    }

    @Test("Both kinds of key read back, from files of mode 0600 that hold what the format says")
    func roundTrip() throws {
        try withTemporaryFolder { folder in
            try KeyFile.writeMasterKey(fixture.master, to: "\(folder)/master.key")
            try KeyFile.writeEventKey(fixture.key, to: "\(folder)/event.key")
            #expect(try KeyFile.readMasterKey(at: "\(folder)/master.key").secret == fixture.master.secret)
            #expect(try TestFile.eventKey(at: "\(folder)/event.key") == fixture.key)
            for name in ["master.key", "event.key"] { #expect(try TestFile.mode(of: "\(folder)/\(name)") == 0o600) }
            #expect(try TestFile.contents(of: "\(folder)/event.key") == fixture.eventKeyText)
            #expect(
                try TestFile.contents(of: "\(folder)/master.key")
                    == "doorcheck-master-key 1\nsecret \(fixture.vector.master)\n"
            )
            #expect(try TestFile.names(in: folder) == ["event.key", "master.key"])
        }
    }

    @Test("A folder's keys are told apart by what they hold")
    func kinds() throws {
        try withTemporaryFolder { folder in
            try KeyFile.writeMasterKey(fixture.master, to: "\(folder)/a")
            try KeyFile.writeEventKey(fixture.key, to: "\(folder)/b")
            guard case .master = try KeyFile.read(at: "\(folder)/a") else { return #expect(Bool(false)) }
            guard case .event = try KeyFile.read(at: "\(folder)/b") else { return #expect(Bool(false)) }
            #expect(throws: KeyFileError.notEventKey(path: "\(folder)/a")) {
                let text = try TestFile.contents(of: "\(folder)/a")
                return try KeyFile.eventKey(in: Array(text.utf8), from: "\(folder)/a")
            }
            #expect(throws: KeyFileError.notMasterKey(path: "\(folder)/b")) {
                try KeyFile.readMasterKey(at: "\(folder)/b")
            }
        }
    }

    @Test("A box that reads a key verifies what the issuer signed")
    func deliveredKey() throws {
        try withTemporaryFolder { folder in
            try KeyFile.writeEventKey(fixture.key, to: "\(folder)/event.key")
            var ring = KeyRing()
            try ring.insert(TestFile.eventKey(at: "\(folder)/event.key"))
            #expect(try TicketVerifier(keyRing: ring).verify(code: fixture.vector.code).ticket == fixture.ticket)
        }
    }

    @Test("A key is never written over, nor is anything left behind")
    func noOverwriting() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/event.key"
            try KeyFile.writeEventKey(fixture.key, to: path)
            let error = #expect(throws: KeyFileError.exists(path: path)) {
                try KeyFile.writeMasterKey(.random(), to: path)
            }
            #expect(error?.description.contains("never overwritten") == true)
            #expect(try TestFile.contents(of: path) == fixture.eventKeyText)
            #expect(try TestFile.names(in: folder) == ["event.key"])
        }
    }

    @Test("A symbolic link is not written through, even one that leads nowhere")
    func noWritingThroughLinks() throws {
        try withTemporaryFolder { folder in
            try #require(symlink("\(folder)/elsewhere", "\(folder)/event.key") == 0)
            #expect(throws: KeyFileError.exists(path: "\(folder)/event.key")) {
                try KeyFile.writeEventKey(fixture.key, to: "\(folder)/event.key")
            }
            #expect(try TestFile.names(in: folder) == ["event.key"])
        }
    }

    @Test("Of many writers at once one wins, and the file is whole")
    func racingWriters() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/master.key"
            let wins = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask { (try? KeyFile.writeMasterKey(.random(), to: path)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wins == 1)
            _ = try KeyFile.readMasterKey(at: path)
            #expect(try TestFile.names(in: folder) == ["master.key"])
        }
    }

    @Test("Every mode that gives more than reading and writing to the owner is refused with the cure")
    func modes() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/event.key"
            try KeyFile.writeEventKey(fixture.key, to: path)
            for mode: mode_t in [0o644, 0o640, 0o604, 0o660, 0o620, 0o602, 0o601, 0o700, 0o4600, 0o777] {
                try #require(chmod(path, mode) == 0)
                let error = #expect(throws: KeyFileError.self) { try TestFile.eventKey(at: path) }
                let octal = "0" + String(mode, radix: 8)
                #expect(error?.description.contains("mode \(octal.suffix(4)),") == true)
                #expect(error?.description.contains("run `chmod 600 \(path)`") == true)
            }
            for mode: mode_t in [0o600, 0o400] {
                try #require(chmod(path, mode) == 0)
                #expect(try TestFile.eventKey(at: path) == fixture.key)
            }
        }
    }

    @Test("The owner is this process's user or root; root's files may have group readers if the process is not root's")
    func owners() throws {
        func error(mode: UInt32, owner: UInt32, user: UInt32) -> KeyFileError? {
            do throws(KeyFileError) {
                try PrivateFile.checkAccess(path: "k", mode: mode, owner: owner, user: user)
                return nil
            } catch {
                return error
            }
        }
        #expect(error(mode: 0o600, owner: 1000, user: 1000) == nil)
        #expect(error(mode: 0o400, owner: 0, user: 1000) == nil)
        #expect(error(mode: 0o440, owner: 0, user: 1000) == nil)
        #expect(error(mode: 0o640, owner: 0, user: 1000) == nil)
        #expect(error(mode: 0o644, owner: 0, user: 1000) == .exposed(path: "k", mode: 0o644))
        #expect(error(mode: 0o660, owner: 0, user: 1000) == .exposed(path: "k", mode: 0o660))
        #expect(error(mode: 0o640, owner: 0, user: 0) == .exposed(path: "k", mode: 0o640))
        #expect(error(mode: 0o640, owner: 1000, user: 1000) == .exposed(path: "k", mode: 0o640))
        #expect(error(mode: 0o600, owner: 1000, user: 1001) == .foreignOwner(path: "k", owner: 1000, user: 1001))
        #expect(error(mode: 0o600, owner: 1000, user: 0) == .foreignOwner(path: "k", owner: 1000, user: 0))
    }

    @Test("A symbolic link is read, and the file it leads to is what is checked")
    func links() throws {
        try withTemporaryFolder { folder in
            try KeyFile.writeEventKey(fixture.key, to: "\(folder)/event.key")
            try #require(symlink("\(folder)/event.key", "\(folder)/link") == 0)
            #expect(try TestFile.eventKey(at: "\(folder)/link") == fixture.key)
            try #require(chmod("\(folder)/event.key", 0o644) == 0)
            #expect(throws: KeyFileError.exposed(path: "\(folder)/link", mode: 0o644)) {
                try TestFile.eventKey(at: "\(folder)/link")
            }
        }
    }

    @Test("Folders, pipes, devices, missing files and large files are refused")
    func otherFiles() throws {
        try withTemporaryFolder { folder in
            try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
            for path in [folder, "\(folder)/pipe", "/dev/null"] {
                #expect(throws: KeyFileError.notRegularFile(path: path)) { try KeyFile.read(at: path) }
            }
            let missing = #expect(throws: KeyFileError.self) { try KeyFile.read(at: "\(folder)/none") }
            #expect(missing?.description == "Cannot open key file \(folder)/none: No such file or directory.")
            try TestFile.write(fixture.eventKeyText + String(repeating: "x", count: 5000), to: "\(folder)/large")
            #expect(throws: KeyFileError.tooLarge(path: "\(folder)/large", limitBytes: 4096)) {
                try KeyFile.read(at: "\(folder)/large")
            }
            #expect(throws: KeyFileError.io(action: "create", path: "\(folder)/no/key", errno: ENOENT)) {
                try KeyFile.writeEventKey(fixture.key, to: "\(folder)/no/key")
            }
        }
    }

}
