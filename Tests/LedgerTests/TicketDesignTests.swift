// How tickets look: kept, copied, never shared; and the short numbers of tickets.

import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct TicketDesignTests {
    private let noon = Timestamp(milliseconds: 1_790_000_000_000)
    private var design: TicketDesign {
        TicketDesign(
            venue: "Nile Hall", address: "12 River Road", starts: noon, colours: ["VIP": TicketColour(hex: 0x7B_1FA2)])
    }

    @Test("A design and a logo are kept, and a backup has them")
    func backup() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (ledger, id) = (door.ledger, door.event.id)
            #expect(try await ledger.design(of: id) == TicketDesign())
            #expect(try await ledger.logo(of: id) == nil)
            let wanted = design
            let made = try await ledger.changeDesign(of: id) { $0 = wanted }
            #expect(made == wanted)
            try await ledger.setLogo([1, 2, 3], of: id)
            // The texts leave the logo as it is, and the other way round.
            _ = try await ledger.changeDesign(of: id) { $0.venue = "Lake Hall" }
            #expect(try await ledger.logo(of: id) == [1, 2, 3])
            _ = try await ledger.backup(to: folder + "/copy.sqlite")
            let copy = try Ledger(opening: folder + "/copy.sqlite", for: .reading)
            #expect(try await copy.logo(of: id) == [1, 2, 3])
            #expect(try await copy.design(of: id).venue == "Lake Hall")
            #expect(try await copy.design(of: id).colours == design.colours)
            try await ledger.setLogo(nil, of: id)
            #expect(try await ledger.logo(of: id) == nil)
            #expect(try await ledger.design(of: id).venue == "Lake Hall")
        }
    }

    @Test("A design that changes alone is no new version of its event, and another ledger's version leaves it")
    func isNotShared() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (ledger, id) = (door.ledger, door.event.id)
            func revision() async throws -> Int64? {
                try await ledger.read {
                    try Int64.fetchOne($0, sql: "SELECT rev FROM event WHERE id = ?", arguments: [id.blob])
                }
            }
            let before = try await revision()
            let wanted = design
            _ = try await ledger.changeDesign(of: id) { $0 = wanted }
            _ = try await ledger.change(id) { settings in
                var settings = settings
                settings.design.address = "Kampala"
                return settings
            }
            #expect(try await revision() == before)
            #expect(try await ledger.settings(of: id)?.design.address == "Kampala")
            _ = try await ledger.change(id) { settings in
                var settings = settings
                settings.event.name = "Late Night"
                return settings
            }
            #expect(try await revision() != before)
            try await ledger.write { db in
                let row = try #require(
                    try Row.fetchOne(db, sql: "SELECT 1 AS hlc, (SELECT id FROM box) AS stamper, event.* FROM event"))
                try SharedEvent(row, in: db).save(signature: nil, in: db)
            }
            #expect(try await ledger.settings(of: id)?.design.venue == "Nile Hall")
            #expect(try await ledger.design(of: id).colours == design.colours)
        }
    }

    @Test(
        "A text that would break a page or a terminal is refused, and nothing changes",
        arguments: [
            "two\nlines", "bell \u{7}", "\u{1B}[31mred", "reversed \u{202E}txt", "isolated \u{2066}x\u{2069}", "nul \0",
            String(repeating: "x", count: 201),
        ])
    func hostileTexts(text: String) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            for isVenue in [true, false] {
                await #expect(throws: LedgerError.self) {
                    _ = try await door.ledger.changeDesign(of: door.event.id) { design in
                        if isVenue { design.venue = text } else { design.address = text }
                    }
                }
            }
            #expect(try await door.ledger.design(of: door.event.id) == TicketDesign())
            #expect(TicketDesign.isPrintable("قاعة النيل \u{200F}(Nile)") && TicketDesign.isPrintable("ナイル会館"))
        }
    }

    @Test("An event starts between its opening and its end")
    func start() async throws {
        try await withTemporaryFolder { folder in
            let event = Event(
                slug: "night", name: "Night", opens: noon, closes: Timestamp(milliseconds: noon.milliseconds + 1000))
            let door = try await TestDoor(in: folder, event: event)
            for (later, isGood) in [(-1, false), (0, true), (999, true), (1000, false)] as [(Int64, Bool)] {
                let starts = Timestamp(milliseconds: noon.milliseconds + later)
                let made = try? await door.ledger.changeDesign(of: event.id) { design in design.starts = starts }
                #expect((made != nil) == isGood, "\(later)")
            }
        }
    }

    @Test("A colour is six hexadecimal digits and nothing else")
    func colours() {
        #expect(TicketColour("#0d7a5c")?.hex == 0x0D_7A5C && TicketColour("0D7A5C")?.description == "#0d7a5c")
        #expect(TicketColour("000001")?.description == "#000001")
        for text in [
            "", "#", "red", "javascript:", "#fff", "#0d7a5c0", "##d7a5c", "+d7a5c", "0x0d7a", "٠٠٠٠٠٠", "#0d7a5c\n",
        ] {
            #expect(TicketColour(text) == nil, "\(text)")
        }
    }

    @Test("A logo of no bytes or too many is refused")
    func logoSizes() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            for count in [0, TicketDesign.mostLogoBytes + 1] {
                await #expect(throws: LedgerError.self) {
                    try await door.ledger.setLogo([UInt8](repeating: 1, count: count), of: door.event.id)
                }
            }
            try await door.ledger.setLogo([UInt8](repeating: 1, count: TicketDesign.mostLogoBytes), of: door.event.id)
            await #expect(throws: LedgerError.self) { try await door.ledger.setLogo([1], of: .random()) }
        }
    }

    @Test("A ledger without these tables is read as it is, and gets them when it is opened for writing")
    func olderLedger() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (path, id) = (door.ledger.path, door.event.id)
            try await door.ledger.write { db in
                try db.execute(
                    sql: """
                        DROP TABLE ticket_design; DROP TABLE tier_colour;
                        DELETE FROM grdb_migrations WHERE identifier = '2-ticket-design';
                        """)
            }
            let reader = try Ledger(opening: path, for: .reading)
            #expect(try await reader.design(of: id) == TicketDesign())
            #expect(try await reader.logo(of: id) == nil)
            #expect(try await reader.settings(of: id)?.event.name == door.event.name)
            let writer = try Ledger(opening: path, for: .writing)
            try await writer.setLogo([1], of: id)
            #expect(try await Ledger(opening: path, for: .reading).logo(of: id) == [1])
            // One that has lost them is no older ledger.
            try await writer.write { try $0.execute(sql: "DROP TABLE tier_colour") }
            #expect(throws: LedgerError.foreignTables(path: path)) { try Ledger(opening: path, for: .reading) }
        }
    }

    @Test("A ticket is found by the number on it, however it is typed")
    func numbers() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue()).ticket
            _ = try await door.issue()
            let number = TicketNumber(ticket.id)
            let text = number.description
            #expect(text.count == 9 && ticket.id.description.uppercased().hasPrefix(text.filter { $0 != " " }))
            let ways = [
                text, text.lowercased(), text.filter { $0 != " " }, text.replacing(" ", with: "-"), " \(text) ",
            ]
            for typed in ways {
                #expect(TicketNumber(typed) == number)
                let found = try await door.ledger.tickets(matching: typed, limit: 10)
                #expect(found.map(\.ticket.id) == [ticket.id], "\(typed)")
                #expect(try await door.ledger.tickets(matching: typed, of: [.random()], limit: 10).isEmpty)
            }
            #expect(TicketNumber(text)?.description == text)
            for other in ["", "12345678 ", "1234567", "123456789", "123 45678", "1234  5678", "12345g78", "aarti"] {
                #expect((TicketNumber(other) != nil) == (other == "12345678 "), "\(other)")
            }
        }
    }
}
