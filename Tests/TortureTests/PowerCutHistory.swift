// A ledger that lives through one power cut after the other.

import Admission
import GRDB
import Glibc
import TestSupport
import TicketSigning

@testable import Ledger

/// A door that works on a disk whose power fails at a random operation, again and again, recovery included; after each
/// cut the surviving files are opened by SQLite's own VFS and compared with all that the door had acknowledged.
struct PowerCutHistory {
    /// What the histories of one run showed.
    struct Tally {
        var cuts = 0
        var acknowledged = 0
        /// Admissions, tickets or scans that were acknowledged and are gone.
        var lost = 0
        /// Tickets admitted once more than they may be.
        var twice = 0
        /// Admissions that reached the disk before anybody was told.
        var unseen = 0
        /// Syncs that SQLite asked for.
        var syncs: UInt64 = 0
        /// What else was wrong, with the seed of the history.
        var damage: [String] = []
    }

    let disk: UnsyncedDisk
    let door: DoorKeys
    let synchronous: String?
    private var random: SeededGenerator
    private var tally = Tally()
    private var listed: [Ticket] = []
    private var admitted: [Ticket] = []
    private var now: Int64 = 1_790_000_000_000
    private var scans = 0

    /// Runs a history of its own ledger.
    ///
    /// - Parameters:
    ///   - cuts: How many power cuts the ledger lives through.
    ///   - seed: Of everything that happens.
    ///   - synchronous: SQLite's setting in place of the one that the ledger chooses.
    /// - Returns: What was found.
    /// - Throws: What the test itself failed at.
    static func run(cuts: Int, seed: UInt64, synchronous: String? = nil) async throws -> Tally {
        try await withTemporaryFolder { folder in
            mkdir(folder + "/disk", 0o700)
            mkdir(folder + "/survivors", 0o700)
            let disk = try UnsyncedDisk(at: folder + "/disk", seed: seed)
            var history = try await PowerCutHistory(on: disk, seed: seed, synchronous: synchronous)
            for _ in 0..<cuts where history.tally.damage.isEmpty {
                try await history.liveUntilCut()
                try await history.compare(in: folder + "/survivors")
            }
            history.tally.syncs = disk.count(of: .sync)
            return history.tally
        }
    }

    private init(on disk: UnsyncedDisk, seed: UInt64, synchronous: String?) async throws {
        self.disk = disk
        self.synchronous = synchronous
        random = SeededGenerator(seed: seed)
        door = DoorKeys(try await TestDoor(in: disk.folder))
    }

    private func note(_ damage: String, in tally: inout Tally) {
        tally.damage.append("seed \(random.seed), cut \(tally.cuts + 1): \(damage)")
    }

    // MARK: - Work

    private mutating func liveUntilCut() async throws {
        let longest: UInt64 = [10, 80, 400].randomElement(using: &random) ?? 80
        disk.cutPower(after: UInt64.random(in: 1...longest, using: &random))
        while !disk.isDead {
            do {
                try await work(with: try Ledger(opening: disk.folder + "/ledger.sqlite", for: .writing))
            } catch {
                if !disk.isDead { note("an error with power on: \(error)", in: &tally) }
                if !(error is LedgerError) { note("an error without its sentence: \(error)", in: &tally) }
                if !disk.isDead { break }
            }
        }
        disk.cyclePower()
        tally.cuts += 1
    }

    /// Works until the power fails, or until the ledger is closed in good order.
    private mutating func work(with ledger: Ledger) async throws {
        let checkpointPages = [2, 10, 40, 1000].randomElement(using: &random) ?? 1000
        let change = synchronous.map { "PRAGMA synchronous = \($0)" } ?? ""
        try await ledger.queue.writeWithoutTransaction { db in
            try LedgerError.mapping(path: ledger.path) {
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpointPages); \(change)")
            }
        }
        let desk = try await door.desk(on: ledger)
        if let ticket = admitted.randomElement(using: &random) { try await scan(ticket, at: desk) }
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<20: try await issue(Int.random(in: 1...3, using: &random), in: ledger)
            case 20..<80: if let ticket = listed.last { try await scan(ticket, at: desk) }
            case 80..<95: if let ticket = listed.randomElement(using: &random) { try await scan(ticket, at: desk) }
            default: try await scanForeignCode(at: desk)
            }
        }
    }

    private mutating func issue(_ count: Int, in ledger: Ledger) async throws {
        let tickets = (0..<count).map { _ in Ticket.random(of: door.event.id, using: &random) }
        try await ledger.add(tickets.map(door.row))
        listed += tickets
        tally.acknowledged += 1
    }

    private mutating func scan(_ ticket: Ticket, at desk: AdmissionDesk) async throws {
        now += 1000
        let verdict = try await desk.decide(try door.code(of: ticket), on: Timestamp(milliseconds: now))
        scans += 1
        tally.acknowledged += 1
        guard verdict.answer == .admit else { return }
        if admitted.contains(ticket) {
            tally.twice += 1
        } else {
            admitted.append(ticket)
        }
    }

    private mutating func scanForeignCode(at desk: AdmissionDesk) async throws {
        now += 1000
        let code = "https://example.org/\(UInt64.random(in: 0 ... .max, using: &random))"
        _ = try await desk.decide(code, on: Timestamp(milliseconds: now))
        scans += 1
        tally.acknowledged += 1
    }

    // MARK: - Comparison

    /// Opens a copy of what survived, so that the next life begins with the recovery and may die in it.
    private mutating func compare(in folder: String) async throws {
        try disk.copyPlatter(to: folder)
        let book: LedgerBook
        do {
            book = try await LedgerBook(of: Ledger(opening: folder + "/ledger.sqlite", for: .reading))
        } catch {
            return note("the survivors cannot be read: \(error)", in: &tally)
        }
        for damage in book.damage { note(damage, in: &tally) }
        tally.lost += listed.count { !book.listed.contains($0.id) }
        tally.lost += admitted.count { book.admissions[$0.id] == nil }
        tally.lost += max(0, scans - book.scans)
        tally.twice += book.admissions.values.count { $0 > 1 }
        // What the disk has and nobody was told of is as good as acknowledged from now on.
        let known = Set(admitted.map(\.id))
        let unseen = listed.filter { !known.contains($0.id) && book.admissions[$0.id] != nil }
        tally.unseen += unseen.count
        admitted = (admitted + unseen).filter { book.admissions[$0.id] != nil }
        listed = listed.filter { book.listed.contains($0.id) }
        scans = book.scans
    }
}
