// Files that are ledgers, files that are not, and ledgers that cannot be written.

import GRDB
import Glibc
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerOpeningTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    @Test("The writing connection uses WAL, synchronous FULL and foreign keys")
    func settings() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/l.sqlite", boxName: "box")
            for ledger in [ledger, try Ledger(opening: ledger.path, for: .writing)] {
                let found = try await ledger.read { db in
                    try ["journal_mode", "synchronous", "foreign_keys", "trusted_schema", "application_id"]
                        .map { try String.fetchOne(db, sql: "PRAGMA \($0)") }
                }
                #expect(found == ["wal", "2", "1", "0", "1145261105"])
            }
        }
    }

    @Test("A ledger belongs to its user alone")
    func fileMode() throws {
        try withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/l.sqlite", boxName: "box")
            for suffix in ["", "-wal", "-shm", "-lock"] {
                var facts = stat()
                #expect(stat(ledger.path + suffix, &facts) == 0)
                #expect(facts.st_mode & 0o777 == 0o600, "mode of \(suffix)")
            }
        }
    }

    @Test("A missing, a taken and an unreachable path each get their own error")
    func paths() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/l.sqlite"
            #expect(throws: LedgerError.missing(path: path)) { try Ledger(opening: path, for: .writing) }
            _ = try Ledger(creating: path, boxName: "box")
            #expect(throws: LedgerError.exists(path: path)) { try Ledger(creating: path, boxName: "box") }
            let nowhere = folder + "/no/l.sqlite"
            #expect(throws: LedgerError.notAFile(path: folder)) { try Ledger(opening: folder, for: .reading) }
            #expect(throws: LedgerError.cannotOpen(path: nowhere)) { try Ledger(creating: nowhere, boxName: "box") }
        }
    }

    @Test(
        "A ledger whose creation was interrupted at any moment is created when it is asked for again",
        arguments: [
            "PRAGMA user_version = 0", "PRAGMA application_id = 1145261105",
            "PRAGMA application_id = 1145261105; VACUUM",
        ])
    func interrupted(state: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/l.sqlite"
            try await DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: state) }
            #expect(Ledger.isHalfMade(path))
            let ledger = try Ledger(creating: path, boxName: "box")
            #expect(!Ledger.isHalfMade(path))
            // Nothing but the box is missing.
            try await ledger.write { try $0.execute(sql: "DELETE FROM box; DELETE FROM sync_state") }
            #expect(Ledger.isHalfMade(path))
            #expect(try await Ledger(creating: path, boxName: "again").ownBox().name == "again")
            #expect(!Ledger.isHalfMade(path))
            for other in [folder, folder + "/none"] { #expect(!Ledger.isHalfMade(other)) }
            try await DatabaseQueue(path: folder + "/other").write { try $0.execute(sql: "CREATE TABLE t (x)") }
            #expect(!Ledger.isHalfMade(folder + "/other"))
        }
    }

    @Test("A half-made ledger is taken over")
    func halfMade() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/l.sqlite"
            close(creat(path, 0o600))
            #expect(Ledger.isHalfMade(path))
            #expect(throws: LedgerError.notALedger(path: path)) { try Ledger(opening: path, for: .writing) }
            let ledger = try Ledger(creating: path, boxName: "box")
            #expect(try await ledger.ownBox().name == "box")
        }
    }

    @Test("Text and other programs' databases are not ledgers")
    func notALedger() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/other.sqlite"
            try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE t (x)") }
            for access in [Ledger.Access.reading, .writing] {
                #expect(throws: LedgerError.notALedger(path: path)) { try Ledger(opening: path, for: access) }
            }
            let text = folder + "/notes.txt"
            let descriptor = creat(text, 0o600)
            let words = String(repeating: "not a database, ", count: 100)
            #expect(write(descriptor, words, words.utf8.count) == words.utf8.count)
            close(descriptor)
            #expect(throws: LedgerError.notALedger(path: text)) { try Ledger(opening: text, for: .reading) }
        }
    }

    @Test("A ledger of a newer version is left alone")
    func newerSchema() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/l.sqlite", boxName: "box")
            try await ledger.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99-from-the-future')")
            }
            for access in [Ledger.Access.reading, .writing] {
                let path = ledger.path
                #expect(throws: LedgerError.newerSchema(path: path)) { try Ledger(opening: path, for: access) }
            }
        }
    }

    @Test(
        "A ledger whose tables, triggers or indexes are not ours is refused, whatever it is opened for",
        arguments: [
            "ALTER TABLE event DROP COLUMN note", "DROP TABLE inside", "CREATE TABLE more (x)",
            "DROP TRIGGER scan_never_changes", "DROP INDEX scan_slot",
            "CREATE TRIGGER more AFTER INSERT ON scan BEGIN UPDATE ticket SET admits = 1000 WHERE id = new.ticket; END",
        ]
    )
    func foreignTables(change: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/l.sqlite"
            try await Ledger(creating: path, boxName: "box").write { db in try db.execute(sql: change) }
            for access in [Ledger.Access.reading, .writing] {
                #expect(throws: LedgerError.foreignTables(path: path)) { try Ledger(opening: path, for: access) }
            }
        }
    }

    @Test("A ledger whose tables were made with other comments is opened")
    func otherComments() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/l.sqlite"
            try await Ledger(creating: path, boxName: "box").write { db in
                try db.execute(
                    sql: """
                        PRAGMA writable_schema = ON;
                        UPDATE sqlite_schema SET sql = replace(sql, 'the short name that commands use', 'its name')
                        WHERE name = 'event';
                        """)
                #expect(db.changesCount == 1)
            }
            for access in [Ledger.Access.reading, .writing] { _ = try Ledger(opening: path, for: access) }
        }
    }

    @Test(
        "Comments are left out of a comparison, and nothing that runs passes for one",
        arguments: [
            ("a -- b\n  c", "a c"), ("a/* b */c", "a c"), ("a '-- b' c", "a '-- b' c"),
            ("a \"/*\" b \"*/\"", "a \"/*\" b \"*/\""),
            ("a [--] b", "a [--] b"), ("a 'it''s -- b' c", "a 'it''s -- b' c"), ("a /* b", "a "), ("a 'b", "a 'b"),
            ("--", ""),
        ]
    )
    func comments(sql: String, kept: String) {
        #expect(LedgerSchema.withoutComments(sql) == kept)
    }

    @Test("A ledger whose file or log is taken away or replaced admits nobody", arguments: ["", "-wal"])
    func exchanged(suffix: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/l.sqlite"
            let ledger = try Ledger(creating: path, boxName: "box")
            let event = Event(slug: "night", name: "Night")
            try await ledger.add(event, gates: [.main])
            let (file, aside) = (path + suffix, path + ".aside")
            let isAside = rename(file, aside) == 0
            try #require(isAside)
            let another = Event(slug: "day", name: "Day")
            await #expect(throws: LedgerError.exchanged(path: path)) { try await ledger.add(another, gates: [.main]) }
            close(open(file, O_CREAT | O_RDWR, 0o600))
            await #expect(throws: LedgerError.exchanged(path: path)) { try await ledger.add(another, gates: [.main]) }
            let isBack = rename(aside, file) == 0
            try #require(isBack)
            try await ledger.add(another, gates: [.main])
        }
    }

    @Test("A ledger opened for reading admits nobody")
    func readingOnly() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue())
            let reader = try Ledger(opening: door.ledger.path, for: .reading)
            await #expect(throws: LedgerError.readOnly(path: reader.path)) {
                try await reader.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            }
            #expect(try await reader.entries(of: ticket.ticket.id).isEmpty)
        }
    }

    @Test("On a full disk nobody enters, and the next scan works once there is space")
    func diskFull() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ledger = door.ledger
            try await ledger.queue.writeWithoutTransaction { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(pages)")
            }
            var admitted: [TicketID] = []
            let last = await #expect(throws: LedgerError.self) {
                while true {
                    let ticket = try door.verifier.verify(try await door.issue())
                    _ = try await ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
                    admitted.append(ticket.ticket.id)
                }
            }
            #expect(last == .diskFull(path: ledger.path))
            for id in admitted { #expect(try await ledger.entries(of: id).count == 1) }

            try await ledger.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
            let ticket = try door.verifier.verify(try await door.issue())
            let verdict = try await ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            #expect(verdict.answer == .admit)
            try await expectWholeChain(in: ledger, scans: admitted.count + 1)
        }
    }

    @Test("While another program holds the ledger, nobody enters and the error says so")
    func locked() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue())
            let ledger = door.ledger

            let descriptor = open(ledger.path + "-lock", O_RDWR)
            #expect(flock(descriptor, LOCK_EX) == 0)
            // The lock's file names who wrote last, which is this process.
            let holder = LockHolder(ownCommand: "doorcheck")
            await #expect(throws: LedgerError.locked(path: ledger.path, by: holder)) {
                try await ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            }
            close(descriptor)

            var unsafe = Configuration()
            unsafe.allowsUnsafeTransactions = true
            let stranger = try DatabaseQueue(path: ledger.path, configuration: unsafe)
            try await stranger.writeWithoutTransaction { db in
                try db.beginTransaction(.exclusive)
            }
            await #expect(throws: LedgerError.locked(path: ledger.path)) {
                try await ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            }
            try await stranger.writeWithoutTransaction { try $0.rollback() }
            let verdict = try await ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            #expect(verdict.answer == .admit)
        }
    }

    @Test("A damaged file is told as damaged, not as an empty list")
    func damaged() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.sqlite"
            do {
                let door = try await TestDoor(in: folder)
                for _ in 0..<200 { _ = try await door.issue() }
                try await door.ledger.queue.writeWithoutTransaction { db in
                    _ = try db.checkpoint(.truncate)
                }
                try door.ledger.queue.close()
            }
            let descriptor = open(path, O_RDWR)
            let noise = [UInt8](repeating: 0xA5, count: 4096)
            let size = lseek(descriptor, 0, SEEK_END)
            for offset in stride(from: 4096, to: size, by: 4096) {
                #expect(pwrite(descriptor, noise, noise.count, offset) == noise.count)
            }
            close(descriptor)
            await #expect(throws: LedgerError.damaged(path: path)) {
                try await Ledger(opening: path, for: .reading).events()
            }
        }
    }

    @Test("Every error is one sentence that names the file and says what to do")
    func sentences() {
        let errors: [LedgerError] = [
            .missing(path: "/x"), .exists(path: "/x"), .notALedger(path: "/x"), .newerSchema(path: "/x"),
            .foreignTables(path: "/x"),
            .readOnly(path: "/x"), .cannotOpen(path: "/x"), .diskFull(path: "/x"), .partlyImported(path: "/x"),
            .locked(path: "/x"),
            .locked(path: "/x", by: LockHolder(ownCommand: "doorcheck run")),
            .damaged(path: "/x"), .inputOutput(path: "/x", code: 10), .notDurable(path: "/x"),
            .sqlite(path: "/x", code: 1), .notAFile(path: "/x"), .notCopied(to: "/x", reason: "why"),
        ]
        for error in errors {
            #expect(error.description.contains("/x"))
            #expect(error.description.hasSuffix("."))
            #expect(!error.description.contains("\n"))
        }
    }
}
