// A new box takes its settings.

import Foundation
import TestSupport
import Testing

struct BoxSetupTests {
    /// A box as the package installs it, in a folder, and the stick with its settings.
    private struct Box {
        let folder: String
        var program = Program.doorcheck

        init(in folder: String) throws {
            self.folder = folder
            try write(
                """
                # ours
                ledger = "\(folder)/ledger.sqlite"
                keys = "\(folder)/keys"
                box = "box-1"  # its name

                """,
                to: "doorcheck.toml")
            program.environment["DOORCHECK_CONFIG"] = folder + "/doorcheck.toml"
        }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }

        func text(of name: String) throws -> String {
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }

        func mode(of name: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            return try #require(attributes[.posixPermissions] as? Int)
        }

        /// What the box writes outside of its stick, with contents.
        func files() throws -> [String: String] {
            let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            let own = all.filter { !$0.hasPrefix("stick") }
            return Dictionary(uniqueKeysWithValues: own.map { ($0, (try? text(of: $0)) ?? "") })
        }

        func apply() async throws -> Program.Result {
            try await program.run(["box", "apply", "\(folder)/stick/box.toml", "--system", "\(folder)/system"])
        }
    }

    @Test("A box takes its settings once, and the secrets are overwritten where they were")
    func taken() async throws {
        try await withTemporaryFolder(holding: ["keys", "stick", "system/etc"]) { folder in
            let box = try Box(in: folder)
            try box.write("geheim 12\n", to: "password")
            let settings = ["box", "setup", "Nørth 1", "--gate", "north", "--timezone", "Europe/Berlin"]
            let secrets = ["--wifi", "Festival", "--wifi-password", folder + "/password", "--pin", "-"]
            let place = ["--output", folder + "/stick/box.toml"]
            let made = try await box.program.run(settings + secrets + place, input: "482913\n")
            #expect(made.status == 0, "\(made.errors)")
            #expect(try box.mode(of: "stick/box.toml") == 0o600)
            // What a reader of the whole stick would find.
            let blocks = try FileHandle(forReadingFrom: URL(filePath: folder + "/stick/box.toml"))
            try box.write("Something was wrong.\n", to: "stick/PROBLEM.TXT")

            let done = try await box.apply()
            #expect(done.status == 0 && done.errors.contains("This box is 'Nørth 1' now."), "\(done.errors)")
            #expect(try blocks.readToEnd()?.allSatisfy { $0 == 0x20 } == true)
            #expect(!FileManager.default.fileExists(atPath: folder + "/stick/PROBLEM.TXT"))
            let configuration = try box.text(of: "doorcheck.toml")
            for line in [
                "# ours", "box = \"Nørth 1\"  # its name", "gate = \"north\"", "pin = \"\(folder)/keys/staff.pin\"",
            ] {
                #expect(configuration.contains(line), "\(configuration)")
            }
            #expect(try box.text(of: "keys/staff.pin") == "482913\n" && box.mode(of: "keys/staff.pin") == 0o600)
            #expect(try box.text(of: "system/etc/hostname") == "n-rth-1\n")
            let wireless = "system/var/lib/iwd/Festival.psk"
            #expect(try box.text(of: wireless) == "[Security]\nPassphrase=geheim\\s12\n")
            #expect(try box.mode(of: wireless) == 0o600)
            let zone = try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/system/etc/localtime")
            #expect(zone == "/usr/share/zoneinfo/Europe/Berlin")

            let before = try box.files()
            #expect(try box.text(of: "stick/box.toml").contains("taken = true"))
            #expect(try await box.apply().status == 0)
            #expect(try box.files() == before)
        }
    }

    @Test("A box takes all settings or none, and the stick says what is wrong")
    func faulty() async throws {
        try await withTemporaryFolder(holding: ["keys", "stick", "system/etc"]) { folder in
            let box = try Box(in: folder)
            let before = try box.files()
            for (text, sentence) in [
                ("version = 1\r\nbox = \"a\"\r\npin = \"48291\"\r\n", "Line 3, column 7: `pin` expects"),
                ("version = 1\nbox = \"a\"\npin = \"482913\"\ntimezone = \"Mars/Base\"\n", "there is no Mars/Base"),
                ("\u{0}\u{1}", "Line 1, column 1: syntax error"),
            ] {
                try box.write(text, to: "stick/box.toml")
                let refused = try await box.apply()
                #expect(refused.status == 65 && refused.errors.contains(sentence), "\(refused.errors)")
                #expect(try box.text(of: "stick/PROBLEM.TXT").contains(sentence))
                #expect(try box.text(of: "stick/box.toml") == text)
                #expect(try box.files() == before)
            }
        }
    }

    @Test("Windows' line ends and byte order mark are understood")
    func windows() async throws {
        try await withTemporaryFolder(holding: ["keys", "stick", "system/etc"]) { folder in
            let box = try Box(in: folder)
            try box.write("\u{feff}version = 1\r\nbox = \"south\"\r\n", to: "stick/box.toml")
            let done = try await box.apply()
            #expect(done.status == 0, "\(done.errors)")
            #expect(try box.text(of: "doorcheck.toml").contains("box = \"south\""))
        }
    }

    @Test("A box whose office has an account takes no settings")
    func office() async throws {
        try await withTemporaryFolder(holding: ["keys", "stick", "system/etc"]) { folder in
            let box = try Box(in: folder)
            let add = ["office", "account", "add", "Amina", "--role", "organiser"]
            #expect(try await box.program.run(add, input: "Zanzibar nights 1999\n").status == 0)
            try box.write("version = 1\nbox = \"mine\"\n", to: "stick/box.toml")
            let refused = try await box.apply()
            #expect(refused.status == 65 && refused.errors.contains("an account of its office"), "\(refused.errors)")
            #expect(try !box.text(of: "doorcheck.toml").contains("mine"))
        }
    }

    @Test("An office as a service ends on a machine with settings or a key, where nobody could log in")
    func service() async throws {
        try await withTemporaryFolder(holding: ["keys", "stick", "system/etc", "run"]) { folder in
            var box = try Box(in: folder)
            box.program.environment["RUNTIME_DIRECTORY"] = folder + "/run"
            let notice = folder + "/run/office.json"
            let serve = ["office", "serve", "--as-service", "--listen", "0.0.0.0:0"]
            let new = try box.program.start(serve)
            while !FileManager.default.fileExists(atPath: notice) { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try box.text(of: "run/office.json").contains("\"code\""))
            #expect(try box.mode(of: "keys/office.pem") == 0o600 && box.mode(of: "run/office.json") == 0o600)
            // The settings come from the stick while it runs.
            try box.write("version = 1\nbox = \"mine\"\n", to: "stick/box.toml")
            #expect(try await box.apply().status == 0)
            for _ in 0..<600 where FileManager.default.fileExists(atPath: notice) {
                try await Task.sleep(for: .milliseconds(50))
            }
            if FileManager.default.fileExists(atPath: notice) { new.send(SIGTERM) }
            let ended = await new.finish()
            #expect(ended.status == 0 && ended.errors.contains("it closes"), "\(ended.errors)")
            #expect(!FileManager.default.fileExists(atPath: notice))
            let again = try await box.program.run(serve)
            #expect(again.status == 0 && again.errors.contains("add an account first"), "\(again.errors)")
            #expect(!FileManager.default.fileExists(atPath: notice))
        }
    }

    @Test("The hub of a machine leads to its office as long as that runs, also after it was killed and started again")
    func hubLeadsToOffice() async throws {
        try await withTemporaryFolder(holding: ["keys", "run"]) { folder in
            var box = try Box(in: folder)
            box.program.environment["RUNTIME_DIRECTORY"] = folder + "/run"
            box.program.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            let port = try Receiver.freePort()
            let listen = "127.0.0.1:\(port)"
            box.program.environment["DOORCHECK_HUB_LISTEN"] = listen
            let add = ["office", "account", "add", "Amina", "--role", "organiser"]
            #expect(try await box.program.run(add, input: "Zanzibar nights 1999\n").status == 0)
            let hub = try box.program.start(["hub", "serve"])
            #expect(await hub.complaints(until: "hub at").contains(listen))
            func way() async throws -> String {
                let ask =
                    "exec 3<>/dev/tcp/127.0.0.1/\(port); printf 'GET /office HTTP/1.1\\r\\n"
                    + "Host: \(listen)\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3"
                return try await Program(path: "/bin/bash").run(["-c", ask]).output
            }
            for signal in [SIGKILL, SIGTERM] {
                #expect(try await way().hasPrefix("HTTP/1.1 404"))
                let office = try box.program.start(["office", "serve", "--as-service", "--listen", "0.0.0.0:0"])
                try await eventually { try await way().lowercased().contains("\r\nlocation: https://127.0.0.1:") }
                let text = try box.text(of: "run/office-address.json")
                #expect(try box.mode(of: "run/office-address.json") == 0o644 && !text.contains("code"))
                office.send(signal)
                _ = await office.finish()
                let isLeft = FileManager.default.fileExists(atPath: folder + "/run/office-address.json")
                #expect(isLeft == (signal == SIGKILL))
            }
            #expect(try await way().hasPrefix("HTTP/1.1 404"))
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)
        }
    }

    @Test("A box that has an event or a key takes no settings, so no stick takes it over", arguments: [true, false])
    func inUse(hasKey: Bool) async throws {
        try await withTemporaryFolder(holding: ["keys", "stick", "system/etc"]) { folder in
            let box = try Box(in: folder)
            #expect(try await box.program.run(["key", "new"]).status == 0)
            if !hasKey {
                #expect(try await box.program.run(["event", "new", "Summer Night", "--gate", "main"]).status == 0)
                for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/keys")
                where name.hasSuffix(".key") {
                    try FileManager.default.removeItem(atPath: "\(folder)/keys/\(name)")
                }
            }
            try box.write("version = 1\nbox = \"mine\"\npin = \"482913\"\n", to: "stick/box.toml")
            let refused = try await box.apply()
            #expect(refused.status == 65 && refused.errors.contains("takes no new settings"), "\(refused.errors)")
            #expect(try !box.text(of: "doorcheck.toml").contains("mine"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/keys/staff.pin"))
        }
    }

    @Test(
        "A box that was told its hub joins it with the code in a file, also a hub with a certificate of its own",
        arguments: [false, true])
    func joins(hasCertificate: Bool) async throws {
        try await withTemporaryFolder(holding: ["hub", "keys", "stick", "system/etc"]) { folder in
            let event = try await SampleEvent(in: folder + "/hub", tickets: 1)
            var office = event.doorcheck
            let listen = "127.0.0.1:\(try Receiver.freePort())"
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_LISTEN"] = listen
            var authority: [String] = []
            if hasCertificate {
                let (key, certificate) = (folder + "/hub.key", folder + "/hub.pem")
                try await makeCertificate(certificate, key: key)
                office.environment["DOORCHECK_HUB_CERTIFICATE"] = certificate
                office.environment["DOORCHECK_HUB_CERTIFICATE_KEY"] = key
                authority = ["--authority", certificate]
            }
            let scheme = hasCertificate ? "https" : "http"
            let hub = try office.start(["hub", "serve"])
            #expect(await hub.complaints(until: "hub at").contains("hub at \(scheme)://127.0.0.1:"))
            let box = try Box(in: folder)
            let code = try await office.run(["hub", "enroll", "--name", "north-1", "--url", "\(scheme)://\(listen)"])
                .output
            let settings = ["box", "setup", "north-1", "--join", "-", "--output", folder + "/stick/box.toml"]
            #expect(try await box.program.run(settings + authority, input: code).status == 0)
            #expect(try await box.apply().status == 0)
            #expect(try box.mode(of: "keys/hub.join") == 0o600)
            // The power failed while the ledger was created, on the first try.
            try box.write("", to: "ledger.sqlite")
            let joined = try await box.program.run(["hub", "join", "--file", folder + "/keys/hub.join"])
            #expect(joined.status == 0 && joined.output.isEmpty, "\(joined.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder + "/keys/hub.join"))
            #expect(try await box.program.run(["hub", "sync"]).status == 0)
            let codes = try event.codes
            let verdicts = try await box.program.run(["run", "--stdin", "--json"], input: codes[0] + "\n").objects
            #expect(verdicts.compactMap { $0["reason"] as? String } == ["admitted"])
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)
        }
    }

    /// Waits until the pages of a display are told a text.
    private static func page(at address: String, shows text: String) async throws -> Bool {
        let place = address.replacing(":", with: "/")
        let ask = "GET /events HTTP/1.1\\r\\nHost: \(address)\\r\\n\\r\\n"
        let script = "exec 5<>/dev/tcp/\(place); printf '\(ask)' >&5; timeout 600 grep -q '\(text)' <&5"
        return try await Program(path: "/bin/bash").run(["-c", script]).status == 0
    }

    @Test("A box that cannot reach its hub says so on its screen, also after it was started again")
    func joining() async throws {
        try await withTemporaryFolder(holding: ["hub", "keys", "stick", "system/etc"]) { folder in
            let office = try await SampleEvent(in: folder + "/hub", tickets: 1).doorcheck
            let url = "http://127.0.0.1:\(try Receiver.freePort())"
            let enrol = ["hub", "enroll", "--name", "north-1", "--url", url]
            var hub = office
            hub.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            #expect(try await hub.run(["hub", "serve", "--prepare"]).status == 0)
            let code = try await hub.run(enrol).output
            var box = try Box(in: folder)
            let address = "127.0.0.1:\(try Receiver.freePort())"
            box.program.environment["DOORCHECK_DISPLAY_ENABLED"] = "true"
            box.program.environment["DOORCHECK_DISPLAY_ADDRESS"] = address
            box.program.environment["DOORCHECK_CAMERA_DEVICE"] = folder + "/no-camera"
            let settings = ["box", "setup", "north-1", "--join", "-", "--output", folder + "/stick/box.toml"]
            #expect(try await box.program.run(settings, input: code).status == 0)
            let wait = ["box", "wait", "\(folder)/stick/box.toml", "--system", "\(folder)/system"]
            let first = try await box.program.run(wait)
            #expect(first.status == 75 && first.errors.contains("This box is 'north-1' now."), "\(first.errors)")
            let waiting = try box.program.start(wait)
            _ = await waiting.complaints(until: "display at")
            #expect(try await Self.page(at: address, shows: "It has its settings"))
            try FileManager.default.removeItem(atPath: folder + "/keys/hub.join")
            #expect(await waiting.finish().status == 0)
        }
    }

    @Test("A new box says on its screen what it waits for and what is wrong, until its settings are there")
    func waits() async throws {
        try await withTemporaryFolder(holding: ["keys", "stick", "system/etc"]) { folder in
            var box = try Box(in: folder)
            let address = "127.0.0.1:\(try Receiver.freePort())"
            box.program.environment["DOORCHECK_DISPLAY_ENABLED"] = "true"
            box.program.environment["DOORCHECK_DISPLAY_ADDRESS"] = address
            box.program.environment["DOORCHECK_CAMERA_DEVICE"] = folder + "/no-camera"
            let wait = ["box", "wait", "\(folder)/stick/box.toml", "--system", "\(folder)/system"]
            try box.write("version = 1\nbox = 1\n", to: "stick/box.toml")
            let waiting = try box.program.start(wait)
            #expect(await waiting.complaints(until: "display at").contains("http://\(address)/"))
            #expect(try await Self.page(at: address, shows: "Line 2, column 7"))
            try box.write("version = 1\nbox = \"north-1\"\npin = \"12\"\n", to: "stick/box.toml")
            #expect(await waiting.complaints(until: "Line 3").contains("Line 3, column 7"))
            try box.write("version = 1\nbox = \"north-1\"\npin = \"482913\"\n", to: "stick/box.toml")
            #expect(await waiting.finish().status == 0)
            #expect(try box.text(of: "doorcheck.toml").contains("box = \"north-1\""))
            // The box remembers it without the stick.
            try FileManager.default.removeItem(atPath: folder + "/stick/box.toml")
            #expect(try await box.program.run(wait).status == 0)
        }
    }
}
