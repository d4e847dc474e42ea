// Everything that is set for an event, and the list page by page.

import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct EventSettingsTests {
    @Test("A change of an event with its zones, gates and tiers is made whole or not at all")
    func allOrNothing() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let before = try #require(try await door.ledger.settings(of: door.event.id))
            let west = try #require(GateName("west"))
            await #expect(throws: LedgerError.self) {
                _ = try await door.ledger.change(door.event.id) { settings in
                    var settings = settings
                    settings.gates.append(GateSettings(name: west))
                    settings.tiers.append(Tier(name: "Crew"))
                    // An end before the beginning is refused after the body has run.
                    settings.event.opens = Timestamp(milliseconds: 2000)
                    settings.event.closes = Timestamp(milliseconds: 1000)
                    return settings
                }
            }
            #expect(try await door.ledger.settings(of: door.event.id) == before)
            let after = try #require(
                try await door.ledger.change(door.event.id) { settings in
                    var settings = settings
                    settings.gates.append(GateSettings(name: west))
                    settings.tiers.append(Tier(name: "Crew"))
                    return settings
                })
            #expect(after.gates.map(\.name).contains(west))
            #expect(after.tiers.map(\.name).contains("Crew"))
            #expect(try await door.ledger.settings(of: door.event.id) == after)
        }
    }

    @Test("Of many changes at once, each sees what the one before has made of the event")
    func oneAfterAnother() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (ledger, id) = (door.ledger, door.event.id)
            let first = try #require(try await ledger.settings(of: id)).event.admits
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<20 {
                    tasks.addTask {
                        _ = try await ledger.change(id) { settings in
                            var settings = settings
                            settings.event.admits += 1
                            return settings
                        }
                    }
                }
                try await tasks.waitForAll()
            }
            #expect(try await ledger.settings(of: id)?.event.admits == first + 20)
        }
    }

    @Test("An event that does not exist is not changed, and one that stays as it is gets no new version")
    func nothingToChange() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            #expect(try await door.ledger.change(.random()) { $0 } == nil)
            let revision = try await door.ledger.dataVersion()
            _ = try await door.ledger.change(door.event.id) { $0 }
            _ = try await door.ledger.change(door.event.id) { _ in nil }
            #expect(try await door.ledger.dataVersion() == revision)
        }
    }

    @Test("The parts of the list together have each ticket once, the last corrected first")
    func parts() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let imports = LedgerImportTests()
            try await imports.load((1...25).map { imports.ticket(door, $0) }, into: door)
            var filter = TicketFilter()
            filter.event = door.event.id
            let all = try await door.ledger.tickets(matching: filter, limit: 1000)
            #expect(all.next == nil)
            var (found, place): ([TicketID], Int64?) = ([], nil)
            repeat {
                let part = try await door.ledger.tickets(matching: filter, after: place, limit: 4)
                #expect(part.tickets.count <= 4)
                found += part.tickets.map(\.ticket.ticket.id)
                place = part.next
            } while place != nil
            #expect(found == all.tickets.map(\.ticket.ticket.id))
            #expect(Set(found).count == all.tickets.count)
            let last = try #require(found.last)
            let number = try #require(
                (1...25).first { imports.ticket(door, $0).ticket.id == last })
            try await imports.load([imports.ticket(door, number, tier: "VIP")], into: door)
            #expect(try await door.ledger.tickets(matching: filter, limit: 1).tickets.first?.ticket.ticket.id == last)
            #expect(try await door.ledger.listedTickets([.random(), last]).map(\.ticket.tier) == ["VIP"])
        }
    }

    @Test("A staged list names whom it adds, changes and no longer has")
    func stagedGuests() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let imports = LedgerImportTests()
            let event = door.event.id
            let file = ListFile(
                name: "list.csv", digest: [UInt8](repeating: 7, count: 32), by: "Ines", on: Timestamp(milliseconds: 1))
            func stage(_ tickets: [ImportedTicket]) throws {
                _ = try door.ledger.stageTickets(of: event, from: file, isWhole: { true }) { add in
                    for ticket in tickets { try add(ticket) }
                }
            }
            try stage((1...3).map { imports.ticket(door, $0) })
            let first = try door.ledger.stagedGuests(of: event, from: file, limit: 2)
            #expect(first.new.map(\.name) == ["Guest 1", "Guest 2"])
            #expect(first.new.map(\.tier) == ["Regular", "Regular"])
            #expect(first.changed.isEmpty && first.removed.isEmpty)
            try await door.ledger.addStagedTickets(of: event, epoch: 1, from: file)
            try stage([imports.ticket(door, 1), imports.ticket(door, 2, tier: "VIP"), imports.ticket(door, 4, line: 9)])
            let second = try door.ledger.stagedGuests(of: event, from: file, limit: 10)
            #expect(second.new.map(\.name) == ["Guest 4"])
            #expect(second.changed.map(\.name) == ["Guest 2"])
            #expect(second.removed.map(\.name) == ["Guest 3"])
        }
    }
}
