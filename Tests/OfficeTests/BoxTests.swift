// Boxes: taking them in, exchanging sync files, and revoking.

import DoorConfiguration
import DoorInstallation
import Foundation
import Ledger
import Organising
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Office

struct BoxTests {
    /// A box at a gate, with a ledger and keys of its own.
    private struct Gate {
        let context: CommandContext
        let keysPath: String

        init(in folder: String, named name: String = "north") throws {
            let place = "\(folder)/\(name)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            keysPath = place + "/keys"
            let text = "box = \"\(name)\"\nledger = \"\(place)/ledger.sqlite\"\nkeys = \"\(keysPath)\"\n"
            let file = try ConfigurationFile(path: place + "/doorcheck.toml", text: text)
            context = try CommandContext(
                creatingLedgerOf: Configuration(file: file, environment: [:]), as: "doorcheck sync id")
        }

        func card() async throws -> BoxCard { try await context.ownCard() }

        /// Trusts the office, as `doorcheck sync trust` does.
        func trust(_ office: RunningOffice) async throws {
            let text = String(decoding: try await office.get("/office/boxes/identity").body, as: UTF8.self)
            let card = try #require(BoxCard(text))
            try await context.introduce(card) { MemberRights(.gate) }
        }
    }

    private func boxes(_ office: RunningOffice) async throws -> [[String: Any]] {
        try await office.get("/office/boxes").list("boxes")
    }

    private func takeIn(_ gate: Gate, _ office: RunningOffice, role: String = "gate") async throws {
        let card = try await gate.card()
        let answer = try await office.post(
            "/office/boxes", ["text": "\(card)\n", "digits": card.code, "role": role])
        #expect(answer.status == 200, "\(answer.said)")
    }

    @Test("A box is taken in with the digits that it shows, and with no others")
    func digits() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let gate = try Gate(in: office.folder)
            let card = try await gate.card()
            let look = try await office.post("/office/boxes/look", ["text": "\(card)\n"])
            #expect(look.text("name") == "north")
            // Whoever only copies the digits from the page compares nothing.
            #expect(!String(decoding: look.body, as: UTF8.self).contains(card.code.filter(\.isNumber).prefix(4)))
            for wrong in ["", "1234 5678", String(card.code.dropLast())] {
                let refused = try await office.post(
                    "/office/boxes", ["text": "\(card)", "digits": wrong, "role": "gate"])
                #expect(refused.status == 422 && refused.field == "digits")
            }
            #expect(try await boxes(office).isEmpty)
            try await takeIn(gate, office)
            let box = try #require(try await boxes(office).first)
            #expect(box["state"] as? String == "member" && box["role"] as? String == "gate")
        }
    }

    @Test("What is no identity of another box is refused, with a sentence")
    func noIdentity() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let own = String(decoding: try await office.get("/office/boxes/identity").body, as: UTF8.self)
            for text in ["", "north", "north \(String(repeating: "A", count: 42))", own] {
                let refused = try await office.post("/office/boxes/look", ["text": text])
                #expect(refused.status == 422 && !refused.said.isEmpty)
            }
            #expect(try await boxes(office).isEmpty)
        }
    }

    @Test("A second box with a name that is taken is refused, and the first one stays")
    func sameName() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let (first, second) = (try Gate(in: office.folder), try Gate(in: office.folder + "/other"))
            try await takeIn(first, office)
            let card = try await second.card()
            let look = try await office.post("/office/boxes/look", ["text": "\(card)"])
            #expect(look.object["takesName"] as? Bool == true)
            let refused = try await office.post(
                "/office/boxes", ["text": "\(card)", "digits": card.code, "role": "gate"])
            #expect(refused.status == 409 && refused.said.contains("Another box is named north"))
            let known = try await boxes(office)
            let id = try await first.card().key.box.description
            #expect(known.count == 1 && known.first?["id"] as? String == id)
        }
    }

    @Test("The box that takes the place of a revoked one may have its name")
    func nameOfRevoked() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let (first, second) = (try Gate(in: office.folder), try Gate(in: office.folder + "/other"))
            try await takeIn(first, office)
            let id = try await first.card().key.box
            #expect(try await office.post("/office/boxes/\(id)/revoke").status == 200)
            try await takeIn(second, office)
            let states = try await boxes(office).map { $0["state"] as? String }
            #expect(states.count { $0 == "member" } == 1 && states.count { $0 == "revoked" } == 1)
        }
    }

    @Test("With a sync file and the key, a box has the list; what it recorded comes back with its own file")
    func exchange() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name\nAda\nBo\n", to: event)
            let gate = try Gate(in: office.folder)
            try await takeIn(gate, office)
            try await gate.trust(office)
            let id = try await gate.card().key.box
            let file = try await office.get("/office/boxes/\(id)/sync")
            #expect(file.headers["content-disposition"]?.contains("for-north.dcsync") == true)
            let (result, _) = try await gate.context.merge(syncFile: file.body, named: "file")
            #expect(result.new[.ticket] == 2 && result.new[.event] == 1)

            let key = try await office.get("/office/events/\(event)/box.key")
            let path = gate.keysPath + "/event.key"
            try Data(key.body).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            guard case .event(let read) = try KeyFile.read(at: path) else {
                Issue.record("no key of an event")
                return
            }
            #expect(read.event.description == event)

            let partner = try #require(try await gate.context.ledger.trustedKeys().first)
            let back = try await gate.context.syncFile(for: partner).bytes
            let merged = try await office.upload(back, to: "/office/boxes/sync")
            #expect(merged.status == 200 && merged.text("from") == "north")
            #expect(try await boxes(office).first?["heard"] is Int)
        }
    }

    @Test("A file of a box that nobody has taken in, a damaged one and any other file change nothing")
    func badFiles() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let gate = try Gate(in: office.folder)
            try await gate.trust(office)
            let known = try #require(try await gate.context.ledger.trustedKeys().first)
            let file = try await gate.context.syncFile(for: known).bytes
            let stranger = try await office.upload(file, to: "/office/boxes/sync")
            #expect(stranger.status == 409 && stranger.said.contains("not taken in"))
            try await takeIn(gate, office)
            var damaged = file
            damaged[damaged.count - 1] ^= 1
            for wrong in [damaged, Array(file.dropLast()), [], Array("name\nAda\n".utf8)] {
                let refused = try await office.upload(wrong, to: "/office/boxes/sync")
                #expect(refused.status == 422 && !refused.said.contains("/"))
            }
            #expect(try await office.upload(file, to: "/office/boxes/sync").status == 200)
        }
    }

    @Test("A box that lacks new tickets is an alert, until its next file says that it has them")
    func outdatedList() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name\nAda\n", to: event)
            let gate = try Gate(in: office.folder)
            try await takeIn(gate, office)
            try await gate.trust(office)
            let id = try await gate.card().key.box
            /// Brings the list to the box, and back what the box has.
            func exchange() async throws {
                let file = try await office.get("/office/boxes/\(id)/sync")
                _ = try await gate.context.merge(syncFile: file.body, named: "file")
                let partner = try #require(try await gate.context.ledger.trustedKeys().first)
                let back = try await gate.context.syncFile(for: partner).bytes
                #expect(try await office.upload(back, to: "/office/boxes/sync").status == 200)
            }
            func alerts() async throws -> [String] {
                let state = try await office.get("/office/events/\(event)/during").object["state"] as? [String: Any]
                return (state?["alerts"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
            }
            try await exchange()
            try await office.importList("name\nAda\nBo\nCid\n", to: event)
            let lacking = "north lacks 2 tickets that are new or changed; bring it a new file."
            try await eventually { try await alerts() == [lacking] }
            try await exchange()
            try await eventually { try await alerts().isEmpty }
        }
    }

    @Test("A revoked box is named as such, until its revocation is taken back")
    func revoking() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let gate = try Gate(in: office.folder)
            try await takeIn(gate, office)
            let id = try await gate.card().key.box
            let effect = try await office.post("/office/boxes/\(id)/effect")
            #expect((effect.object["effects"] as? [String])?.first?.hasPrefix("0 admissions of north") == true)
            let since = try #require(effect.object["since"] as? Int)
            let late = try await office.post("/office/boxes/\(id)/revoke", ["since": since + 86_400_000])
            #expect(late.status == 422 && late.field == "since")
            #expect(try await boxes(office).first?["state"] as? String == "member")
            #expect(try await office.post("/office/boxes/\(id)/revoke", ["since": since]).status == 200)
            let box = try #require(try await boxes(office).first)
            #expect(box["state"] as? String == "revoked" && box["revoked"] as? Int == since)
            let again = try await office.post(
                "/office/boxes", ["text": "\(try await gate.card())", "digits": gate.card().code, "role": "gate"])
            #expect(again.status == 422 && again.said.contains("was revoked"))
            #expect(try await office.post("/office/boxes/\(id)/reinstate").status == 200)
            #expect(try await boxes(office).first?["state"] as? String == "member")
            #expect(try await office.post("/office/boxes/\(id)/reinstate").status == 409)
        }
    }

    @Test("This machine is not revoked, and an unknown box is none")
    func ownBox() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let text = String(decoding: try await office.get("/office/boxes/identity").body, as: UTF8.self)
            let own = try #require(BoxCard(text)).key.box
            #expect(try await office.post("/office/boxes/\(own)/revoke").status == 422)
            #expect(try await office.post("/office/boxes/nobody/revoke").status == 404)
        }
    }

    @Test("A box takes the settings that the page writes, and a wrong one is named at its field")
    func settings() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let form = [
                "name": "North \"gate\"", "gate": "main", "timezone": "Europe/Berlin", "pin": "482913",
                "network": "Festival", "password": "long enough",
            ]
            let made = try await office.post("/office/boxes/setup", form)
            let setup = try BoxSetup(text: made.text("text"))
            #expect(setup.box == "North \"gate\"" && setup.gate == "main" && setup.pin == "482913")
            #expect(setup.network == .init(name: "Festival", password: "long enough"))
            let rows = try #require(made.object["code"] as? [String])
            #expect(rows.count > 40 && rows.allSatisfy { $0.count == rows.count } && rows[0].hasPrefix("11111110"))
            let wrong = ["name": "", "gate": "main gate", "timezone": "Berlin\n", "pin": "1", "password": "short"]
            for (field, value) in wrong {
                let refused = try await office.post("/office/boxes/setup", form.merging([field: value]) { $1 })
                #expect(refused.status == 422 && refused.field == field, "\(field): \(refused.said)")
                #expect(value.isEmpty || !refused.said.contains(value))
            }
            let alone = try await office.post("/office/boxes/setup", form.merging(["network": ""]) { $1 })
            #expect(try BoxSetup(text: alone.text("text")).network == nil)
            let hub = try await office.post("/office/boxes/setup", ["name": "North", "role": "gate"])
            #expect(hub.status == 503 && hub.said.contains("no hub"))
        }
    }
}
