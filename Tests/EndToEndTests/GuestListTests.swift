// Lists that were wrong, tickets by name, and names that are nearly another one.

import Foundation
import TestSupport
import Testing

struct GuestListTests {
    private func write(_ text: String, to path: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// A sample event with one ticket, and what its commands say.
    private func withEvent(
        _ body: (SampleEvent, (_ status: Int32, _ arguments: String...) async throws -> Program.Result) async throws ->
            Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            try await body(event) { status, arguments in
                let result = try await event.doorcheck.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
        }
    }

    private func scan(_ code: String, at event: SampleEvent) async throws -> String? {
        let door = try await event.doorcheck.run(["run", "--stdin", "--json"], input: code + "\n")
        return door.objects.compactMap { $0["reason"] as? String }.first
    }

    @Test(
        "A wrong list is taken back until one of its guests has entered, and the right one comes in with its barcodes")
    func undoImport() async throws {
        try await withEvent { event, run in
            let wrong = try write("name,ticket,barcode\nAda,1,X1\nBo,2,X2\n", to: event.folder + "/wrong.csv")
            let right = try write("name,ticket,barcode\nCy,7,X1\nDee,8,X2\n", to: event.folder + "/right.csv")
            _ = try await run(0, "ticket", "import", wrong)
            let imports = try await run(0, "ticket", "imports", "--json").objects
            #expect(imports.map { $0["file"] as? String } == ["guests.csv", "wrong.csv"])
            #expect(imports.map { $0["tickets"] as? Int } == [1, 2])
            let listed = try await run(0, "ticket", "list", "--import", "2", "--json").objects
            #expect(listed.map { $0["holder"] as? String } == ["Ada", "Bo"])
            #expect(try await run(0, "ticket", "undo-import", "2").output.contains("2 tickets removed from the list"))
            #expect(try await scan("X1", at: event) == "not-a-ticket")
            #expect(try await run(1, "ticket", "undo-import", "2").errors.contains("was already undone"))
            #expect(try await run(66, "ticket", "undo-import", "9").errors.contains("There is no import 9"))
            _ = try await run(0, "ticket", "import", right)
            #expect(try await scan("X1", at: event) == "admitted")
            let refused = try await run(1, "ticket", "undo-import", "3")
            #expect(refused.errors.contains("1 ticket of import 3, first at "))
            #expect(try await scan("X2", at: event) == "admitted")
            let both = try await run(1, "ticket", "undo-import", "3")
            #expect(both.errors.contains("Guests have entered with 2 tickets of import 3"), "\(both.errors)")
            #expect(try await run(0, "ledger", "verify").status == 0)
        }
    }

    @Test("The same file with another --map corrects its tickets, whether it is imported or issued again")
    func otherMap() async throws {
        try await withEvent { event, run in
            let list = try write(
                "number,buyer,guest,mail\n1,Ann,Zoe,a@example.org\n2,Ben,Yan,b@example.org\n",
                to: event.folder + "/list.csv")
            let columns = ["--map", "email=mail", "--map", "tier=-"]
            let wrong = ["ticket", "import", list, "--map", "name=buyer", "--map", "ticket=mail"] + columns
            #expect(try await event.doorcheck.run(wrong).status == 0)
            let codes = try await run(0, "ticket", "codes", "--output", "-").output
            let right = ["ticket", "import", list, "--map", "name=guest", "--map", "ticket=number"] + columns
            let corrected = try await event.doorcheck.run(right)
            #expect(corrected.output.contains("0 new, 2 changed") && corrected.output.contains("corrects     import 2"))
            let issued = try await event.doorcheck.run(
                ["ticket", "issue", list, "--output", "-", "--map", "name=buyer"] + columns)
            #expect(issued.errors.contains("0 tickets issued") && issued.errors.contains("2 corrected"))
            let holders = try await run(0, "ticket", "list", "--import", "2", "--json").objects
            #expect(holders.compactMap { $0["holder"] as? String } == ["Ann", "Ben"])
            #expect(try await run(0, "ticket", "list", "--json").objects.count == 3)
            // The codes of before still enter.
            let code = try #require(
                codes.split(separator: "\r\n").first { $0.contains("Ann") }?.split(separator: ",").last)
            #expect(try await scan(String(code), at: event) == "admitted")
        }
    }

    @Test("A list is told as a table, as CSV and as JSON Lines, and filters that contradict each other are refused")
    func lists() async throws {
        try await withEvent { event, run in
            let list = try write(
                "name,tier,barcode,paid\nAda \u{1B}[31m,VIP,X1,yes\nBo,Crew,X2,no\n", to: event.folder + "/l.csv")
            _ = try await run(0, "ticket", "import", list)
            _ = try await scan("X1", at: event)
            let table = try await run(0, "ticket", "list", "--entered").output
            #expect(table.contains("Ada \\u{1b}[31m") && table.contains("1 of 1") && !table.contains("\u{1B}"))
            let csv = try await run(0, "ticket", "list", "--status", "unpaid", "--csv").output
            #expect(csv.split(separator: "\r\n").count == 2 && csv.contains(",Bo,"))
            #expect(try await run(0, "ticket", "list", "--tier", "VIP", "--not-entered", "--json").output.isEmpty)
            #expect(try await run(66, "ticket", "list", "--tier", "vip").errors.contains("Did you mean 'VIP'?"))
            #expect(try await run(66, "ticket", "list", "--gate", "mian").errors.contains("Did you mean 'main'?"))
            _ = try await run(64, "ticket", "list", "--entered", "--not-entered")
            _ = try await run(64, "ticket", "list", "--csv", "--json")
            _ = try await run(64, "ticket", "list", "--status", "sold")
            _ = try await run(66, "ticket", "list", "--import", "77")
        }
    }

    @Test("A command takes a name for a ticket, and lists those who share it")
    func names() async throws {
        try await withEvent { event, run in
            let list = try write(
                """
                name,email,order,barcode
                Ada Okello,ada@example.org,501,X1
                Ada Okello,okello@example.org,502,X2
                Bo Berg,bo@example.org,503,X3
                Bo Bergman,bm@example.org,504,X4

                """, to: event.folder + "/l.csv")
            _ = try await run(0, "ticket", "import", list)
            let why = ["--why", "showed a passport"]
            for command in [
                ["ticket", "admit"] + why, ["ticket", "block"] + why, ["ticket", "undo"], ["ticket", "show"],
                ["ticket", "pay"], ["ticket", "revoke"], ["ticket", "restore"], ["ticket", "explain"],
                ["ticket", "reissue"], ["ticket", "codes"], ["ticket", "print", "-o", event.folder + "/t.pdf"],
            ] {
                let result = try await event.doorcheck.run(command + ["ada okello"])
                #expect(result.status == 64, "\(command): \(result.errors)")
                #expect(result.errors.contains("Several tickets match, so nothing was done"), "\(command)")
                for word in ["ada@example.org", "501", "okello@example.org", "502"] {
                    #expect(result.errors.contains(word), "\(command): \(word)")
                }
                #expect(result.output.isEmpty)
            }
            #expect(try await run(0, "ticket", "list", "--entered", "--json").output.isEmpty)
            _ = try await run(0, "ticket", "admit", "okello@example.org", "--why", "passport")
            _ = try await run(0, "ticket", "block", "503", "--why", "stolen")
            let shown = try await run(0, "ticket", "show", "bo berg", "--json").objects
            #expect(shown.first?["status"] as? String == "blocked")
            #expect(try await run(0, "ticket", "show", "X4").output.contains("Bo Bergman"))
            let entered = try await run(0, "ticket", "list", "--entered", "--json").objects
            #expect(entered.map { $0["reference"] as? String } == ["okello@example.org 502"])
            let secret = "DC1:NO+SUCH/CODE"
            for text in ["nobody", "!", secret] {
                let missing = try await event.doorcheck.run(["ticket", "show", text])
                #expect(missing.status != 0 && missing.output.isEmpty && !missing.errors.contains(secret))
            }
        }
    }

    @Test("An event or table that is nearly another one is pointed out")
    func nearlyAnEvent() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let asked = [["event", "show", "summer-nigth"], ["report", "--table", "gtaes", "--csv"]]
            for (arguments, meant) in zip(asked, ["summer-night", "gates"]) {
                let result = try await event.doorcheck.run(arguments)
                #expect(result.errors.contains("Did you mean '\(meant)'?"), "\(result.errors)")
            }
            #expect(try await event.doorcheck.run(["event", "new", "Matinee"]).status == 0)
            var door = event.doorcheck
            door.environment["DOORCHECK_EVENT"] = ""
            let several = try await door.run(["event", "show"])
            #expect(several.status == 64 && several.errors.contains("several events: matinee, summer-night. Name one"))
        }
    }

    @Test("A tier, gate or zone that is nearly another one is pointed out by every command that takes one")
    func nearNames() async throws {
        try await withEvent { event, run in
            _ = try await run(0, "event", "edit", "--tier", "VIP", "--note", "18+")
            _ = try await run(0, "event", "edit", "--gate", "north", "--zone", "garden")
            for (option, name, meant) in [
                ("--tier", "vip", "VIP"), ("--tier", "VIPP", "VIP"), ("--gate", "nroth", "north"),
                ("--gate", "North", "north"), ("--zone", "gardn", "garden"),
            ] {
                var arguments = ["event", "edit", option, name]
                if option == "--zone" { arguments += ["--capacity", "5"] }
                let refused = try await event.doorcheck.run(arguments)
                #expect(refused.status == 64, "\(name)")
                #expect(refused.errors.contains("Did you mean '\(meant)'?"), "\(name): \(refused.errors)")
                #expect(refused.errors.contains("--even-if-similar"))
            }
            let shown = try await run(0, "event", "show", "--json").output
            #expect(!shown.contains("vip\"") && !shown.contains("nroth"))
            _ = try await run(0, "event", "edit", "--tier", "vip", "--note", "crew", "--even-if-similar")
            _ = try await run(0, "event", "edit", "--gate", "gate-1")
            #expect(try await run(0, "event", "edit", "--gate", "gate-2").errors.contains("The gate 'gate-2' is new."))
            let others = [
                ["run", "--stdin", "--gate", "nort"], ["check", "--gate", "nort", event.pictures],
                ["ticket", "explain", "X", "--gate", "nort"], ["ticket", "list", "--gate", "nort"],
                ["event", "edit", "--tier", "VIP", "--gates", "nort"],
                ["ticket", "admit", "--gate", "nort", "--why", "band", try event.codes[0]],
            ]
            for arguments in others {
                let refused = try await event.doorcheck.run(arguments)
                #expect(refused.status == 66, "\(arguments)")
                #expect(refused.errors.contains("Did you mean 'north'?"), "\(arguments): \(refused.errors)")
            }
            for command in [["codes"], ["print", "-o", event.folder + "/t.pdf"], ["list"]] {
                let refused = try await event.doorcheck.run(["ticket"] + command + ["--tier", "Regulra"])
                #expect(refused.errors.contains("Did you mean 'Regular'?"), "\(command): \(refused.errors)")
            }
            let issued = try await event.doorcheck.run(["ticket", "issue", "--count", "2", "--tier", "regular"])
            #expect(issued.status == 64 && issued.errors.contains("Did you mean 'Regular'?"))
            let list = try write("name,tier,barcode\nCy,Reguler,X1\n", to: event.folder + "/n.csv")
            #expect(try await run(0, "ticket", "import", list).errors.contains("'Regular' and 'Reguler' are"))
            var program = event.doorcheck
            program.environment["DOORCHECK_GATE"] = "mian"
            #expect(try await program.run(["doctor"]).output.contains("Did you mean 'main'?"))
        }
    }

    @Test("The doctor fails where there are tickets that nobody can present, and passes once they can")
    func unpresentable() async throws {
        try await withEvent { event, run in
            func findings() async throws -> [String] {
                try await event.doorcheck.run(["doctor", "--json"]).objects
                    .filter { $0["subject"] as? String == "tickets" }
                    .map { "\($0["level"] ?? "") \($0["finding"] ?? "")" }
            }
            #expect(try await findings().isEmpty)
            let list = try write("name,email\nAda,a@example.org\n", to: event.folder + "/l.csv")
            _ = try await run(0, "ticket", "import", list)
            #expect(
                try await findings().first?.hasPrefix("fail 1 ticket has no barcode, and no code was written") == true)
            _ = try await run(0, "ticket", "codes", "--output", event.folder + "/c.csv")
            #expect(try await findings().isEmpty)
            _ = try await run(0, "event", "edit", "--gate", "out", "--direction", "exit")
            _ = try await run(0, "event", "edit", "--tier", "Regular", "--gates", "out")
            #expect(try await findings().first?.contains("of a tier that no gate of") == true)
            _ = try await run(0, "event", "edit", "--tier", "Regular", "--gates", "none")
            #expect(try await findings().isEmpty)
            let times = ["--opens", "2030-01-02 10:00", "--closes", "2030-01-02 11:00"]
            #expect(try await event.doorcheck.run(["event", "edit", "--tier", "Regular"] + times).status == 0)
            _ = try await run(
                0, "event", "edit", "--tier", "Regular", "--opens", "none", "--closes", "2020-01-02 11:00")
            #expect(try await findings().first?.contains("no longer valid, and no one has entered yet") == true)
            _ = try await run(0, "event", "edit", "--tier", "Regular", "--closes", "none")
            let key = try #require(
                try await run(0, "key", "list", "--json").objects.compactMap { $0["key"] as? String }.first)
            _ = try await run(0, "key", "rotate")
            _ = try await run(0, "key", "retire", key)
            #expect(try await findings().first?.contains("a retired key signed the code") == true)
            _ = try await run(0, "ticket", "reissue", "--key", key, "--output", event.folder + "/new.csv")
            #expect(try await findings().isEmpty)
        }
    }
}
