// What the program says where it was used wrongly, or something around it is wrong.

import Foundation
import TestSupport
import Testing

struct AdviceTests {
    private func write(_ text: String, to path: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// Runs a command and looks for a sentence in what it says.
    private func expect(
        _ program: Program,
        _ arguments: [String],
        _ status: Int32,
        _ sentences: String...,
        from location: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await program.run(arguments)
        #expect(result.status == status, "\(arguments): \(result.errors)", sourceLocation: location)
        for sentence in sentences {
            #expect(result.errors.contains(sentence), "\(arguments): \(result.errors)", sourceLocation: location)
        }
    }

    @Test("A value that is none says what is expected, and an unknown command is an error with help too")
    func forms() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1).doorcheck
            let moment = "expected a moment such as '2026-07-04 18:00'"
            try await expect(event, ["event", "new", "Late", "--opens", "tomorrow"], 64, moment)
            try await expect(event, ["event", "edit", "--closes", "tomorrow"], 64, moment)
            try await expect(event, ["event", "new", "Late", "--gate", "north gate"], 64, "digits or hyphens")
            try await expect(event, ["ticket", "show", "abc"], 66, "No ticket matches")
            try await expect(event, ["ledger", "verify", "nosuch.sqlite"], 66, "; name an existing ledger file.")
            try await expect(event, ["ticket", "issue", "--count", "-5"], 64, "--count expects a whole number from 1")
            try await expect(event, ["event", "edit", "--zone", "main", "--capacity", "-5"], 65, "must be at least 1")
            try await expect(event, ["event", "edit", "--admits", "-5"], 65, "1 to 1000 people")
            try await expect(event, ["check", "--json", "--csv", folder], 64, "Choose one of --json and --csv.")
            try await expect(event, ["check", "--raw", "--csv", folder], 64, "Choose one of --json, --csv and")
            try await expect(event, ["check", "--raw", "--csv", folder], 64, "Choose one of --json, --csv and --raw")
            try await expect(event, ["help", "nosuch"], 64, "There is no command 'nosuch'")
            try await expect(event, ["tikcet", "list"], 64, "There is no command 'tikcet'. Did you mean 'ticket'?")
            try await expect(event, ["ticket", "lst"], 64, "There is no command 'lst'. Did you mean 'list'?")
            try await expect(event, ["help", "ticket", "lst"], 64, "Did you mean 'list'?")
            try await expect(event, ["nosuch"], 64, "There is no command 'nosuch'. `doorcheck help` lists")
            try await expect(event, ["help", "ticket", "find"], 0)
            try await expect(event, ["key", "new"], 65, "already holds a master key", "keep using it")
        }
    }

    @Test("A camera control that is not NAME=VALUE says what is expected")
    func controls() async throws {
        let result = try await Program.doorcheck.run(["camera", "controls", "focus=near"])
        #expect(result.status == 64 && result.errors.contains("expected NAME=VALUE with a whole number"))
    }

    @Test("A password of the hub's database is shown nowhere")
    func password() async throws {
        try await withTemporaryFolder { folder in
            let path = try write(
                "[hub]\ndatabase = \"postgresql://u:SECRET@[::1]:1/d\"\nlisten = \"127.0.0.1:0\"\n",
                to: folder + "/c.toml")
            for command in [["config", "show"], ["config", "check"], ["doctor"], ["hub", "boxes"]] {
                let result = try await Program.doorcheck.run(command + ["--config", path])
                #expect(!(result.output + result.errors).contains("SECRET"), "\(command)")
            }
            let shown = try await Program.doorcheck.run(["config", "show", "--config", path])
            #expect(shown.output.contains("postgresql://u:…@[::1]:1/d"))
        }
    }

    @Test("What looks into a hub's database that is not there says so, and makes none")
    func noHub() async throws {
        try await withTemporaryFolder { folder in
            var office = Program.doorcheck
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            for command in [["boxes"], ["revoke", "north"]] {
                let result = try await office.run(["hub"] + command)
                #expect(result.status == 66, "\(result.errors)")
                #expect(result.errors.contains("There is no hub database at \(folder)/hub.sqlite"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("A hub that cannot be served says in one sentence which key of the configuration to change")
    func hubServe() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            func serve(_ database: String, at address: String, _ status: Int32, _ sentence: String) async throws {
                var office = event.doorcheck
                office.environment["DOORCHECK_HUB_DATABASE"] = database
                office.environment["DOORCHECK_HUB_LISTEN"] = address
                let result = try await office.run(["hub", "serve"])
                #expect(result.status == status && result.errors.contains(sentence), "\(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            }
            let receiver = try Receiver { _, _ in .silence }
            try await serve(folder + "/h.sqlite", at: "127.0.0.1:\(receiver.port)", 69, "in `hub.listen`")
            try await serve(folder + "/h.sqlite", at: "192.0.2.1:8480", 69, "Cannot assign requested address")
            try await serve("postgresql://u@127.0.0.1:1/d", at: "127.0.0.1:0", 69, "in `hub.database`")
            try await serve(folder + "/none/h.sqlite", at: "127.0.0.1:0", 69, "No such file or directory")
            try await serve(folder + "/guests.csv", at: "127.0.0.1:0", 65, "is not a hub database")
        }
    }

    @Test("A box that is not one of the hub's, not yet or no more, is told what to do about that")
    func newBox() async throws {
        try await withTemporaryFolder(holding: ["hub", "box/keys"]) { folder in
            var office = try await SampleEvent(in: folder + "/hub", tickets: 1).doorcheck
            let address = "127.0.0.1:\(try Receiver.freePort())"
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_LISTEN"] = address
            let hub = try office.start(["hub", "serve"])
            _ = await hub.complaints(until: "hub at")
            var box = Program.doorcheck
            box.environment["DOORCHECK_LEDGER"] = folder + "/box/ledger.sqlite"
            box.environment["DOORCHECK_KEYS"] = folder + "/box/keys"
            try await expect(box, ["hub", "sync"], 78, "`[hub]` and `url = \"https://…\"`")
            box.environment["DOORCHECK_HUB_URL"] = "http://" + address
            try FileManager.default.removeItem(atPath: folder + "/box/ledger.sqlite")
            try await expect(box, ["run", "--stdin"], 66, "`doorcheck hub join` creates it")
            try await expect(box, ["hub", "sync"], 77, "has not joined the hub", "`doorcheck hub join`")
            func join() async throws {
                let code = try await office.run(["hub", "enroll", "--name", "north-1"]).output
                try await expect(box, ["hub", "join", String(code.dropLast())], 0)
            }
            try await join()
            try await expect(box, ["run", "--stdin"], 66, "`doorcheck hub sync` gets the hub's events")
            try await expect(box, ["hub", "sync"], 0)
            #expect(try await office.run(["hub", "revoke", "north-1"]).status == 0)
            try await expect(box, ["hub", "sync"], 77, "has revoked this box")
            #expect(try await box.run(["doctor"]).output.contains("has revoked this box"))
            try await expect(box, ["sync", "id", "--new"], 0)
            try await join()
            try await expect(box, ["hub", "sync"], 0)
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)
        }
    }

    @Test("What is wrong with a copy, a folder or a PIN file is told of that, and not of the ledger's disk or of keys")
    func blame() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            try await expect(event.doorcheck, ["ledger", "verify", folder], 65, "\(folder) is a folder or a device")
            try await expect(
                event.doorcheck, ["ledger", "backup", folder + "/no/c"], 74, "The copy \(folder)/no/c cannot")
            var open = event.doorcheck
            open.environment["DOORCHECK_DISPLAY_ENABLED"] = "true"
            open.environment["DOORCHECK_DISPLAY_ADDRESS"] = "0.0.0.0:0"
            let strange = try await open.run(["run", "--stdin"])
            #expect(strange.status == 78 && strange.output.isEmpty && strange.errors.contains("`display.pin`"))
            open.environment["DOORCHECK_DISPLAY_PIN"] = folder + "/none"
            try await expect(
                open, ["run", "--stdin"], 66, "The PIN file \(folder)/none (`display.pin`) cannot be read")
        }
    }

    @Test(
        "A full stick is told as the copy's trouble, and a full disk says nothing of scans to whoever closes an event",
        .enabled(if: MountNamespace.isAllowed, "This machine lets no program mount a disk of its own."))
    func fullDisks() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let script = """
                cd \(folder)
                mkdir stick && mount -t tmpfs -o size=64k tmpfs stick
                \(event.doorcheck.path) ledger backup stick/c.sqlite --config doorcheck.toml
                echo "status $?"
                mount -t tmpfs -o size=1m tmpfs stick && cp ledger.sqlite stick/
                dd if=/dev/zero of=stick/filling bs=1k count=10000 2>/dev/null
                DOORCHECK_LEDGER=stick/ledger.sqlite \(event.doorcheck.path) event close --config doorcheck.toml
                echo "status $?"
                """
            let run = try await MountNamespace.run(script)
            #expect(run.lines == ["status 74", "status 74"], "\(run.errors)")
            #expect(run.errors.contains("The copy stick/c.sqlite cannot be written (No space left"), "\(run.errors)")
            #expect(
                run.errors.contains("is full, so nothing was recorded") && !run.errors.contains("scan"), "\(run.errors)"
            )
        }
    }

    @Test("A report is written as its file is named, and contradictions are refused")
    func reportFormats() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let magic = [
                "html": "<!doctype html>", "pdf": "%PDF", "xlsx": "PK", "csv": "\r\n", "json": "{", "txt": "Summer",
            ]
            for (ending, start) in magic {
                let path = "\(folder)/report.\(ending)"
                try await expect(event.doorcheck, ["report", "-o", path], 0)
                let bytes = try Data(contentsOf: URL(filePath: path))
                #expect(bytes.range(of: Data(start.utf8)) != nil, "\(ending)")
            }
            try await expect(
                event.doorcheck, ["report", "--csv", "-o", folder + "/r.pdf"], 64, "named as pdf")
            try await expect(event.doorcheck, ["report", "-o", folder + "/r.xls"], 64, "No report is a .xls file")
            try await expect(event.doorcheck, ["report", "--table", "gates"], 64, "Add --csv")
            let output = try await event.doorcheck.run(["report", "--json", "-o", "-"])
            #expect(output.objects.count == 1 && !FileManager.default.fileExists(atPath: "-"))
            let device = try await Program(path: "/bin/sh").run([
                "-c",
                "mkfifo \(folder)/p && (cat \(folder)/p > \(folder)/taken &) && "
                    + "DOORCHECK_CONFIG=\(folder)/doorcheck.toml \(event.doorcheck.path) report --xlsx -o \(folder)/p"
                    + " && test -p \(folder)/p",
            ])
            #expect(device.status == 0, "\(device.errors)")
        }
    }

    @Test("A search says how many it does not show")
    func findLimit() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 5).doorcheck
            let some = try await event.run(["ticket", "find", "guest", "--limit", "2", "--json"])
            #expect(some.objects.count == 2 && some.errors.contains("… and 3 others"), "\(some.errors)")
            #expect(try await event.run(["ticket", "find", "guest", "--limit", "5"]).errors.isEmpty)
        }
    }

    @Test("An import counts what becomes of the tickets, names columns it does not use, and shows no bad line as good")
    func importSummary() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1).doorcheck
            let list = folder + "/l.csv"
            _ = try write("Name,Email,Barcode,Paid,Shoe size\nAda,a@e,K1,yes,38\n", to: list)
            let first = try await event.run(["ticket", "import", list])
            #expect(first.output.contains("not used     E \"Shoe size\""), "\(first.output)")
            _ = try write("Name,Email,Barcode,Paid,Shoe size\nAda,a@e,K1,no,38\n", to: list)
            let again = try await event.run(["ticket", "import", list])
            #expect(again.output.contains("1 unchanged\nof these     0 unpaid"), "\(again.output)")
            _ = try write("Name,Email,Barcode\nBo,b@e,K2\nCy,c@e,K2\n", to: list)
            let dry = try await event.run(["ticket", "import", list, "-n"])
            #expect(dry.status == 65 && !dry.output.contains("Cy") && dry.output.contains("bad          1 row\n"))
        }
    }
}
