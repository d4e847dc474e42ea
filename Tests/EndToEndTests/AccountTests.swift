// Accounts of the hub's pages, as their commands make them.

import Foundation
import Glibc
import TestSupport
import Testing

struct AccountTests {
    /// A terminal at which a test types.
    private struct PseudoTerminal {
        private let keyboard: FileHandle
        /// The end that a program has.
        let program: FileHandle

        init() throws {
            // As unlockpt and ptsname do, which Swift does not see.
            let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (isLocked, number): (Int32, Int32) = (0, 0)
            try #require(ioctl(descriptor, unlock, &isLocked) == 0 && ioctl(descriptor, getNumber, &number) == 0)
            keyboard = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            program = FileHandle(
                fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY), closeOnDealloc: true)
        }

        func type(_ text: String) { keyboard.write(Data(text.utf8)) }

        /// What the terminal has shown of what was typed.
        func shown() -> String {
            let descriptor = keyboard.fileDescriptor
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        }
    }

    private func withHub(_ body: (Program, String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            var hub = try await SampleEvent(in: folder + "/event", tickets: 1).doorcheck
            hub.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            try await body(hub, folder)
        }
    }

    private static let password = "Zanzibar nights 1999"

    @Test("A password is read from standard input, and is in no file and no line that a command prints")
    func input() async throws {
        try await withHub { hub, folder in
            let add = ["hub", "account", "add", "Amina", "--role", "desk", "--event", "summer-night"]
            for (input, status) in [("", 65), ("too short\n", 64), (Self.password + "\r\n", 0), (Self.password, 65)] {
                let result = try await hub.run(add, input: input)
                #expect(result.status == status, "\(result)")
                #expect(!result.errors.contains(Self.password) && result.output.isEmpty)
            }
            let listed = try await hub.run(["hub", "account", "list"])
            #expect(listed.output.contains("Amina  desk  summer-night  never"))
            let changed = try await hub.run(["hub", "account", "password", "AMINA"], input: Self.password + "\n")
            #expect(changed.status == 0)
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let data = FileManager.default.contents(atPath: folder + "/" + file) ?? Data()
                #expect(!String(decoding: data, as: UTF8.self).contains(Self.password), "\(file)")
            }
            #expect(try await hub.run(["hub", "account", "remove", "amina"]).status == 0)
            #expect(try await hub.run(["hub", "account", "remove", "amina"]).status == 66)
            let unknown = ["hub", "account", "add", "Bo", "--role", "viewer", "--event", "nowhere", "--generate"]
            #expect(try await hub.run(unknown).status == 66)
        }
    }

    @Test("The office's accounts are added, changed and removed by commands, and no password is in a file or a line")
    func office() async throws {
        try await withTemporaryFolder { folder in
            let program = try await SampleEvent(in: folder + "/event", tickets: 1).doorcheck
            let add = ["office", "account", "add", "Amina", "--role", "desk"]
            for (input, status) in [("", 65), ("too short\n", 64), (Self.password + "\n", 0), (Self.password, 65)] {
                let result = try await program.run(add, input: input)
                #expect(result.status == status, "\(result)")
                #expect(!result.errors.contains(Self.password) && result.output.isEmpty)
            }
            #expect(try await program.run(["office", "account", "set", "AMINA", "--role", "viewer"]).status == 0)
            #expect(try await program.run(["office", "account", "set", "Amina"]).status == 64)
            let changed = try await program.run(
                ["office", "account", "set", "Amina", "--password"], input: Self.password + "!\n")
            #expect(changed.status == 0)
            #expect(try await program.run(["office", "account", "list"]).output.contains("Amina  viewer"))
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let data = FileManager.default.contents(atPath: folder + "/" + file) ?? Data()
                #expect(!String(decoding: data, as: UTF8.self).contains(Self.password), "\(file)")
            }
            #expect(try await program.run(["office", "account", "remove", "amina"]).status == 0)
            #expect(try await program.run(["office", "account", "remove", "amina"]).status == 66)
        }
    }

    @Test("An office that other devices reach needs an account, and makes a certificate if it has none")
    func network() async throws {
        try await withTemporaryFolder { folder in
            let program = try await SampleEvent(in: folder + "/event", tickets: 1).doorcheck
            let (chain, key) = (folder + "/office.pem", folder + "/office.key")
            try await makeCertificate(chain, key: key)
            let serve = ["office", "--no-browser", "--listen", "0.0.0.0:0"]
            let withCertificate = serve + ["--certificate", chain, "--certificate-key", key]
            let open = try await program.run(serve)
            #expect(open.status == 64 && open.errors.contains("add an account first"), "\(open.errors)")
            let lonely = try await program.run(withCertificate)
            #expect(lonely.status == 64 && lonely.errors.contains("add an account first"), "\(lonely.errors)")
            let add = ["office", "account", "add", "Amina", "--role", "desk"]
            #expect(try await program.run(add, input: Self.password + "\n").status == 0)
            let wrong = try await program.run(serve + ["--certificate", key])
            #expect(wrong.status != 0 && wrong.errors.contains("contains no certificate"), "\(wrong.errors)")
            let running = try program.start(withCertificate)
            let said = await running.complaints(until: "Other devices:")
            #expect(said.contains("https://127.0.0.1:"), "\(said)")
            running.send(SIGTERM)
            #expect(await running.finish().status == 0)
            let own = try program.start(serve)
            let hash = await own.complaints(until: "SHA-256")
            #expect(hash.contains("https://127.0.0.1:"), "\(hash)")
            own.send(SIGTERM)
            #expect(await own.finish().status == 0)
        }
    }

    @Test("An office opens only where it can keep what is made in it, and makes the folders for that")
    func folders() async throws {
        try await withTemporaryFolder { folder in
            let settings = folder + "/doorcheck.toml"
            var program = Program.doorcheck
            program.environment["DOORCHECK_CONFIG"] = settings
            let serve = ["office", "--no-browser", "--listen", "127.0.0.1:0"]
            func configure(ledger: String, keys: String) throws {
                let text = "ledger = '\(ledger)'\nkeys = '\(keys)'\n"
                try text.write(toFile: settings, atomically: true, encoding: .utf8)
            }
            for (ledger, keys) in [("/dev/null/x/l.sqlite", "keys"), ("l.sqlite", "/dev/null/keys")] {
                try configure(ledger: ledger, keys: keys)
                let refused = try program.start(serve)
                let said = await refused.complaints(until: "http://")
                if said.contains("http://") { refused.send(SIGTERM) }
                #expect(await refused.finish().status == 77, "\(said)")
                #expect(said.contains("/dev/null") && said.contains("--config"), "\(said)")
            }
            try configure(ledger: "a/b/l.sqlite", keys: "c/keys")
            let running = try program.start(serve)
            #expect(await running.complaints(until: "http://").contains("The office is open"))
            running.send(SIGTERM)
            #expect(await running.finish().status == 0)
            for made in ["a/b", "c/keys"] { #expect(FileManager.default.fileExists(atPath: folder + "/" + made)) }
        }
    }

    @Test(
        "On a machine without a configuration, the office makes one for its user, and commands use it as well",
        .enabled(if: !FileManager.default.fileExists(atPath: "/etc/doorcheck"), "this machine has a configuration"))
    func personal() async throws {
        try await withTemporaryFolder { folder in
            var program = Program.doorcheck
            program.environment["HOME"] = folder
            program.environment["XDG_DATA_HOME"] = nil
            let own = folder + "/.local/share/doorcheck"
            for isFirst in [true, false] {
                let running = try program.start(["office", "--no-browser", "--listen", "127.0.0.1:0"])
                let said = await running.complaints(until: "http://")
                #expect(said.contains("no configuration") == isFirst && said.contains(own) == isFirst, "\(said)")
                running.send(SIGTERM)
                #expect(await running.finish().status == 0)
            }
            #expect(try await program.run(["key", "new"]).status == 0)
            #expect(FileManager.default.fileExists(atPath: own + "/keys/master.key"))
            #expect(try await program.run(["event", "new", "Summer Night", "--gate", "main"]).status == 0)
            #expect(FileManager.default.fileExists(atPath: own + "/ledger.sqlite"))
        }
    }

    @Test("A terminal does not show a password, takes a correction, and is as before when Ctrl-C ends the typing")
    func terminal() async throws {
        try await withHub { hub, _ in
            func add(_ name: String, _ typed: [String]) async throws -> (status: Int32, shown: String) {
                let terminal = try PseudoTerminal()
                let running = try RunningProgram(
                    hub.path, ["hub", "account", "add", name, "--role", "viewer"], environment: hub.environment,
                    input: nil, terminal: terminal.program)
                for (prompt, text) in zip(["Password: ", "The same again: "], typed) {
                    _ = await running.complaints(until: prompt)
                    terminal.type(text)
                }
                let status = await running.finish().status
                let shown = terminal.shown()
                var settings = termios()
                #expect(tcgetattr(terminal.program.fileDescriptor, &settings) == 0)
                #expect(settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG))
                return (status, shown)
            }
            let typed = "Zanzib\u{E4}x\u{7F}\u{7F}ar 1999\n"
            let right = try await add("Amina", [typed, "Zanzibar 1999\n"])
            #expect(right.status == 0 && !right.shown.contains("Zanzib"))
            #expect(try await add("Bo", ["Zanzibar 1999\n", "Zanzibar 1998\n"]).status == 65)
            #expect(try await add("Chi", ["Zanzibar\u{3}"]).status == 64)
            #expect(try await hub.run(["hub", "account", "list", "--csv"]).output.split(separator: "\r\n").count == 2)
        }
    }
}
