// What a box may do, as the organiser says on the command line.

import Foundation
import TestSupport
import Testing

struct MemberTests {
    /// The organiser's machine, and a box that is a desk for payments and one tier.
    private struct Scene {
        let office: Program
        let desk: Program
        /// The identifier of a ticket.
        let ticket: String
        /// The eight digits of the desk.
        let code: String

        init(in folder: String, _ options: [String]) async throws {
            let event = try await SampleEvent(in: folder + "/office", tickets: 2)
            office = event.doorcheck
            var desk = Program.doorcheck
            desk.environment["DOORCHECK_LEDGER"] = folder + "/desk/ledger.sqlite"
            desk.environment["DOORCHECK_KEYS"] = folder + "/desk/keys"
            desk.environment["DOORCHECK_BOX"] = "desk-1"
            self.desk = desk
            func run(_ box: Program, _ arguments: String...) async throws -> Program.Result {
                let result = try await box.run(arguments)
                try #require(result.status == 0, "\(arguments): \(result.errors)")
                return result
            }
            _ = try await run(office, "event", "edit", "--tier", "VIP", "--admits", "2")
            _ = try await run(office, "key", "export", "--event", "summer-night", folder + "/desk/keys/night.key")
            _ = try await run(desk, "sync", "id", folder + "/desk.id")
            let trusted = try await office.run(["sync", "trust", folder + "/desk.id"] + options)
            try #require(trusted.status == 0, "\(trusted.errors)")
            _ = try await run(office, "sync", "id", folder + "/office.id")
            _ = try await run(desk, "sync", "trust", folder + "/office.id")
            let name = try #require(
                String(contentsOfFile: folder + "/office.id", encoding: .utf8).split(separator: " ").first)
            _ = try await run(office, "sync", "export", folder + "/to-desk", "--for", "desk-1")
            _ = try await run(desk, "sync", "import", folder + "/to-desk")
            code = try await run(desk, "sync", "id", "--json").objects.first?["code"] as? String ?? ""
            #expect(!name.isEmpty && !code.isEmpty)
            let tickets = try await run(office, "ledger", "export", "tickets", "--json").objects
            ticket = try #require(tickets.first?["ticket"] as? String)
        }

        func member() async throws -> [String: Any] {
            let members = try await office.run(["box", "list", "--json"]).objects
            return try #require(members.first { $0["name"] as? String == "desk-1" })
        }
    }

    @Test("A membership's actions and tiers are listed, bind the box, and are changed by admitting it again")
    func changing() async throws {
        try await withTemporaryFolder(holding: ["office", "desk/keys"]) { folder in
            let scene = try await Scene(in: folder, ["--role", "desk", "--action", "pay", "--tier", "VIP"])
            let (office, desk) = (scene.office, scene.desk)
            let listed = try await scene.member()
            #expect(listed["role"] as? String == "desk" && listed["events"] == nil)
            #expect(listed["actions"] as? [String] == ["pay"] && listed["tiers"] as? [String] == ["VIP"])
            let table = try await office.run(["box", "list"]).lines
            #expect(table.first?.contains("ACTIONS") == true && table.first?.contains("TIERS") == true)
            #expect(table.contains { $0.contains("desk-1") && $0.contains("pay") && $0.contains("VIP") }, "\(table)")
            for (command, what) in [
                (["ticket", "admit", scene.ticket, "--why", "known"], "let anybody in by hand"),
                (["ticket", "block", scene.ticket, "--why", "stolen"], "block tickets or lift blocks"),
            ] {
                let refused = try await desk.run(command)
                #expect(refused.status != 0 && refused.output.isEmpty, "\(command)")
                let sentence = "The organiser does not permit this box to \(what), so nothing was recorded"
                #expect(refused.errors.contains(sentence), "\(command): \(refused.errors)")
            }
            let admit = ["box", "admit", scene.code]
            let admitted = try await office.run(admit + ["--action", "admit", "--action", "undo", "--json"]).objects
            #expect(admitted.first?["role"] as? String == "desk")
            #expect(admitted.first?["actions"] as? [String] == ["admit", "undo"])
            #expect(admitted.first?["tiers"] as? [String] == ["VIP"])
            #expect(try await office.run(admit + ["--action", "none", "--event", "summer-night"]).status == 0)
            let limited = try await scene.member()
            #expect(limited["actions"] as? [String] == [] && limited["events"] as? [String] == ["summer-night"])
            #expect(try await office.run(admit + ["--action", "all", "--tier", "all", "--event", "all"]).status == 0)
            let free = try await scene.member()
            #expect(free["actions"] == nil && free["tiers"] == nil && free["events"] == nil)
            #expect(free["role"] as? String == "desk")
            #expect(try await office.run(admit + ["--role", "gate", "--action", "pay"]).status == 0)
            #expect(try await office.run(admit + ["--role", "organiser"]).status == 0)
            #expect(try await scene.member()["actions"] == nil)
            #expect(try await office.run(["ledger", "verify"]).status == 0)
        }
    }

    @Test("What goes with no role, action, tier or event is refused with one sentence, and changes nothing")
    func refused() async throws {
        try await withTemporaryFolder(holding: ["office", "desk/keys"]) { folder in
            let scene = try await Scene(in: folder, ["--role", "desk"])
            for (options, status, sentence) in [
                (["--action", "blok"], 64, "not 'blok'. Did you mean 'block'?"),
                (["--action", "all", "--action", "pay"], 64, "--action all does not go with another --action."),
                (["--role", "gate", "--tier", "VIP"], 64, "--tier is for a desk: a gate adds no tickets."),
                (["--role", "organiser", "--tier", "VIP"], 64, "--tier is for a desk: an organiser's machine"),
                (["--role", "organiser", "--action", "pay"], 64, "--action is for a gate or a desk"),
                (["--role", "gate", "--action", "reissue"], 64, "a gate reissues no tickets."),
                (["--tier", String(repeating: "x", count: 129)], 64, "names of 1 to 128 bytes."),
                (["--tier", "VIQ"], 66, "No event of the box has a tier 'VIQ'; the tiers are:"),
                (["--event", "summer-nigth"], 66, "There is no event 'summer-nigth' in this machine's ledger"),
            ] as [([String], Int32, String)] {
                for command in [
                    ["box", "admit", scene.code], ["sync", "trust", folder + "/desk.id"],
                    ["hub", "enroll", "--name", "x", "--role", "desk", "--url", "http://127.0.0.1"],
                ] where !(command.contains("--role") && options.contains("--role")) {
                    let result = try await scene.office.run(command + options)
                    #expect(result.status == status, "\(command + options)")
                    #expect(result.errors.contains(sentence), "\(command + options): \(result.errors)")
                }
            }
            // The role that it has decides if none is given.
            #expect(try await scene.office.run(["box", "admit", scene.code, "--role", "gate"]).status == 0)
            let gate = try await scene.office.run(["box", "admit", scene.code, "--tier", "VIP"])
            #expect(gate.status == 64 && gate.errors.contains("--tier is for a desk"), "\(gate.errors)")
            let elsewhere = try await scene.desk.run(["sync", "trust", folder + "/office.id", "--role", "gate"])
            #expect(elsewhere.status == 66 && elsewhere.errors.contains("The master key is not on this machine"))
            let member = try await scene.member()
            #expect(member["role"] as? String == "gate" && member["actions"] == nil && member["tiers"] == nil)
        }
    }
}
