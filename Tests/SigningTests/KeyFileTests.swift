// Keys on a real disk.

import Glibc
import TestSupport
import Testing

@testable import TicketSigning

struct KeyFileTests {
    private let fixture: SigningFixture
    private let eventKeyText: String

    init() throws {
        fixture = try SigningFixture()
        eventKeyText = """
            doorcheck-event-key 1
            event \(fixture.vector.event)
            epoch 1
            suite 1
            key-id \(fixture.vector.keyID)
            secret \(fixture.vector.eventKey)

            """
    }

    @Test("Both kinds of key read back, from files of mode 0600 that hold what the format says")
    func roundTrip() throws {
        try withTemporaryFolder { folder in
            try KeyFile.writeMasterKey(fixture.master, to: "\(folder)/master.key")
            try KeyFile.writeEventKey(fixture.key, to: "\(folder)/event.key")
            #expect(try KeyFile.readMasterKey(at: "\(folder)/master.key").secret == fixture.master.secret)
            #expect(try KeyFile.readEventKey(at: "\(folder)/event.key") == fixture.key)
            for name in ["master.key", "event.key"] { #expect(try mode(of: "\(folder)/\(name)") == 0o600) }
            #expect(try contents(of: "\(folder)/event.key") == eventKeyText)
            #expect(
                try contents(of: "\(folder)/master.key") == "doorcheck-master-key 1\nsecret \(fixture.vector.master)\n"
            )
            #expect(try names(in: folder) == ["event.key", "master.key"])
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
                try KeyFile.readEventKey(at: "\(folder)/a")
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
            try ring.insert(KeyFile.readEventKey(at: "\(folder)/event.key"))
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
            #expect(error?.description.contains("never written over") == true)
            #expect(try contents(of: path) == eventKeyText)
            #expect(try names(in: folder) == ["event.key"])
        }
    }

    @Test("A symbolic link is not written through, even one that leads nowhere")
    func noWritingThroughLinks() throws {
        try withTemporaryFolder { folder in
            try #require(symlink("\(folder)/elsewhere", "\(folder)/event.key") == 0)
            #expect(throws: KeyFileError.exists(path: "\(folder)/event.key")) {
                try KeyFile.writeEventKey(fixture.key, to: "\(folder)/event.key")
            }
            #expect(try names(in: folder) == ["event.key"])
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
            #expect(try names(in: folder) == ["master.key"])
        }
    }

    @Test("Every mode that gives more than reading and writing to the owner is refused with the cure")
    func modes() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/event.key"
            try KeyFile.writeEventKey(fixture.key, to: path)
            for mode: mode_t in [0o644, 0o640, 0o604, 0o660, 0o620, 0o602, 0o601, 0o700, 0o4600, 0o777] {
                try #require(chmod(path, mode) == 0)
                let error = #expect(throws: KeyFileError.self) { try KeyFile.readEventKey(at: path) }
                let octal = "0" + String(mode, radix: 8)
                #expect(error?.description.contains("mode \(octal.suffix(4)),") == true)
                #expect(error?.description.contains("run `chmod 600 \(path)`") == true)
            }
            for mode: mode_t in [0o600, 0o400] {
                try #require(chmod(path, mode) == 0)
                #expect(try KeyFile.readEventKey(at: path) == fixture.key)
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
            #expect(try KeyFile.readEventKey(at: "\(folder)/link") == fixture.key)
            try #require(chmod("\(folder)/event.key", 0o644) == 0)
            #expect(throws: KeyFileError.exposed(path: "\(folder)/link", mode: 0o644)) {
                try KeyFile.readEventKey(at: "\(folder)/link")
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
            try write(eventKeyText + String(repeating: "x", count: 5000), to: "\(folder)/large")
            #expect(throws: KeyFileError.tooLarge(path: "\(folder)/large", limitBytes: 4096)) {
                try KeyFile.read(at: "\(folder)/large")
            }
            #expect(throws: KeyFileError.io(action: "create", path: "\(folder)/no/key", errno: ENOENT)) {
                try KeyFile.writeEventKey(fixture.key, to: "\(folder)/no/key")
            }
        }
    }

    @Test("A file with any line changed is refused, with its number and without its contents")
    func malformed() throws {
        let lines = eventKeyText.split(separator: "\n").map(String.init)
        let secret = fixture.vector.eventKey
        let variants: [(line: Int, text: String)] = [
            (1, ""), (1, "\n" + eventKeyText), (1, "\u{FEFF}" + eventKeyText),
            (1, eventKeyText.replacing("key 1", with: "key 2")), (1, eventKeyText.replacing("\n", with: "\r\n")),
            (1, "doorcheck-event-key 1"[...].dropLast() + "1 \n"), (2, "doorcheck-event-key 1"),
            (2, eventKeyText.replacing("event 0", with: "event  0")),
            (2, eventKeyText.replacing("event 0", with: "event \u{301}0")),
            (2, eventKeyText.replacing("eeff", with: "EEFF")),
            (2, eventKeyText.replacing(lines[1] + "\n", with: "")),
            (3, eventKeyText.replacing(lines[1], with: lines[1] + "\n" + lines[1])),
            (3, eventKeyText.replacing("epoch 1", with: "epoch 01")),
            (3, eventKeyText.replacing("epoch 1", with: "epoch +1")),
            (3, eventKeyText.replacing("epoch 1", with: "epoch -1")),
            (3, eventKeyText.replacing("epoch 1", with: "epoch 4294967296")),
            (3, eventKeyText.replacing("epoch 1", with: "Epoch 1")),
            (3, eventKeyText.replacing("epoch 1", with: "epoch 1 # first")),
            (4, eventKeyText.replacing("suite 1", with: "suite 2")),
            (4, eventKeyText.replacing("suite 1\n", with: "")),
            (5, eventKeyText.replacing("key-id 22f43a6b", with: "key-id 22f43a6")),
            (5, eventKeyText.replacing("key-id", with: "colour")),
            (6, eventKeyText.replacing(secret, with: secret.uppercased())),
            (6, eventKeyText.replacing(secret, with: secret.dropLast())),
            (6, eventKeyText.replacing(secret, with: secret + "00")),
            (7, String(eventKeyText.dropLast())), (7, eventKeyText + "\n"), (7, eventKeyText + "note x\n"),
            (7, eventKeyText + "\0"), (7, eventKeyText + eventKeyText),
        ]
        try withTemporaryFolder { folder in
            for (index, variant) in variants.enumerated() {
                let path = "\(folder)/\(index)"
                try write(variant.text, to: path)
                let error = #expect(throws: KeyFileError.self) { try KeyFile.read(at: path) }
                let description = error?.description ?? ""
                #expect(description.hasPrefix("Key file \(path), line \(variant.line): expected "), "\(description)")
                #expect(!description.lowercased().contains(secret.prefix(8)))
            }
        }
    }

    @Test("A master key file with anything more or less is refused")
    func malformedMaster() throws {
        let text = "doorcheck-master-key 1\nsecret \(fixture.vector.master)\n"
        try withTemporaryFolder { folder in
            for (index, variant) in [
                (2, text.replacing("0001", with: "001")), (2, text.replacing("secret", with: "key")),
                (3, text + "\n"), (3, String(text.dropLast())),
            ].enumerated() {
                try write(variant.1, to: "\(folder)/\(index)")
                let error = #expect(throws: KeyFileError.self) { try KeyFile.readMasterKey(at: "\(folder)/\(index)") }
                #expect(error?.description.contains("line \(variant.0):") == true)
            }
        }
    }

    @Test("A digit of the secret or the key id changed is noticed")
    func damaged() throws {
        try withTemporaryFolder { folder in
            for (name, text) in [
                ("secret", eventKeyText.replacing("secret ca", with: "secret cb")),
                ("id", eventKeyText.replacing("key-id 2", with: "key-id 3")),
            ] {
                try write(text, to: "\(folder)/\(name)")
                #expect(throws: KeyFileError.damaged(path: "\(folder)/\(name)")) {
                    try KeyFile.read(at: "\(folder)/\(name)")
                }
            }
        }
    }

    @Test("A key file given to another event by hand makes tickets of neither")
    func reassigned() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/event.key"
            try write(eventKeyText.replacing("event 0", with: "event 1"), to: path)
            var ring = KeyRing()
            try ring.insert(KeyFile.readEventKey(at: path))
            let verifier = TicketVerifier(keyRing: ring)
            #expect(throws: TicketRejection.forged) { try verifier.verify(code: fixture.vector.code) }
        }
    }

    @Test("Random bytes are refused and never trap")
    func noise() throws {
        var generator = SeededGenerator()
        try withTemporaryFolder { folder in
            for index in 0..<100 {
                var noise = generator.bytes(Int.random(in: 0..<400, using: &generator))
                if index.isMultiple(of: 2) { noise = Array("doorcheck-event-key 1\n".utf8) + noise }
                try write(noise, to: "\(folder)/\(index)")
                #expect(throws: KeyFileError.self, "seed \(generator.seed)") {
                    try KeyFile.read(at: "\(folder)/\(index)")
                }
            }
        }
    }

    private func mode(of path: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status.st_mode & 0o7777
    }

    private func contents(of path: String) throws -> String {
        String(decoding: try PrivateFile.read(path), as: UTF8.self)
    }

    private func write(_ text: String, to path: String) throws {
        try write(Array(text.utf8), to: path)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
    }

    /// The names in a folder, in order.
    private func names(in folder: String) throws -> [String] {
        let stream = try #require(opendir(folder))
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
