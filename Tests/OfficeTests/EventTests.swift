// Events in the office.

import Attendance
import Ledger
import Testing

@testable import Office

struct EventTests {
    /// A change that makes a form wrong, and the field that the page points at.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let field: String
        let change: @Sendable (inout EventForm) -> Void

        init(_ description: String, at field: String, _ change: @escaping @Sendable (inout EventForm) -> Void) {
            (testDescription, self.field, self.change) = (description, field, change)
        }
    }

    static let faults = [
        Fault("no name", at: "name") { $0.event.name = "  " },
        Fault("a name of two lines", at: "name") { $0.event.name = "Summer\nNight" },
        Fault("a long name", at: "name") { $0.event.name = String(repeating: "x", count: 501) },
        Fault("an end before the beginning", at: "closes") { ($0.event.opens, $0.event.closes) = (2000, 1000) },
        Fault("a time before 1970", at: "opens") { $0.event.opens = -1 },
        Fault("a time after the year 9999", at: "closes") { $0.event.closes = .max },
        Fault("a ticket for nobody", at: "admits") { $0.event.admits = 0 },
        Fault("a ticket for 1001", at: "admits") { $0.event.admits = 1001 },
        Fault("an unknown rule", at: "reentry") { $0.event.reentry = "often" },
        Fault("no gate", at: "gates") { $0.gates = [] },
        Fault("a gate with a space", at: "gates") { $0.gates = [.init(name: "north gate")] },
        Fault("two gates of one name", at: "gates") { $0.gates = [.init(name: "north"), .init(name: "north")] },
        Fault("a gate for a tier that is not there", at: "gates") { $0.gates[0].tiers = ["Crew"] },
        Fault("a tier without a name", at: "tiers") { $0.tiers = [.init(name: " ")] },
        Fault("tiers that differ in case alone", at: "tiers") { $0.tiers = [.init(name: "VIP"), .init(name: "vip")] },
        Fault("a tier for a gate that is not there", at: "tiers") { $0.tiers = [.init(name: "VIP", gates: ["west"])] },
        Fault("a tier that ends before it begins", at: "tiers") {
            $0.tiers = [.init(name: "VIP", opens: 2000, closes: 1000)]
        },
        Fault("a start before the doors open", at: "starts") { ($0.event.opens, $0.event.starts) = (2000, 1000) },
        Fault("a start after the end", at: "starts") { ($0.event.closes, $0.event.starts) = (2000, 2000) },
        Fault("a venue of two lines", at: "venue") { $0.event.venue = "Nile\nHall" },
        Fault("a venue that reverses what follows", at: "venue") { $0.event.venue = "Nile \u{202E}llaH" },
        Fault("a long address", at: "address") { $0.event.address = String(repeating: "x", count: 201) },
        Fault("a script for a colour", at: "tiers") { $0.tiers = [.init(name: "VIP", colour: "javascript:alert(1)")] },
        Fault("two zones of one name", at: "zones") { $0.zones = [.init(name: "vip"), .init(name: "vip")] },
        Fault("a zone for nobody", at: "zones") { $0.zones = [.init(name: "main", capacity: 0)] },
    ]

    @Test("A form that cannot be an event's names the field", arguments: faults)
    func aFormThatCannotBeAn(fault: Fault) throws {
        let event = Event(slug: "night", name: "Night")
        var form = EventForm(EventSettings(event: event, gates: [GateSettings(name: try #require(GateName("main")))]))
        #expect(throws: Never.self) { try form.applied(to: EventSettings(event: event)) }
        fault.change(&form)
        let refusal = #expect(throws: OfficeRefusal.self) { try form.applied(to: EventSettings(event: event)) }
        #expect(refusal?.field == fault.field)
    }

    @Test("What a form leaves out stays as it is")
    func whatAFormLeavesOutStays() throws {
        var event = Event(slug: "night", name: "Night")
        (event.exits, event.unlisted, event.undoTime) = (.strict, .ask, .seconds(60))
        let zone = Zone(name: .main, capacity: 5, whenFull: .ask, isRestricted: true)
        let gate = GateSettings(name: try #require(GateName("out")), direction: .exit)
        let settings = EventSettings(event: event, zones: [zone], gates: [gate])
        var form = EventForm(settings)
        (form.event.exits, form.event.unlisted, form.zones) = (nil, nil, nil)
        form.gates[0].direction = nil
        #expect(try form.applied(to: settings) == settings)
    }

    @Test("A summary says who enters when, where and how often")
    func aSummarySaysWhoEntersWhen() throws {
        var event = Event(slug: "night", name: "Night", admits: 2, reentry: .afterExit, note: "photo ID")
        event.opens = Timestamp(milliseconds: 1_783_180_800_000)
        event.closes = Timestamp(milliseconds: 1_783_200_600_000)
        let north = try #require(GateName("north"))
        let settings = EventSettings(
            event: event, zones: [Zone(name: .main, capacity: 400)],
            gates: [GateSettings(name: north, tiers: ["VIP"])],
            tiers: [Tier(name: "VIP", policy: EntryPolicy(admits: 1, reentry: .unlimited, gates: [north]))])
        #expect(
            EventSummary(settings, zone: .utc).sentences == [
                "Guests can enter from Sat 4 Jul 2026, 16:00 until Sat 4 Jul 2026, 21:30.",
                "A ticket admits 2 people, who may come back after leaving through an exit.",
                "Every ticket is sent to staff, who check: photo ID.",
                "VIP tickets admit one person.", "VIP tickets let guests come and go.",
                "VIP tickets enter only at north.",
                "Gate north lets in only tickets of VIP.",
                "Inside, there is room for 400 people; then nobody enters until somebody leaves.",
            ])
    }

    @Test("Two events of one name get short names of their own")
    func twoEventsOfOneNameGet() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let form: [String: Any] = ["event": ["name": "Summer Night"], "gates": [["name": "main"]]]
            #expect(try await office.post("/office/events", form).text("slug") == "summer-night-2")
            #expect(try await office.post("/office/events", form).text("slug") == "summer-night-3")
        }
    }

    @Test("Of several events of one name that are created at once, each gets a short name")
    func atOnce() async throws {
        try await RunningOffice.open { office in
            _ = try await office.makeEvent()
            let slugs = try await withThrowingTaskGroup(of: String.self) { tasks in
                for _ in 0..<4 {
                    tasks.addTask {
                        let form: [String: Any] = ["event": ["name": "Summer Night"], "gates": [["name": "main"]]]
                        return try await office.anotherVisitor().post("/office/events", form).text("slug")
                    }
                }
                return try await tasks.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(slugs == ["summer-night-2", "summer-night-3", "summer-night-4", "summer-night-5"])
        }
    }

    @Test("Who saves an event that somebody else has changed is shown what is there now")
    func whoSavesAnEventThatSomebody() async throws {
        try await RunningOffice.open { office in
            let id = try await office.makeEvent(["tiers": [["name": "VIP"]]])
            let seen = try await office.get("/office/events/\(id)").object
            func form(_ name: String) -> [String: Any] {
                [
                    "version": seen["version"] ?? "", "event": ["name": name], "gates": [["name": "main"]],
                    "tiers": [["name": "VIP"]],
                ]
            }
            #expect(try await office.post("/office/events/\(id)", form("First")).status == 200)
            let late = try await office.post("/office/events/\(id)", form("Second"))
            #expect(late.status == 409)
            #expect(late.text("type") == "changedMeanwhile")
            let current = late.object["current"] as? [String: Any]
            #expect((current?["event"] as? [String: Any])?["name"] as? String == "First")
            #expect(
                try await office.get("/office/events/\(id)").object["version"] as? String == current?["version"]
                    as? String)
        }
    }

    @Test("Gates and tiers are not removed, because tickets and boxes name them")
    func gatesAndTiersAreNotRemoved() async throws {
        try await RunningOffice.open { office in
            let id = try await office.makeEvent(["tiers": [["name": "VIP"]]])
            let version = try await office.get("/office/events/\(id)").text("version")
            let form: [String: Any] = [
                "version": version, "event": ["name": "Night"], "gates": [["name": "main"]], "tiers": [],
            ]
            let refused = try await office.post("/office/events/\(id)", form)
            #expect(refused.status == 422 && refused.field == "tiers")
            #expect(try await office.get("/office/events/\(id)").text("version") == version)
        }
    }

    @Test("Tiers that a list wrote in two ways keep no event from being changed")
    func tiersOfLists() async throws {
        try await RunningOffice.open { office in
            let id = try await office.makeEvent(["tiers": [["name": "VIP"]]])
            try await office.importList("name,email,tier\nAda,a@example.org,vip\nBo,b@example.org,VIP\n", to: id)
            let seen = try await office.get("/office/events/\(id)").object
            let form: [String: Any] = [
                "version": seen["version"] ?? "", "event": ["name": "New name"], "gates": [["name": "main"]],
                "tiers": [["name": "VIP"], ["name": "vip"]],
            ]
            #expect(try await office.post("/office/events/\(id)", form).status == 200)
        }
    }

    @Test("An event is closed and opened again")
    func anEventIsClosedAndOpened() async throws {
        try await RunningOffice.open { office in
            let id = try await office.makeEvent()
            #expect(try await office.post("/office/events/\(id)/closing", ["closed": true]).object["closed"] != nil)
            #expect(try await office.post("/office/events/\(id)/closing", ["closed": false]).object["closed"] == nil)
        }
    }
}
