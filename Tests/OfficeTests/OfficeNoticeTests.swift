// What an office that runs as a service tells the display of its machine.

import Foundation
import Glibc
import TestSupport
import Testing

@testable import DoorInstallation

struct OfficeNoticeTests {
    private func notice(_ code: String?) -> OfficeNotice {
        OfficeNotice(
            port: 8470, isOpen: true, names: ["box.local", "192.0.2.7"], addresses: ["https://192.0.2.7:8470/"],
            fingerprint: "AB CD", code: code)
    }

    @Test("A notice is read as it was shown last, by nobody but its user, and is gone with its office")
    func shown() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/office.json"
            #expect(OfficeNotice.read(at: path) == nil)
            let file = OfficeNoticeFile(path: path)
            for code in ["ABCD-EFGH", "ABCD-EFGH", nil] {
                try await file.show(notice(code))
                #expect(OfficeNotice.read(at: path) == notice(code))
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            }
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains("ABCD-EFGH"))
            await file.remove()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("What a killed office has left behind is not shown, nor what others could have written")
    func stale() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/office.json"
            let file = OfficeNoticeFile(path: path)
            try await file.show(notice("ABCD-EFGH"))
            let bytes = try Data(contentsOf: URL(filePath: path))
            // A copy has no lock, as after a kill or a power cut.
            let copy = folder + "/copy.json"
            try bytes.write(to: URL(filePath: copy))
            chmod(copy, 0o600)
            #expect(OfficeNotice.read(at: copy) == nil)
            symlink(path, folder + "/link.json")
            #expect(OfficeNotice.read(at: folder + "/link.json") == nil)
            for mode: mode_t in [0o640, 0o604, 0o620] {
                chmod(path, mode)
                #expect(OfficeNotice.read(at: path) == nil, "\(String(mode, radix: 8))")
            }
            chmod(path, 0o600)
            #expect(OfficeNotice.read(at: path) != nil)
            // Another office waits, and takes its place once the file is gone.
            let other = OfficeNoticeFile(path: path)
            await #expect(throws: (any Error).self) { try await other.show(notice(nil)) }
            unlink(path)
            try await other.show(notice(nil))
            await file.remove()
            #expect(OfficeNotice.read(at: path) == notice(nil))
            await other.remove()
        }
    }

    @Test("A notice that cannot be written is told, and the one before is not shown any more")
    func unwritable() async throws {
        try await withTemporaryFolder { folder in
            let inner = folder + "/run"
            try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
            let file = OfficeNoticeFile(path: inner + "/office.json")
            try await file.show(notice("ABCD-EFGH"))
            try FileManager.default.moveItem(atPath: inner, toPath: folder + "/moved")
            await #expect(throws: (any Error).self) { try await file.show(notice(nil)) }
            #expect(OfficeNotice.read(at: folder + "/moved/office.json") == nil)
        }
    }

    @Test("The file is where systemd says, and in /run/doorcheck otherwise")
    func path() {
        #expect(OfficeNotice.path(environment: [:]) == "/run/doorcheck/office.json")
        #expect(OfficeNotice.path(environment: ["RUNTIME_DIRECTORY": "/run/x:/run/y"]) == "/run/x/office.json")
    }

    @Test("The machine's addresses are those that others may reach, and its names are in lower case")
    func network() {
        #expect(LocalNetwork.addresses.allSatisfy { !$0.hasPrefix("127.") && $0.split(separator: ".").count == 4 })
        #expect(LocalNetwork.addresses.isEmpty || LocalNetwork.isJoined)
        #expect(LocalNetwork.names.allSatisfy { $0 == $0.lowercased() && $0 != "localhost" })
    }
}
