// What staff do from the command line.

import Foundation
import TestSupport
import Testing

struct StaffTests {
    /// Runs a command that must succeed, and gives its output.
    func run(_ event: SampleEvent, _ arguments: [String], status: Int32 = 0) async throws -> Program.Result {
        let result = try await event.doorcheck.run(arguments)
        #expect(result.status == status, "\(arguments): \(result.errors)")
        return result
    }

    func verdict(_ event: SampleEvent, _ code: String, gate: String = "main") async throws -> String? {
        let run = try await event.doorcheck.run(["run", "--stdin", "--json", "--gate", gate], input: code + "\n")
        return run.objects.compactMap { $0["reason"] as? String }.first
    }

    @Test("Of several tickets, the one that is not there is told by its place, and the one that was so already by name")
    func severalTickets() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let codes = try event.codes
            let some = try await run(
                event, ["ticket", "block", codes[0], "nobodyxyz", codes[1], "--why", "lost"], status: 66)
            #expect(some.lines.count == 2 && !some.errors.contains("nobodyxyz"))
            #expect(some.errors.contains("Ticket 2 of the 3 named: No ticket matches"), "\(some.errors)")
            let anew = try await run(event, ["ticket", "reissue", codes[2], "nobodyxyz", "--why", "lost"], status: 66)
            #expect(anew.errors.contains("Ticket 2 of the 2 named: No ticket matches"), "\(anew.errors)")
            let one = try await run(event, ["ticket", "block", "nobodyxyz", "--why", "lost"], status: 66)
            #expect(one.errors.hasPrefix("doorcheck: No ticket matches"), "\(one.errors)")
            let again = try await run(event, ["ticket", "block", codes[0], "--why", "lost"])
            #expect(again.lines == [some.lines[0]])
            #expect(
                again.errors.contains("Ticket \(some.lines[0]) is already blocked; nothing was changed."),
                "\(again.errors)")
            let back = try await run(event, ["ticket", "restore", codes[0], "--why", "found"])
            #expect(back.lines == again.lines && back.errors.isEmpty, "\(back.errors)")
            let paid = try await run(event, ["ticket", "pay", codes[0], "--why", "cash"])
            #expect(paid.errors.contains("is already valid; nothing was changed"), "\(paid.errors)")
        }
    }

    @Test(
        "A program acts on what it saw: with an old version nothing is done, whatever the command, and a note says why")
    func versions() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let (code, other) = (try event.codes[0], try event.codes[1])
            #expect(try await verdict(event, code) == "admitted")
            let id = try #require(
                try await run(event, ["ticket", "explain", code, "--json"]).objects.first?["ticket"] as? String)
            let shown = try #require(try await run(event, ["ticket", "show", id, "--json"]).objects.first)
            let version = try #require(shown["version"] as? String)
            let explained = try await run(event, ["ticket", "explain", id, "--json"]).objects.first
            let seen = try #require(explained?["version"] as? String)
            #expect(seen == "\(version).already-used.main.")
            _ = try await run(event, ["ticket", "admit", id, "--why", " ", "--if-version", seen], status: 64)
            _ = try await run(event, ["ticket", "admit", id, "--why", "VIP", "--if-version", seen])
            // The same command once more, as after a lost answer.
            for token in [seen, version] {
                let again = try await run(
                    event, ["ticket", "admit", id, "--why", "VIP", "--if-version", token], status: 1)
                #expect(again.errors.contains("Changed meanwhile: admitted by staff at "))
            }
            for action in ["undo", "block", "revoke", "restore", "pay"] {
                let stale = try await run(event, ["ticket", action, id, "--if-version", version], status: 1)
                #expect(stale.errors.contains("Changed meanwhile"), "\(action)")
            }
            _ = try await run(event, ["ticket", "block", id, "--if-version", "nonsense"], status: 64)
            _ = try await run(event, ["ticket", "block", id, other, "--if-version", version], status: 64)
            let doubles = try await run(event, ["report", "doubles"])
            #expect(doubles.output.contains("by hand, knowingly") && doubles.output.contains(id))
            let line = try #require(try await run(event, ["report", "doubles", "--json"]).objects.first)
            #expect(line["why"] as? String == "VIP" && line["how"] as? String == "by hand, knowingly")
            for format in [["--html"], []] {
                let report = try await run(event, ["report"] + format)
                #expect(!report.output.contains("no ticket admitted more"), "\(format)")
                #expect(report.output.contains("by hand, knowingly"), "\(format)")
            }
            let now = try #require(
                try await run(event, ["ticket", "show", id, "--json"]).objects.first?["version"] as? String)
            _ = try await run(event, ["ticket", "undo", id, "--if-version", now])
            let none = try await run(event, ["report", "doubles"])
            #expect(none.output == "In the records received so far, no ticket admitted more people than allowed.\n")
        }
    }

    @Test("A ticket is blocked, explained, restored, admitted by hand, undone and issued anew; all of it is shown")
    func lifeOfATicket() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let code = try event.codes[0]
            let id = try #require(try await run(event, ["ticket", "block", code, "--why", "stolen"]).lines.first)
            #expect(try await verdict(event, code) == "blocked")
            let explained = try await run(event, ["ticket", "explain", id])
            #expect(
                explained.lines.filter { $0.hasPrefix(">") } == [
                    "> refuse  not blocked                 blocked by the organiser: stolen"
                ])
            _ = try await run(event, ["ticket", "restore", id])
            _ = try await run(event, ["ticket", "admit", id], status: 64)
            _ = try await run(event, ["ticket", "admit", id, "--why", "no phone", "--by", "amina"])
            _ = try await run(event, ["ticket", "undo", id, "--by", "joel"])
            _ = try await run(event, ["ticket", "undo", id], status: 1)
            let reissued = try await run(event, ["ticket", "reissue", id, "--why", "lost phone"])
            let new = try #require(reissued.output.split(separator: "\r\n").last?.split(separator: ",").last)
            #expect(try await verdict(event, code) == "replaced")
            #expect(try await verdict(event, String(new)) == "admitted")
            let shown = try #require(try await run(event, ["ticket", "show", id, "--json"]).objects.first)
            let changes = try #require(shown["changes"] as? [[String: Any]])
            #expect(changes.compactMap { $0["action"] as? String } == ["block", "restore", "reissue"])
            let book = try #require(shown["movements"] as? [[String: Any]])
            #expect(book.compactMap { $0["by"] as? String } == ["amina", "joel"])
            #expect(book.compactMap { $0["kind"] as? String } == ["entry", "void"])
            #expect(try await event.admissions() == 1)
        }
    }

    @Test("Gates, zones, tiers and re-entry are set up by `event edit`, and the door goes by them")
    func rules() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let codes = try event.codes
            _ = try await run(event, ["event", "edit", "--reentry", "after-exit"])
            _ = try await run(event, ["event", "edit", "--gate", "yard", "--direction", "exit"])
            _ = try await run(event, ["event", "edit", "--gate", "backstage", "--zone", "backstage"])
            _ = try await run(event, ["event", "edit", "--zone", "backstage", "--capacity", "1"])
            #expect(try await verdict(event, codes[0]) == "admitted")
            #expect(try await verdict(event, codes[0], gate: "yard") == "exited")
            #expect(try await verdict(event, codes[0]) == "readmitted")
            #expect(try await verdict(event, codes[0], gate: "backstage") == "admitted")
            #expect(try await verdict(event, codes[1], gate: "backstage") == "full")
            let shown = try await run(
                event, ["event", "edit", "--tier", "Regular", "--gates", "main", "--note", "18+"])
            #expect(shown.output.contains("tier         Regular: gates main, note 18+\n"))
            #expect(shown.output.contains("zone         backstage: 1 inside of 1, then refuse\n"))
            #expect(try await verdict(event, codes[1], gate: "backstage") == "wrong-gate")
            #expect(try await verdict(event, codes[1]) == "check")
            _ = try await run(event, ["event", "edit", "--tier", "Regular", "--gates", "none", "--note", "none"])
            #expect(try await verdict(event, codes[1]) == "admitted")
        }
    }

    @Test(
        "A restricted zone admits only tiers that its gate lists, and the doctor names zones that are open by default")
    func restrictedZone() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let code = try event.codes[0]
            _ = try await run(event, ["event", "edit", "--gate", "backstage", "--zone", "backstage"])
            func warnings() async throws -> [String] {
                // This machine has no camera, and so on.
                try await run(event, ["doctor"], status: 1).output.split(separator: "\n").map(String.init)
                    .filter { $0.contains("backstage admits tickets of Regular") }
            }
            #expect(try await warnings().count == 1)
            let restricted = try await run(event, ["event", "edit", "--zone", "backstage", "--restricted"])
            #expect(restricted.output.contains("zone         backstage: 0 inside, restricted\n"))
            #expect(try await warnings().isEmpty)
            #expect(try await verdict(event, code, gate: "backstage") == "wrong-tier")
            let other = try await run(event, ["event", "edit", "--gate", "backstage", "--tiers", "Crew, Artist"])
            #expect(other.output.contains("gate         backstage: entry, zone backstage, tiers Artist, Crew\n"))
            #expect(try await verdict(event, code, gate: "backstage") == "wrong-tier")
            _ = try await run(event, ["event", "edit", "--gate", "backstage", "--tiers", "Regular"])
            // What is not named stays as it is.
            _ = try await run(event, ["event", "edit", "--gate", "backstage", "--zone", "backstage"])
            #expect(try await verdict(event, code, gate: "backstage") == "admitted")
            let open = try await run(event, ["event", "edit", "--gate", "backstage", "--tiers", "none"])
            #expect(open.output.contains("gate         backstage: entry, zone backstage\n"))
            _ = try await run(event, ["event", "edit", "--zone", "backstage", "--no-restricted"])
            #expect(try await warnings().count == 1)
        }
    }

    @Test(
        "Settings that make no sense are refused with a sentence, and change nothing",
        arguments: [
            (["--tier", "VIP", "--gates", "nowhere"], 65, "There is no gate 'nowhere'"),
            (["--opens", "2026-07-05T00:00:00Z", "--closes", "2026-07-04T00:00:00Z"], 65, "closes before it opens"),
            (["--admits", "0"], 65, "1 to 1000 people"),
            (["--zone", "main", "--capacity", "0"], 65, "must be at least 1"),
            (["--zone", "main", "--capacity", "1000000001"], 65, "at most 1000000000"),
            (["--gates", "main"], 64, "--gates goes with --tier"), ([], 64, "Say what to change"),
            (["--tier", "VIP", "--unlisted", "ask"], 64, "not about a tier"), (["--undo", "-1"], 64, "undo"),
            (["--tier", "VIP", "--gates", ","], 64, "names of gates"),
        ] as [([String], Int32, String)]
    )
    func mistakes(arguments: [String], status: Int32, words: String) async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let before = try await run(event, ["event", "show", "--json"]).output
            let edited = try await run(event, ["event", "edit"] + arguments, status: status)
            #expect(edited.errors.contains(words), "\(edited.errors)")
            #expect(try await run(event, ["event", "show", "--json"]).output == before)
        }
    }
}
