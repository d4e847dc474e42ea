// Ledgers checked, copied and purged.

import FoundationEssentials
import GRDB
import Glibc
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerCareTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    /// A door through which some have gone.
    func busyDoor(in folder: String, scans: Int = 6) async throws -> TestDoor {
        let door = try await TestDoor(in: folder)
        for _ in 0..<scans {
            let ticket = try door.verifier.verify(try await door.issue(note: "brings Zanzibar"))
            for _ in 0..<2 {
                _ = try await door.ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            }
        }
        return door
    }

    func bytes(in folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data()) }
        )
    }

    func holds(_ data: Data, _ word: String) -> Bool {
        let (haystack, needle) = (Array(data), Array(word.utf8))
        return haystack.indices.dropLast(needle.count - 1).contains { start in
            zip(haystack[start...], needle).allSatisfy { ($0 | 0x20) == ($1 | 0x20) }
        }
    }

    @Test("A whole ledger is whole, with its boxes, scans and heads")
    func whole() async throws {
        try await withTemporaryFolder { folder in
            let door = try await busyDoor(in: folder)
            let found = try await Ledger(opening: door.ledger.path, for: .reading).verify()
            #expect(found.faults.isEmpty)
            #expect(found.tickets == 6)
            #expect(found.boxLogs.map(\.scans) == [12])
            #expect(found.boxLogs.map(\.name) == ["north-1"])
            #expect(found.boxLogs.first?.head.count == 32)
        }
    }

    @Test(
        "Whatever is done to a scan behind the ledger's back is told",
        arguments: [
            "UPDATE scan SET at_ms = at_ms + 1 WHERE seq = 4", "UPDATE scan SET gate = 'other' WHERE seq = 4",
            "UPDATE scan SET reason = 'admitted', verdict = 'admit' WHERE seq = 4", "DELETE FROM scan WHERE seq = 4",
            "UPDATE scan SET ticket = zeroblob(16) WHERE seq = 3", "UPDATE scan SET hlc = 1 WHERE seq = 4",
            "UPDATE scan SET chain = zeroblob(32) WHERE seq = 4", "UPDATE scan SET slot = 7 WHERE seq = 3",
            "UPDATE scan SET people = 0 WHERE seq = 3", "UPDATE scan SET actor = 'x', why = 'y' WHERE seq = 4",
        ]
    )
    func tampering(sql: String) async throws {
        try await withTemporaryFolder { folder in
            let door = try await busyDoor(in: folder, scans: 3)
            try await door.ledger.write { db in
                try db.execute(sql: "DROP TRIGGER scan_never_changes; DROP TRIGGER scan_never_goes")
                try db.execute(sql: sql)
            }
            let faults = try await door.ledger.verify().faults
            #expect(
                faults.contains {
                    switch $0 {
                    case .chain(_, 3...5), .gap(_, 5): true
                    default: false
                    }
                },
                "\(faults)"
            )
        }
    }

    @Test("A view that was replaced, a lost index entry and a dangling row are told")
    func views() async throws {
        try await withTemporaryFolder { folder in
            let door = try await busyDoor(in: folder, scans: 2)
            try await door.ledger.write { db in
                try db.execute(
                    sql: """
                        DROP VIEW admission; CREATE VIEW admission AS SELECT * FROM movement WHERE seq > 1;
                        DELETE FROM finding WHERE number = 1;
                        """
                )
            }
            #expect(try await door.ledger.verify().faults == [.view(name: "admission"), .missingFromIndex(tickets: 1)])
        }
    }

    @Test("Damage in the middle of the file is told, one way or the other")
    func damage() async throws {
        try await withTemporaryFolder { folder in
            let path: String
            do {
                let door = try await busyDoor(in: folder, scans: 40)
                try await door.ledger.writeOutsideTransaction { db in
                    _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                }
                path = door.ledger.path
            }
            var data = try #require(FileManager.default.contents(atPath: path))
            let middle = data.count / 2
            data.replaceSubrange(middle..<middle + 6000, with: [UInt8](repeating: 0xA5, count: 6000))
            try data.write(to: URL(filePath: path))
            do {
                #expect(try await !Ledger(opening: path, for: .reading).verify().faults.isEmpty)
            } catch let error as LedgerError {
                #expect(error == .damaged(path: path))
            }
        }
    }

    @Test("A backup is a whole ledger for this user alone, made while another connection scans")
    func backup() async throws {
        try await withTemporaryFolder { folder in
            let door = try await busyDoor(in: folder)
            let copy = folder + "/copy.sqlite"
            let made = try await Ledger(opening: door.ledger.path, for: .reading).backup(to: copy)
            #expect(made == (try await door.ledger.verify()))
            var facts = stat()
            #expect(stat(copy, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
            #expect(try bytes(in: folder).keys.allSatisfy { !$0.contains("partial") })
            let restored = try Ledger(opening: copy, for: .writing)
            let ticket = try door.verifier.verify(try door.signUnlisted())
            _ = try await restored.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            #expect(try await restored.verify().boxLogs.map(\.scans) == [13])
            #expect(try await restored.tickets(matching: "aarti", limit: 9).count == 6)
        }
    }

    @Test("A backup never writes over a file, and leaves none behind when it cannot be made")
    func backupRefusals() async throws {
        try await withTemporaryFolder { folder in
            let door = try await busyDoor(in: folder, scans: 1)
            await #expect(throws: LedgerError.exists(path: door.ledger.path)) {
                try await door.ledger.backup(to: door.ledger.path)
            }
            let missing = LedgerError.notCopied(to: folder + "/no/copy", reason: "No such file or directory")
            await #expect(throws: missing) {
                try await door.ledger.backup(to: folder + "/no/copy")
            }
            try await door.ledger.write { db in
                let guardian = try #require(
                    try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'scan_never_changes'"))
                try db.execute(sql: "DROP TRIGGER scan_never_changes; UPDATE scan SET gate = 'x' WHERE seq = 1")
                try db.execute(sql: guardian)
            }
            await #expect(throws: LedgerError.damaged(path: folder + "/copy")) {
                try await door.ledger.backup(to: folder + "/copy")
            }
            #expect(try bytes(in: folder).keys.allSatisfy { $0.hasPrefix("ledger.sqlite") })
        }
    }

    @Test("After a purge no name is left in any byte of the ledger's files, and every number is")
    func purge() async throws {
        try await withTemporaryFolder { folder in
            let door = try await busyDoor(in: folder, scans: 30)
            let other = Event(slug: "other", name: "Other")
            try await door.ledger.add(other, gates: [.main])
            let guest = IssuedTicket(
                ticket: Ticket(event: other.id, user: .random(), id: .random()), epoch: 1, holder: "Nakato Okello"
            )
            try await door.ledger.add([guest])
            let words = ["Aarti", "Shah", "example.org", "Zanzibar"]
            let before = try bytes(in: folder).values
            #expect(words.allSatisfy { word in before.contains { holds($0, word) } })
            let counts = try await door.ledger.counts(of: door.event.id)

            #expect(try await door.ledger.personalData(of: door.event.id).names == 30)
            try await door.ledger.purge(door.event.id, on: Timestamp(milliseconds: 1_790_000_000_000))
            #expect(try await door.ledger.personalData(of: door.event.id).isEmpty)
            for (name, data) in try bytes(in: folder) {
                for word in words { #expect(!holds(data, word), "\(word) is in \(name)") }
            }
            #expect(try await door.ledger.counts(of: door.event.id) == counts)
            #expect(try await door.ledger.verify().faults.isEmpty)
            #expect(try await door.ledger.tickets(matching: "aarti", limit: 5).isEmpty)
            #expect(try await door.ledger.tickets(matching: "nakato", limit: 5) == [guest])
        }
    }

    @Test("A purge takes out messages to the gates, and no sync brings them back or loses one elsewhere")
    func purgedMessages() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let later = Timestamp(milliseconds: noon.milliseconds + 60_000)
            func message(_ text: String) throws -> GateMessage {
                try GateMessage(event: door.event.id, text: text, actor: "Zuberi", at: noon, until: later)
            }
            let first = try message("Let Nakato Okello through")
            try await door.ledger.add(first)
            _ = try await door.ledger.dismiss(first.id, by: "Zuberi", on: noon)
            #expect(try await door.ledger.personalData(of: door.event.id).messages == 1)
            let shared = SharedMessage(first, by: try await door.ledger.ownBox().id)
            try await door.ledger.purge(door.event.id, on: noon)
            #expect(try await door.ledger.personalData(of: door.event.id).isEmpty)
            for word in ["Nakato", "Zuberi"] {
                for (name, data) in try bytes(in: folder) { #expect(!holds(data, word), "\(word) is in \(name)") }
            }
            // One that comes back is as new as one that was never here.
            #expect(try await door.ledger.write { db in try shared.merge(in: db) } == false)
            #expect(try await door.ledger.messages(of: door.event.id, on: noon).isEmpty)
            await #expect(throws: LedgerError.self) { try await door.ledger.add(try message("Nakato again")) }
        }
    }

    @Test("A purge counts as notes what tickets have as notes, and words of staff apart")
    func purgedWords() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue().ticket.id
            _ = try await door.issue(note: "18+")
            _ = try await door.ledger.change(
                .block, of: id, by: Attribution(actor: "amina", why: "Nakato's brother"), on: noon)
            let data = try await door.ledger.personalData(of: door.event.id)
            #expect(data.notes == 1 && data.reasons == 1)
        }
    }

    @Test("Everything goes out row by row, and a scan's row says what happened")
    func export() async throws {
        try await withTemporaryFolder { folder in
            let door = try await busyDoor(in: folder, scans: 2)
            var tickets: [ExportedTicket] = []
            try door.ledger.forEachTicket(of: door.event.id) { tickets.append($0) }
            #expect(tickets.map(\.ticket) == (try await door.ledger.tickets(of: door.event.id)))
            #expect(tickets.map(\.entries) == [1, 1])
            #expect(tickets.map(\.firstEntry) == [noon, noon])
            var scans: [ExportedScan] = []
            try door.ledger.forEachScan(of: nil) { scans.append($0) }
            #expect(scans.map(\.seq) == [1, 2, 3, 4] && scans.allSatisfy(\.counts))
            #expect(scans.map(\.reason) == ["admitted", "already-used", "admitted", "already-used"])
            try door.ledger.forEachScan(of: .random()) { _ in Issue.record("a scan of no event") }
        }
    }
}
