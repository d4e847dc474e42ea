// One run of a door on a disk that fails once, or for good, at a given operation.

import Admission
import GRDB
import Glibc
import TestSupport
import TicketSigning

@testable import Ledger

/// The same scans on the same ledger, whatever the disk does.
struct FailingDisk {
    /// A ledger with its tickets, as it lies on the platter after closing.
    struct Template {
        let door: DoorKeys
        let files: [String: [UInt8]]
        let tickets: [Ticket]
    }

    let template: Template
    let operation: UnsyncedDisk.Operation
    let lasting: Bool
    let number: UInt64

    /// What a run showed.
    struct Outcome {
        /// The disk had fewer operations of the kind than the one that was to fail.
        var isClean = false
        var errors: [LedgerError] = []
        /// What must not happen, in words.
        var faults: [String] = []
    }

    static func template(tickets count: Int) async throws -> Template {
        try await withTemporaryFolder { folder in
            let disk = try UnsyncedDisk(at: folder, seed: 1)
            var random = SeededGenerator(seed: 1)
            let (door, tickets) = try await {
                let door = try await TestDoor(in: disk.folder)
                let tickets = (0..<count).map { _ in Ticket.random(of: door.event.id, using: &random) }
                let keys = DoorKeys(door)
                try await door.ledger.add(tickets.map(keys.row))
                return (keys, tickets)
            }()
            return Template(door: door, files: disk.platter, tickets: tickets)
        }
    }

    func run() async throws -> Outcome {
        try await withTemporaryFolder { folder in
            for name in ["disk", "survivors"] { mkdir("\(folder)/\(name)", 0o700) }
            let disk = try UnsyncedDisk(at: folder + "/disk", seed: number)
            for (name, bytes) in template.files { disk.put(bytes, as: name) }
            disk.fail(operation, at: number, lasting: lasting)
            var outcome = Outcome()
            try await work(on: disk, &outcome)
            outcome.isClean = disk.count(of: operation) < number
            disk.cyclePower()
            try disk.copyPlatter(to: folder + "/survivors")
            let book = try await LedgerBook(of: Ledger(opening: folder + "/survivors/ledger.sqlite", for: .reading))
            outcome.faults += book.damage
            for ticket in template.tickets where book.admissions[ticket.id] != 1 {
                outcome.faults.append("a ticket has \(book.admissions[ticket.id] ?? 0) admissions")
            }
            return outcome
        }
    }

    /// Opens the ledger and shows every ticket twice; what fails is done again, on a sound disk if the fault lasts.
    private func work(on disk: UnsyncedDisk, _ outcome: inout Outcome) async throws {
        let path = disk.folder + "/ledger.sqlite"
        let (ledger, desk) = try await repeating(on: disk, &outcome) {
            let ledger = try Ledger(opening: path, for: .writing)
            try await ledger.write { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 4") }
            return (ledger, try await template.door.desk(on: ledger))
        }
        try await ledger.quickCheckUnlessFailing(&outcome)
        for (index, ticket) in template.tickets.enumerated() {
            let code = try template.door.code(of: ticket)
            for reason in ["admitted", "already-used"] {
                let verdict = try await repeating(on: disk, &outcome) {
                    try await desk.decide(code, on: Timestamp(milliseconds: 1_790_000_000_000 + Int64(index)))
                }
                if verdict.reasonCode != reason { outcome.faults.append("\(verdict.reasonCode) instead of \(reason)") }
            }
        }
    }

    private func repeating<Value>(
        on disk: UnsyncedDisk,
        _ outcome: inout Outcome,
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as LedgerError {
            outcome.errors.append(error)
        } catch {
            outcome.faults.append("an error without its sentence: \(error)")
        }
        if lasting { disk.heal() }
        return try await body()
    }
}

extension Ledger {
    fileprivate func quickCheckUnlessFailing(_ outcome: inout FailingDisk.Outcome) async throws {
        do {
            try await quickCheck()
        } catch let error as LedgerError {
            outcome.errors.append(error)
        }
    }
}
