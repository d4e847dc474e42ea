// Records as text.

import Admission
import FoundationEssentials
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LineTests {
    private static let instant = Timestamp(milliseconds: 1_790_000_000_000)

    /// What people are called, and what they should not be.
    private static let words = [
        "Ada", "Jörg Müller", "李小龍", "🎟️ e\u{301}", "Conan \"the\" Door", "back\\slash",
        "two\nlines", "tab\tbed", "a/b",
        "del\u{7F}", "\u{2028}", "nul\u{1}", "", " ", "{\"id\":1}",
    ]

    /// All records of a ledger with tickets of all sorts, and scans with and without a ticket.
    private func records() async throws -> [SharedRecord] {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let tickets = Self.words.enumerated().map { number, word in
                IssuedTicket(
                    ticket: Ticket(event: door.event.id, user: .random(), id: .random()), epoch: 1,
                    tier: number.isMultiple(of: 2) ? "VIP" : nil, holder: word, reference: word,
                    admits: number.isMultiple(of: 3) ? 4 : nil, note: number.isMultiple(of: 5) ? word : nil
                )
            }
            try await door.ledger.add(tickets)
            let box = try await door.ledger.ownBox()
            let desk = AdmissionDesk(
                verifier: try door.verifier, ledger: door.ledger, box: box, event: door.event, gate: .main)
            let code = try await door.issue().code
            for code in [code, code, "DC1:forged"] { _ = try await desk.decide(code, on: Self.instant) }
            let nobody = VersionVector(
                ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: [])
            return try await door.ledger.page(after: nobody, on: Self.instant).records
        }
    }

    @Test("Every record is written as JSONEncoder writes it, and read back")
    func asJSON() async throws {
        let records = try await records()
        #expect(Set(records.map(\.kind)).isSuperset(of: [.box, .event, .ticket, .scan]))
        for record in records {
            let line = try record.line()
            #expect(line == (try record.codedLine()))
            #expect(try SharedRecord(line: line) == record)
        }
    }

    @Test("An event says what becomes of old keys where staff is asked, and is otherwise as events always were")
    func oldKeys() async throws {
        for policy in OldKeyPolicy.allCases {
            try await withTemporaryFolder { folder in
                let event = Event(slug: "night", name: "Summer Night", oldKeys: policy)
                let door = try await TestDoor(in: folder, event: event)
                let nobody = VersionVector(
                    ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: [])
                let records = try await door.ledger.page(after: nobody, on: Self.instant).records
                let record = try #require(records.first { $0.kind == .event })
                let line = String(decoding: try record.line(), as: UTF8.self)
                #expect(line.contains(#""old_keys":"ask""#) == (policy == .ask))
                #expect(try SharedRecord(line: Data(line.utf8)) == record && record.isSound)
                // One thing is said in one way: a refusal in words is of nobody's making.
                let spoken = line.replacing(#""opens""#, with: #""old_keys":"refuse","opens""#)
                    .replacing(#""reentry""#, with: #""old_keys":"refuse","reentry""#)
                if policy == .refuse {
                    #expect(try !SharedRecord(line: Data(spoken.utf8)).isSound)
                }
                let other = folder + "/other"
                try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
                let taken = try Ledger(creating: other + "/ledger.sqlite", boxName: "south-1")
                try await taken.write { db in
                    guard case .event(let shared) = record else { return }
                    try shared.save(signature: nil, in: db)
                }
                #expect(try await taken.events().map(\.oldKeys) == [policy])
            }
        }
    }

    @Test("Strict exits, the tiers of a gate and a restricted zone are said in one way, and arrive")
    func doors() async throws {
        try await withTemporaryFolder { folder in
            let event = Event(slug: "night", name: "Summer Night", exits: .strict)
            let door = try await TestDoor(in: folder, event: event)
            let (stage, backstage) = (try #require(GateName("stage")), try #require(ZoneName("backstage")))
            let gate = GateSettings(name: stage, zone: backstage, tiers: ["VIP", "Crew, Artist"])
            let zone = Zone(name: backstage, isRestricted: true)
            try await door.ledger.update(event, zones: [zone], gates: [gate])
            let nobody = VersionVector(
                ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: [])
            let records = try await door.ledger.page(after: nobody, on: Self.instant).records
            let record = try #require(records.first { $0.kind == .event })
            let line = String(decoding: try record.line(), as: UTF8.self)
            let forms = [
                #""exits":"strict""#, #""tiers":["Crew, Artist","VIP"]"#, #""restricted":true"#,
            ]
            let others = [
                [#""exits":"open""#], [#""tiers":["VIP","Crew, Artist"]"#, #""tiers":[]"#, #""tiers":["VIP","VIP"]"#],
                [#""restricted":false"#],
            ]
            for (form, others) in zip(forms, others) {
                #expect(line.contains(form))
                for other in others {
                    let spoken = line.replacing(form, with: other)
                    #expect(try !SharedRecord(line: Data(spoken.utf8)).isSound, "\(other)")
                }
            }
            #expect(try SharedRecord(line: Data(line.utf8)) == record && record.isSound)
            let taken = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            // Twice, as when an event is changed.
            for _ in 1...2 {
                try await taken.write { db in
                    guard case .event(let shared) = record else { return }
                    try shared.save(signature: nil, in: db)
                }
            }
            #expect(try await taken.events().map(\.exits) == [.strict])
            #expect(try await taken.gateSettings(of: event.id).contains(gate))
            #expect(try await taken.zones(of: event.id).contains(zone))
            #expect(try await taken.page(after: nobody, on: Self.instant).records.contains(record))
        }
    }

    @Test("A changed line is refused, or says another thing in the one form that there is for it")
    func changed() async throws {
        var generator = SeededGenerator()
        let records = try await records()
        for record in records.filter({ $0.kind == .ticket }).prefix(3) + records.filter({ $0.kind == .scan }).prefix(2)
        {
            let line = try record.line()
            for place in line.indices {
                var changed = line
                changed[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
                guard changed != line, let other = try? SharedRecord(line: changed) else { continue }
                #expect(other != record, "seed \(generator.seed)")
                #expect(try other.line() == changed, "seed \(generator.seed)")
            }
            for count in stride(from: 0, to: line.count, by: 7) {
                #expect(throws: (any Error).self) { try SharedRecord(line: line.prefix(count)) }
            }
        }
    }
}
