// Changing the rules of events, and closing events, on the organiser's page.

import Accounts
import FoundationEssentials
import Ledger
import Logging
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubProtocol

struct OrganiserRulesTests {
    private func read(_ answer: (status: Int, body: String)) throws -> Wire.OrganiserEvent {
        #expect(answer.status == 200, "\(answer.body)")
        return try JSONDecoder().decode(Wire.OrganiserEvent.self, from: Data(answer.body.utf8))
    }

    private func set(
        _ rules: OrganiserRules, seen version: String, of event: EventID, in scene: AccountScene, as secret: String
    ) async throws -> (status: Int, body: String) {
        let wire = Wire.OrganiserRulesRequest(version: version, rules: rules)
        let body = String(decoding: try JSONEncoder().encode(wire), as: UTF8.self)
        return try await scene.ask("POST", "/organiser/events/\(event)", as: secret, body)
    }

    @Test("An organiser changes rules and capacity, which the hub's ledger has and notes under the account's name")
    func change() async throws {
        try await AccountScene.serve { scene in
            let target = "/organiser/events/\(scene.night)"
            let organiser = try await scene.session(.organiser)
            let before = try read(try await scene.ask("GET", target, as: organiser))
            #expect(before.rules.name == "Night" && before.changes.isEmpty && before.closed == nil)
            var rules = before.rules
            rules.name = "Night 2"
            rules.closes = 1_800_000_000_000
            rules.reentry = "after-exit"
            rules.undo = 2.5
            rules.note = "18+"
            rules.zones[0].capacity = 150
            rules.zones[0].whenFull = "ask"
            let after = try read(try await set(rules, seen: before.version, of: scene.night, in: scene, as: organiser))
            #expect(after.rules == rules && after.version != before.version)
            let change = try #require(after.changes.first)
            #expect(change.by.hasPrefix("organiser ") && after.changes.count == 1)
            for part in ["name: Night 2, before Night", "capacity of main: 150, before none", "minutes to undo: 2.5"] {
                #expect(change.what.contains(part), "\(change.what)")
            }
            #expect(!change.what.contains("18+"))
            let event = try #require(try await scene.desk.ledger.event(named: "night"))
            #expect(event.name == "Night 2" && event.reentry == .afterExit && event.undoTime == .seconds(150))
            #expect(event.closes == Timestamp(milliseconds: 1_800_000_000_000) && event.note == "18+")
            let zone = try #require(try await scene.desk.ledger.zones(of: scene.night).first)
            #expect(zone.capacity == 150 && zone.whenFull == .ask)
            // The hub has the event for other boxes.
            let records = try await scene.hub.store.records(after: 0, of: [.event]).records
            #expect(records.contains { String(decoding: $0.record.body, as: UTF8.self).contains("Night 2") })
        }
    }

    @Test("Of two people who change an event at once the second is told, and nothing of it is done")
    func atOnce() async throws {
        try await AccountScene.serve { scene in
            let target = "/organiser/events/\(scene.night)"
            let (one, other) = (try await scene.session(.organiser), try await scene.session(.organiser))
            let seen = try read(try await scene.ask("GET", target, as: one))
            var (first, second) = (seen.rules, seen.rules)
            (first.zones[0].capacity, second.admits) = (10, 2)
            _ = try read(try await set(first, seen: seen.version, of: scene.night, in: scene, as: one))
            let late = try await set(second, seen: seen.version, of: scene.night, in: scene, as: other)
            #expect(late.status == 409 && late.body.contains("urn:doorcheck:changed-meanwhile"))
            let now = try read(try await scene.ask("GET", target, as: other))
            #expect(now.rules == first && now.changes.count == 1)
            // The same once more changes nothing, and is noted once.
            let same = try read(try await set(first, seen: now.version, of: scene.night, in: scene, as: other))
            #expect(same.version == now.version && same.changes.count == 1)
        }
    }

    @Test("Rules that no event can have are refused in a sentence, and nothing is changed")
    func nonsense() async throws {
        try await AccountScene.serve { scene in
            let target = "/organiser/events/\(scene.night)"
            let organiser = try await scene.session(.organiser)
            let seen = try read(try await scene.ask("GET", target, as: organiser))
            let wrong: [(sentence: String, change: (inout OrganiserRules) -> Void)] = [
                ("name cannot be empty", { $0.name = "" }), ("in one line", { $0.name = "a\nb" }),
                ("at most 500", { $0.note = String(repeating: "a", count: 501) }),
                ("1 to 1000", { $0.admits = 0 }), ("1 to 1000", { $0.admits = .max }),
                ("`reentry`", { $0.reentry = "sometimes" }), ("`exits`", { $0.exits = "" }),
                ("must close after", { ($0.opens, $0.closes) = (2000, 1000) }),
                ("too early or too late", { $0.opens = .max }), ("too early or too late", { $0.dayStarts = .min }),
                ("0 to 100000", { $0.undo = -1 }), ("0 to 100000", { $0.undo = 1e18 }),
                ("at least 1", { $0.zones[0].capacity = 0 }), ("at most 1000000000", { $0.zones[0].capacity = .max }),
                ("`whenFull`", { $0.zones[0].whenFull = "admit" }), ("other zones", { $0.zones = [] }),
                ("other zones", { $0.zones[0].name = "moon" }),
            ]
            for (sentence, change) in wrong {
                var rules = seen.rules
                change(&rules)
                let answer = try await set(rules, seen: seen.version, of: scene.night, in: scene, as: organiser)
                #expect(answer.status == 422 && answer.body.contains(sentence), "\(sentence): \(answer)")
            }
            #expect(try read(try await scene.ask("GET", target, as: organiser)).rules == seen.rules)
            let gone = "/organiser/events/\(EventID.random())"
            #expect(try await scene.ask("GET", gone, as: organiser).status == 404)
            #expect(try await scene.ask("POST", gone + "/closing", as: organiser, #"{"closed":true}"#).status == 404)
            #expect(try await scene.ask("GET", "/organiser/events/night", as: organiser).status == 400)
        }
    }

    @Test("An event is closed and opened again once each, under the account's name, and the page says since when")
    func closing() async throws {
        try await AccountScene.serve { scene in
            let target = "/organiser/events/\(scene.night)/closing"
            let organiser = try await scene.session(.organiser, of: [scene.night])
            for isClosed in [true, true, false, false] {
                let body = "{\"closed\":\(isClosed)}"
                let event = try read(try await scene.ask("POST", target, as: organiser, body))
                #expect(event.closed == (isClosed ? scene.hub.clock.now : nil))
                let known = try await scene.desk.ledger.event(named: "night")
                #expect((known?.closed != nil) == isClosed)
                let page = "/organiser/state?event=\(scene.night)"
                try await eventually {
                    let state = try await scene.ask("GET", page, as: organiser).body
                    return state.contains("\"closed\":\(scene.hub.clock.now)") == isClosed
                }
            }
            let event = try read(
                try await scene.ask("GET", "/organiser/events/\(scene.night)", as: organiser))
            #expect(Set(event.changes.map(\.what)) == ["closed", "opened again"] && event.changes.count == 2)
            #expect(event.changes.allSatisfy { $0.by.hasPrefix("organiser ") })
        }
    }

    @Test("Only an organiser of the event changes it, closes it, or sees who did")
    func roles() async throws {
        try await AccountScene.serve { scene in
            let organiser = try await scene.session(.organiser)
            let seen = try read(try await scene.ask("GET", "/organiser/events/\(scene.night)", as: organiser))
            var rules = seen.rules
            rules.admits = 7
            let others = [
                try await scene.session(.desk), try await scene.session(.viewer),
                try await scene.session(.organiser, of: [scene.other]),
            ]
            for secret in others {
                let target = "/organiser/events/\(scene.night)"
                #expect(try await scene.ask("GET", target, as: secret).status == 403)
                let change = try await set(rules, seen: seen.version, of: scene.night, in: scene, as: secret)
                #expect(change.status == 403)
                let closing = try await scene.ask("POST", target + "/closing", as: secret, #"{"closed":true}"#)
                #expect(closing.status == 403)
            }
            let event = try #require(try await scene.desk.ledger.event(named: "night"))
            #expect(event.admits == 1 && event.closed == nil)
        }
    }
}
