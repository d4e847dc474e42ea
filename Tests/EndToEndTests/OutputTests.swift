// What commands print for programs, held against docs/output.md.

import Foundation
import TestSupport
import Testing

struct OutputTests {
    private static func document() throws -> OutputDocument {
        try OutputDocument(String(contentsOfFile: Program.root + "/docs/output.md", encoding: .utf8))
    }

    /// The commands without subcommands, with the names of their options.
    private static func commands() async throws -> [String: Set<String>] {
        let dump = try await Program.doorcheck.run(["--experimental-dump-help"])
        let root = try #require(Program.object(dump.output.replacing("\n", with: ""))?["command"] as? [String: Any])
        var found: [String: Set<String>] = [:]
        func visit(_ command: [String: Any], _ path: [String]) {
            let children = command["subcommands"] as? [[String: Any]] ?? []
            for child in children { visit(child, path + [child["commandName"] as? String ?? ""]) }
            guard children.isEmpty else { return }
            let arguments = command["arguments"] as? [[String: Any]] ?? []
            let names = arguments.flatMap { $0["names"] as? [[String: Any]] ?? [] }.compactMap { $0["name"] as? String }
            found[path.joined(separator: " ")] = Set(names)
        }
        visit(root, [])
        found["help"] = nil
        return found
    }

    @Test("Every command that prints data takes --json and --csv and is in the document, and no other")
    func options() async throws {
        let document = try Self.document()
        let documented = Set(document.records.values.flatMap(\.commands))
        let commands = try await Self.commands()
        #expect(commands.count > 50)
        for (command, options) in commands {
            let isSilent = document.silent.contains(command)
            #expect(options.contains("json") != isSilent && options.contains("csv") != isSilent, "\(command)")
            #expect(documented.contains { $0 == command || $0.hasPrefix(command + " ") } != isSilent, "\(command)")
            #expect(!options.contains("format"), "\(command)")
        }
    }

    /// Runs a command with --json and with --csv, and holds what it prints against the document.
    private final class Checker {
        let records: [String: OutputDocument.Record]
        var seen: [String: Set<String>] = [:]

        init() throws { records = try OutputTests.document().records }

        /// - Returns: The JSON objects.
        @discardableResult
        func check(
            _ program: Program, _ arguments: [String], is name: String, input: String = "", csv: [String]? = nil
        ) async throws -> [[String: Any]] {
            let record = try #require(records[name], "docs/output.md has no record \(name)")
            let objects = try await program.run(arguments + ["--json"], input: input).objects
            #expect(!objects.isEmpty, "\(arguments)")
            for object in objects {
                let name = arguments[0] == "run" && object["status"] != nil ? "Door status" : name
                check(object, is: name, records[name] ?? record, "\(arguments)")
            }
            guard let csv else { return objects }
            let rows = try await program.run(csv + ["--csv"], input: input).output
            #expect(rows.split(separator: "\r\n").first.map(String.init) == record.columns.joined(separator: ","))
            return objects
        }

        func check(_ object: [String: Any], is name: String, _ record: OutputDocument.Record, _ what: String) {
            #expect(object["schema"] as? Int == 1, "\(what)")
            let documented = Dictionary(uniqueKeysWithValues: record.members.map { ($0.name, $0.type) })
            for (member, type) in record.members(of: object) {
                #expect(documented[member] == type, "\(what): \(member) is \(type)")
                seen[name, default: []].insert(member)
            }
        }
    }

    /// Members that only a fault or a machine with other hardware brings about. DeviceOutputTests compares the records
    /// of hardware.
    private static let unseen: [String: Set<String>] = [
        "Code": ["hex"], "Explanation": ["code_reason"], "Merge": ["new.message"], "Hub's box": ["quota"],
        "Double admission": ["decided"], "Purge": ["hub_records"], "Account": ["logged_in"],
        "Status": ["key_problem", "clock_problem", "cameras"], "Camera": ["*"], "Camera format": ["*"],
        "Camera control": ["*"], "Tuned control": ["*"], "Barcode scanner": ["*"], "Sound": ["*"], "Lamp": ["*"],
    ]

    @Test("What commands print is what the document says, member by member and column by column")
    func contract() async throws {
        try await withTemporaryFolder { folder in
            let checker = try Checker()
            for part in ["/event", "/stick", "/south"] {
                try FileManager.default.createDirectory(atPath: folder + part, withIntermediateDirectories: true)
            }
            let event = try await SampleEvent(in: folder + "/event", tickets: 10)
            try await checkPartners(of: event, in: folder, checker)
            try await checkTickets(of: event, in: folder, checker)
            try await checkEvent(of: event, in: folder, checker)
            try await checkBoxes(of: event, in: folder, checker)
            for (name, record) in checker.records {
                let unseen = Self.unseen[name] ?? []
                guard !unseen.contains("*") else { continue }
                let missing = Set(record.members.map(\.name)).subtracting(checker.seen[name] ?? []).subtracting(unseen)
                #expect(missing.isEmpty, "\(name) was never seen with \(missing.sorted())")
            }
        }
    }

    private func checkPartners(of event: SampleEvent, in folder: String, _ checker: Checker) async throws {
        let door = event.doorcheck
        let files = (key: folder + "/shop.key", grant: folder + "/shop.grant")
        try await checker.check(
            door, ["partner", "key", "new", files.key], is: "File",
            csv: ["partner", "key", "new", folder + "/desk.key"])
        let range = ["--tier", "Regular", "--numbers"]
        let shop = ["partner", "grant", "Campus shop", "--key", folder + "/shop.pub", "--output", files.grant] + range
        let desk =
            ["partner", "grant", "Desk", "--key", folder + "/desk.pub", "--output", folder + "/desk.grant"] + range
        try await checker.check(door, shop + ["1-9"], is: "Grant", csv: desk + ["1-3"])
        let issue = ["partner", "issue", files.grant, "--key", files.key, "--numbers"]
        let codes = try await checker.check(door, issue + ["1-2"], is: "Partner's ticket code", csv: issue + ["3"])
        let code = try #require(codes.first?["code"] as? String)
        try await checker.check(door, ["run", "--stdin"], is: "Verdict", input: code + "\n")
        try await checker.check(door, ["partner", "list"], is: "Grant", csv: ["partner", "list"])
    }

    private func checkTickets(of event: SampleEvent, in folder: String, _ checker: Checker) async throws {
        let door = event.doorcheck
        func check(_ arguments: String..., is name: String, csv: [String]? = nil) async throws {
            try await checker.check(door, arguments, is: name, csv: csv)
        }
        let ids = try await door.run(["ticket", "list", "--json"]).objects.compactMap { $0["ticket"] as? String }
        try #require(ids.count == 10)
        let listed = folder + "/list.csv"
        let list = """
            Ticket code,Name,Email,Ticket type,Status,Valid from,Valid until,Note
            4711,Kato Petrova,k@example.org,Regular,paid,2026-01-01T10:00:00Z,2036-01-01T10:00:00Z,window seat
            4712,Ivo Shah,i@example.org,Regular,pending,,,
            4712,Ivo Shah,i@example.org,Regular,pending,,,
            """
        try Data(list.utf8).write(to: URL(filePath: listed))
        let map = [
            "--map", "barcode=Ticket code", "--map", "valid-from=Valid from", "--map", "valid-until=Valid until",
            "--map", "note=Note",
        ]
        let imported = try await door.run(["ticket", "import", listed] + map + ["--json"])
        try #require(imported.status == 0, "\(imported.errors)")
        let record = try #require(checker.records["Import"])
        checker.check(try #require(imported.objects.first), is: "Import", record, "import")
        try await checker.check(
            door, ["ticket", "import", listed, "--dry-run", "--map", "barcode=Name", "--map", "name=Ticket code"],
            is: "Import", csv: ["ticket", "import", listed, "--dry-run"] + map)
        // A group's ticket, which is listed eighth, is not used up by one entry.
        let pictures = try event.files.filter { !$0.contains(ids[7]) }
        try await check(
            "check", "--admit", pictures[0], is: "Verdict", csv: ["check", pictures[0], event.folder + "/guests.csv"])
        try await check("check", pictures[0], pictures[1], pictures[1], is: "Verdict")
        let code = try event.codes[9]
        for _ in 1...2 { try await checker.check(door, ["run", "--stdin"], is: "Verdict", input: code + "\n4711\n") }
        try Data("no picture".utf8).write(to: URL(filePath: event.pictures + "/broken.png"))
        try await check("run", "--frames", event.pictures, is: "Verdict")
        let rows = try await door.run(["run", "--stdin", "--csv"], input: code + "\n").output.split(separator: "\r\n")
        let columns = ["status", "detail"] + (checker.records["Verdict"]?.columns ?? [])
        #expect(rows.first.map(String.init) == columns.joined(separator: ","))
        #expect(rows.count > 2 && rows.allSatisfy { $0.count { $0 == "," } == columns.count - 1 })
        let file = (pictures[0] as NSString).lastPathComponent
        let entered = String(file.dropLast(4))
        try await check("ticket", "find", "petrova", is: "Ticket", csv: ["ticket", "find", "petrova"])
        let none = try await door.run(["ticket", "find", "nobody", "--csv"])
        let header = (checker.records["Ticket"]?.columns ?? []).joined(separator: ",") + "\r\n"
        #expect(none.status == 1 && none.output == header)
        try await check("ticket", "admit", entered, "--why", "guest of honour", is: "Verdict")
        try await check("report", "doubles", is: "Double admission", csv: ["report", "doubles"])
        try await check("report", is: "Attendance")
        try await check("ticket", "undo", entered, "--why", "wrong", is: "Undone movement")
        try await check(
            "ticket", "block", ids[5], "--why", "lost", is: "Changed ticket", csv: ["ticket", "pay", ids[5]])
        try await check("ticket", "show", ids[5], is: "Ticket")
        try await check("ticket", "show", entered, is: "Ticket", csv: ["ticket", "show", entered])
        try await check("ticket", "explain", ids[5], is: "Explanation", csv: ["ticket", "explain", ids[5]])
        let reissue = ["ticket", "reissue", ids[6], "--why", "lost"]
        let new = try await checker.check(door, reissue, is: "Ticket code", csv: ["ticket", "codes"]).first
        try await check("ticket", "show", try #require(new?["ticket"] as? String), is: "Ticket")
        let shown = try await door.run(["ticket", "find", "guest9", "--json"]).objects.first?["ticket"] as? String
        try await check("ticket", "show", try #require(shown), is: "Ticket")
        try await check(
            "ledger", "export", "tickets", "--barcodes", is: "Exported ticket", csv: ["ledger", "export", "tickets"])
        try await check("ticket", "list", is: "Listed ticket", csv: ["ticket", "list"])
        try await check("ticket", "mail", is: "Mails", csv: ["ticket", "mail"])
        try await check("ticket", "undo-import", "2", is: "Undone import")
        try await check("ticket", "imports", is: "Imported file", csv: ["ticket", "imports"])
        try await check("read", pictures[0], is: "Code", csv: ["read", pictures[0]])
    }

    private func checkEvent(of event: SampleEvent, in folder: String, _ checker: Checker) async throws {
        let door = event.doorcheck
        func check(_ arguments: String..., is name: String, csv: [String]? = nil) async throws {
            try await checker.check(door, arguments, is: name, csv: csv)
        }
        let changes = [
            ["--opens", "2026-01-01T10:00:00Z", "--closes", "2036-01-01T10:00:00Z", "--note", "18+"],
            ["--day-starts", "2026-01-01T04:00:00Z"], ["--zone", "main", "--capacity", "900"],
            ["--gate", "stage", "--tiers", "Crew"],
            ["--venue", "Nile Hall", "--address", "12 River Road", "--starts", "2026-07-04 19:30"],
            ["--tier", "VIP", "--colour", "7b1fa2"],
        ]
        for change in changes { try await checker.check(door, ["event", "edit"] + change, is: "Event") }
        #expect(try await door.run(["event", "close"]).status == 0)
        try await check("event", "show", is: "Event", csv: ["event", "list"])
        #expect(try await door.run(["event", "reopen"]).status == 0)
        try await check(
            "report", "--table", "no-shows", "--names", is: "No-show",
            csv: ["report", "--table", "no-shows", "--names"])
        try await check("ledger", "info", is: "Ledger", csv: ["ledger", "info"])
        try await check("ledger", "verify", is: "Verification", csv: ["ledger", "verify"])
        try await check("ledger", "export", "scans", is: "Exported scan", csv: ["ledger", "export", "scans"])
        try await check("key", "list", is: "Key", csv: ["key", "rotate"])
        try await check("key", "export", folder + "/e.key", is: "File", csv: ["key", "export", folder + "/f.key"])
        try await check("status", is: "Status", csv: ["status"])
        try await check("doctor", is: "Health check", csv: ["doctor"])
        try await check("config", "show", is: "Setting", csv: ["config", "show"])
        let desk = ["office", "account", "add", "Desk 1", "--role", "desk", "--generate"]
        let amina = ["office", "account", "add", "Amina", "--role", "viewer", "--generate"]
        try await checker.check(door, amina, is: "Account's password", csv: desk)
        let new = ["office", "account", "set", "Amina", "--generate"]
        try await check("office", "account", "set", "desk 1", "--generate", is: "Account's password", csv: new)
        try await check("office", "account", "list", is: "Office account", csv: ["office", "account", "list"])
        try await check("purge", "--even-if-open", is: "Purge", csv: ["purge", "--even-if-open"])
    }

    /// Waits until a door has told the hub its gate, for a minute at most.
    private static func waitForGate(of box: String, at hub: Program) async throws {
        for _ in 0..<120 {
            let boxes = try await hub.run(["hub", "boxes", "--json"]).objects
            if boxes.contains(where: { $0["name"] as? String == box && $0["gate"] != nil }) { return }
            try await Task.sleep(for: .milliseconds(500))
        }
        Issue.record("the hub does not know the gate of \(box)")
    }

    private func checkBoxes(of event: SampleEvent, in folder: String, _ checker: Checker) async throws {
        let north = event.doorcheck
        var south = Program.doorcheck
        south.environment["DOORCHECK_LEDGER"] = folder + "/south/ledger.sqlite"
        south.environment["DOORCHECK_KEYS"] = folder + "/south/keys"
        south.environment["DOORCHECK_BOX"] = "south-1"
        let stick = folder + "/stick"
        try await checker.check(north, ["sync", "id"], is: "Sync identity", csv: ["sync", "id", stick + "/north.id"])
        _ = try await south.run(["sync", "id", stick + "/south.id"])
        try await checker.check(north, ["sync", "trust", stick + "/south.id"], is: "Trusted box")
        _ = try await south.run(["sync", "trust", stick + "/north.id"])
        let file = stick + "/south.dcsync"
        let export = ["sync", "export", file, "--for", "south-1"]
        try await checker.check(north, export, is: "Sync file", csv: export)
        try await checker.check(south, ["sync", "import", file], is: "Merge", csv: ["sync", "import", file])
        try await checker.check(south, ["sync", "status"], is: "Peer", csv: ["sync", "status"])
        try await checker.check(south, ["report"], is: "Attendance")
        let all = ["sync", "stick", stick]
        try await checker.check(north, all, is: "File on a stick", csv: all)
        let digits = try #require(try await south.run(["sync", "id", "--json"]).objects.first?["code"] as? String)
        let rights = ["--role", "desk", "--action", "pay", "--tier", "Regular"]
        let admit = ["box", "admit", digits, "--event", "summer-night"] + rights
        try await checker.check(north, admit, is: "Admitted box", csv: admit)

        var hub = north
        hub.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
        hub.environment["DOORCHECK_HUB_LISTEN"] = "127.0.0.1:\(try Receiver.freePort())"
        let id = try #require(try await north.run(["event", "show", "--json"]).objects.first?["id"] as? String)
        let url = "http://\(hub.environment["DOORCHECK_HUB_LISTEN"] ?? "")"
        let enroll = ["hub", "enroll", "--name", "south-1", "--event", id, "--url", url] + rights
        let code = try await checker.check(hub, enroll, is: "Invitation", csv: enroll).first?["code"] as? String
        try await checker.check(hub, ["hub", "token"], is: "Organiser's token", csv: ["hub", "token"])
        let receiver = try Receiver { _, _ in .status(200) }
        var told = hub
        told.environment["DOORCHECK_HUB_ALERTS_WEBHOOK"] = receiver.url
        told.environment["DOORCHECK_HUB_ALERTS_MAIL_TO"] = "ada@example.org"
        told.environment["DOORCHECK_HUB_ALERTS_MAIL_FROM"] = "hub@example.org"
        told.environment["DOORCHECK_HUB_ALERTS_SMTP"] = "smtp://127.0.0.1:\(try Receiver.freePort())"
        try await checker.check(told, ["hub", "alert"], is: "Test of alerts", csv: ["hub", "alert"])
        let generated = ["--role", "desk", "--event", id, "--generate"]
        try await checker.check(hub, ["hub", "account", "add", "Amina"] + generated, is: "Account's password")
        let password = ["hub", "account", "password", "amina", "--generate"]
        try await checker.check(hub, password, is: "Account's password", csv: password)
        try await checker.check(hub, ["hub", "account", "list"], is: "Account", csv: ["hub", "account", "list"])
        let service = try hub.start(["hub", "serve"])
        #expect(await service.complaints(until: "hub at").contains("hub at http://127.0.0.1:"))
        try await checker.check(south, ["hub", "join", try #require(code)], is: "Membership")
        try await checker.check(south, ["box", "list"], is: "Member", csv: ["box", "list"])
        south.environment["DOORCHECK_HUB_URL"] = url
        #expect(try await south.run(["hub", "sync"]).status == 0)
        let door = try south.start(["run", "--stdin", "--json"])
        try await Self.waitForGate(of: "south-1", at: hub)
        try await checker.check(hub, ["hub", "boxes"], is: "Hub's box", csv: ["hub", "boxes"])
        door.send(SIGTERM)
        #expect(await door.finish().status == 0)
        let copy = ["hub", "backup", folder + "/hub-copy.sqlite"]
        try await checker.check(hub, copy, is: "Copied database", csv: ["hub", "backup", folder + "/hub-csv.sqlite"])
        let revoke = ["box", "revoke", "south-1", "--yes"]
        try await checker.check(hub, revoke, is: "Revoked box", csv: revoke)
        try await checker.check(hub, ["box", "list"], is: "Member")
        service.send(SIGTERM)
        _ = await service.finish()
    }
}
