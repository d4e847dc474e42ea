// A box with a real ledger, in a folder of its own, with a clock that can be wrong.

import Admission
import FoundationEssentials
import GRDB
import TestSupport
import TicketSigning

@testable import Ledger

/// A ledger and its door, which can lose its power, its clock and its disk.
struct SimulatedNode {
    let name: String
    private let path: String
    private let event: Event
    private(set) var ledger: Ledger
    private(set) var box: Box
    /// How far its clock is off, in milliseconds.
    var offset: Int64 = 0
    /// The latest time that its clock ever showed.
    private(set) var latest: Int64 = 0

    init(_ number: Int, in folder: String, event: Event, random: inout SeededGenerator) async throws {
        name = "box-\(number)"
        path = "\(folder)/\(name).sqlite"
        self.event = event
        ledger = try Ledger(creating: path, boxName: name)
        let (id, epoch) = (BoxID.random(using: &random), EpochID.random(using: &random))
        try await ledger.write { db in
            try db.execute(
                sql: "UPDATE box SET id = ?; UPDATE sync_state SET epoch = ?", arguments: [id.blob, epoch.blob])
        }
        box = try await ledger.ownBox()
    }

    /// What its clock shows at a moment.
    mutating func clock(at moment: Int64) -> Timestamp {
        latest = max(latest, moment + offset)
        return Timestamp(milliseconds: moment + offset)
    }

    /// Its door; tickets are known by their barcodes.
    func desk(at gate: GateName) -> AdmissionDesk {
        AdmissionDesk(verifier: TicketVerifier(keyRing: KeyRing()), ledger: ledger, box: box, event: event, gate: gate)
    }

    /// Loses its power: what was written down is there afterwards, in whatever state the files are.
    mutating func crash() throws {
        let files = ["", "-wal"]
        for file in files { try? FileManager.default.copyItem(atPath: path + file, toPath: path + file + ".crashed") }
        try ledger.queue.close()
        for file in files + ["-shm"] { try? FileManager.default.removeItem(atPath: path + file) }
        for file in files { try? FileManager.default.moveItem(atPath: path + file + ".crashed", toPath: path + file) }
        ledger = try Ledger(opening: path, for: .writing)
    }

    var backup: String { path + ".backup" }

    /// Writes a backup in place of the last one.
    func backUp() async throws {
        try? FileManager.default.removeItem(atPath: backup)
        _ = try await ledger.backup(to: backup)
    }

    /// Loses its disk and goes on from the last backup; as a new box, if it had recorded anything since.
    mutating func restore(random: inout SeededGenerator) async throws {
        let before = try await ledger.read { db in try Holding.all(in: db) }
        try ledger.queue.close()
        for file in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + file) }
        try FileManager.default.copyItem(atPath: backup, toPath: path)
        ledger = try Ledger(opening: path, for: .writing)
        let after = try await ledger.read { db in try Holding.all(in: db) }
        let own = box.id
        guard before.first(where: { $0.box == own }) != after.first(where: { $0.box == own }) else { return }
        box = try await ledger.becomeNewBox(.random(using: &random))
    }
}

extension Identifier {
    /// A random identifier that a seed brings back.
    static func random(using generator: inout SeededGenerator) -> Self {
        Self(bytes: generator.bytes(byteCount)) ?? .random()
    }
}
