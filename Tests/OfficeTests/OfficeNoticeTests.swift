// What an office that runs as a service tells the other programs of its machine.

import Foundation
import Glibc
import HTTPSupport
import TestSupport
import Testing

@testable import DoorInstallation

struct OfficeNoticeTests {
    private func notice(_ code: String?, port: Int = 8470) -> OfficeNotice {
        OfficeNotice(
            port: port, isOpen: true, names: ["box.local", "192.0.2.7"], addresses: ["https://192.0.2.7:8470/"],
            fingerprint: "AB CD", code: code, hasDoor: false)
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A notice is read as it was shown last, by nobody but its user, and is gone with its office")
    func shown() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/office.json"
            #expect(OfficeNotice.read(in: folder) == nil)
            let file = OfficeNoticeFile(in: folder)
            for code in ["ABCD-EFGH", "ABCD-EFGH", nil] {
                try await file.show(notice(code))
                #expect(OfficeNotice.read(in: folder) == notice(code))
                #expect(try mode(of: path) == 0o600)
            }
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains("ABCD-EFGH"))
            await file.remove()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("Every user of the machine may read where the office is, and nothing about the code")
    func address() async throws {
        try await withTemporaryFolder { folder in
            chmod(folder, 0o755)
            let path = folder + "/office-address.json"
            #expect(OfficeNotice.place(in: folder) == nil)
            let file = OfficeNoticeFile(in: folder)
            try await file.show(notice("ABCD-EFGH"))
            #expect(OfficeNotice.place(in: folder) == notice(nil).place)
            #expect(try mode(of: path) == 0o644)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            for secret in ["ABCD", "code", "AB CD"] { #expect(!text.contains(secret), "\(secret)") }
            // Also where the code is not to be read.
            chmod(folder + "/office.json", 0o640)
            #expect(OfficeNotice.read(in: folder) == nil && OfficeNotice.place(in: folder)?.port == 8470)
            try await file.show(notice(nil, port: 9000))
            #expect(OfficeNotice.place(in: folder)?.port == 9000)
            await file.remove()
            #expect(OfficeNotice.place(in: folder) == nil)
        }
    }

    @Test("What a killed office has left behind is not shown, nor what others could have written")
    func stale() async throws {
        try await withTemporaryFolder(holding: ["copy", "link"]) { folder in
            let path = folder + "/office.json"
            let file = OfficeNoticeFile(in: folder)
            try await file.show(notice("ABCD-EFGH"))
            let bytes = try Data(contentsOf: URL(filePath: path))
            // A copy has no lock, as after a kill or a power cut.
            let copy = folder + "/copy/office.json"
            try bytes.write(to: URL(filePath: copy))
            chmod(copy, 0o600)
            #expect(OfficeNotice.read(in: folder + "/copy") == nil)
            symlink(path, folder + "/link/office.json")
            #expect(OfficeNotice.read(in: folder + "/link") == nil)
            for mode: mode_t in [0o640, 0o604, 0o620] {
                chmod(path, mode)
                #expect(OfficeNotice.read(in: folder) == nil, "\(String(mode, radix: 8))")
            }
            chmod(path, 0o600)
            #expect(OfficeNotice.read(in: folder) != nil)
            // Another office waits, and takes its place once the file is gone.
            let other = OfficeNoticeFile(in: folder)
            await #expect(throws: (any Error).self) { try await other.show(notice(nil)) }
            #expect(OfficeNotice.place(in: folder) != nil)
            unlink(path)
            await #expect(throws: (any Error).self) { try await other.show(notice(nil)) }
            unlink(folder + "/office-address.json")
            try await other.show(notice(nil))
            await file.remove()
            #expect(OfficeNotice.read(in: folder) == notice(nil))
            await other.remove()
        }
    }

    @Test("Nobody is led to an office by a file that others could have written or put in its place")
    func planted() async throws {
        try await withTemporaryFolder(holding: ["link"]) { folder in
            let path = folder + "/office-address.json"
            let file = OfficeNoticeFile(in: folder)
            try await file.show(notice(nil))
            symlink(path, folder + "/link/office-address.json")
            #expect(OfficeNotice.place(in: folder + "/link") == nil)
            symlink(folder, folder + "/link/folder")
            #expect(OfficeNotice.place(in: folder + "/link/folder") == nil)
            for mode: mode_t in [0o664, 0o646, 0o666] {
                chmod(path, mode)
                #expect(OfficeNotice.place(in: folder) == nil, "\(String(mode, radix: 8))")
            }
            chmod(path, 0o644)
            for mode: mode_t in [0o775, 0o757, 0o1777] {
                chmod(folder, mode)
                #expect(OfficeNotice.place(in: folder) == nil, "\(String(mode, radix: 8))")
            }
            chmod(folder, 0o755)
            #expect(OfficeNotice.place(in: folder) != nil)
            if geteuid() == 0 {
                chown(path, 65534, 65534)
                #expect(OfficeNotice.place(in: folder) == nil)
                chown(folder, 65534, 65534)
                #expect(OfficeNotice.place(in: folder) != nil)
            }
            await file.remove()
        }
    }

    @Test("A reader's locks make nobody believe what an office left behind, and keep no office from telling")
    func readersLocks() async throws {
        try await withTemporaryFolder(holding: ["copy"]) { folder in
            let file = OfficeNoticeFile(in: folder)
            try await file.show(notice(nil))
            let path = folder + "/office-address.json"
            let copy = folder + "/copy/office-address.json"
            try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: copy))
            chmod(copy, 0o644)
            // What a user who may only read can take, on the file of a dead office and on that of a living one.
            for held in [copy, path] {
                let reader = open(held, O_RDONLY | O_CLOEXEC)
                try #require(reader >= 0)
                #expect(flock(reader, LOCK_EX | LOCK_NB) == 0)
                for (type, isGiven) in [(F_RDLCK, held == copy), (F_WRLCK, false)] {
                    var region = Glibc.flock(
                        l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
                    // F_OFD_SETLK
                    #expect((fcntl(reader, 37, &region) == 0) == isGiven, "\(held) \(type)")
                }
                #expect((OfficeNotice.place(in: folder + "/copy") == nil), "\(held)")
                #expect(OfficeNotice.place(in: folder) == notice(nil).place, "\(held)")
            }
            try await file.show(notice(nil, port: 9000))
            #expect(OfficeNotice.place(in: folder)?.port == 9000)
            await file.remove()
            #expect(OfficeNotice.place(in: folder) == nil)
        }
    }

    @Test("A notice that cannot be written is told, and the one before is not shown any more")
    func unwritable() async throws {
        try await withTemporaryFolder { folder in
            let inner = folder + "/run"
            try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
            let file = OfficeNoticeFile(in: inner)
            try await file.show(notice("ABCD-EFGH"))
            try FileManager.default.moveItem(atPath: inner, toPath: folder + "/moved")
            await #expect(throws: (any Error).self) { try await file.show(notice(nil)) }
            #expect(OfficeNotice.read(in: folder + "/moved") == nil)
            #expect(OfficeNotice.place(in: folder + "/moved") == nil)
        }
    }

    @Test("The files are where systemd says, and in /run/doorcheck otherwise")
    func path() {
        #expect(OfficeNotice.folder(environment: [:]) == "/run/doorcheck")
        #expect(OfficeNotice.folder(environment: ["RUNTIME_DIRECTORY": "/run/x:/run/y"]) == "/run/x")
    }

    @Test("The machine's addresses are those that others may reach, and its names are in lower case")
    func network() {
        #expect(LocalNetwork.addresses.allSatisfy { !$0.hasPrefix("127.") && $0.split(separator: ".").count == 4 })
        #expect(LocalNetwork.addresses.isEmpty || LocalNetwork.isJoined)
        #expect(LocalNetwork.names.allSatisfy { $0 == $0.lowercased() && $0 != "localhost" })
    }
}
