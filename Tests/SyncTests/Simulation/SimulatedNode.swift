// A box with a real ledger, in a folder of its own, with a clock that can be wrong.

import Admission
import FoundationEssentials
import GRDB
import GRDBSQLite
import Sync
import TestSupport
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger

/// A ledger and its door, which can lose its power, its clock and its disk.
struct SimulatedNode {
    let name: String
    let clock: SimulatedClock
    private let path: String
    private let event: Event
    private let surroundings: Surroundings
    let key: BoxKey
    private(set) var ledger: Ledger
    private(set) var box: Box
    /// What its door asks.
    private(set) var claims: ClaimWatch
    /// What its syncs with the hub go over.
    private(set) var transport: HubSyncTransport

    /// What is around all boxes.
    struct Surroundings: Sendable {
        let folder: String
        let time: SimulatedTime
        let network: SimulatedNetwork
        let hub: SimulatedHub
        let model: ClaimModel
    }

    /// The organiser's box may bring what was carried to it by hand.
    private var isRelay: Bool { name == "box-0" }

    init(
        _ number: Int,
        in surroundings: Surroundings,
        event: Event,
        random: inout SeededGenerator
    ) async throws {
        name = "box-\(number)"
        path = "\(surroundings.folder)/\(name).sqlite"
        self.event = event
        self.surroundings = surroundings
        clock = SimulatedClock(surroundings.time)
        key = try BoxKey(seed: random.bytes(32))
        try LedgerTemplate.copy(to: path)
        ledger = try Ledger(opening: path, for: .writing)
        let (key, epoch) = (key, EpochID.random(using: &random))
        try await ledger.write { [name] db in
            try db.execute(
                sql: "UPDATE box SET id = ?, key = ?, name = ?; UPDATE sync_state SET epoch = ?",
                arguments: [key.box.blob, Data(key.publicKey.bytes), name, epoch.blob]
            )
        }
        box = try await ledger.ownBox()
        (claims, transport) = try Self.links(of: box, ledger, name: name, key: key, clock, in: surroundings)
        try await surroundings.hub.admit(box.id, name: name, key: key.publicKey, isRelay: isRelay)
    }

    /// A second box with the same name, key and ledger: an image of a box's disk, or its backup, on another machine.
    /// Both go on.
    ///
    /// - Parameters:
    ///   - other: A box.
    ///   - name: What the network calls the copy.
    ///   - usesBackup: Whether it starts with the box's backup.
    /// - Throws: `LedgerError`, `CocoaError`.
    init(copying other: SimulatedNode, as name: String, usesBackup: Bool) throws {
        self.name = name
        (event, surroundings, key, box) = (other.event, other.surroundings, other.key, other.box)
        clock = SimulatedClock(copying: other.clock)
        path = "\(surroundings.folder)/\(name).sqlite"
        if usesBackup {
            try FileManager.default.copyItem(atPath: other.backup, toPath: path)
        } else {
            for file in ["", "-wal"] {
                try? FileManager.default.copyItem(atPath: other.path + file, toPath: path + file)
            }
        }
        ledger = try Ledger(opening: path, for: .writing)
        (claims, transport) = try Self.links(of: box, ledger, name: name, key: key, clock, in: surroundings)
    }

    /// New connections, as after a start.
    private static func links(
        of box: Box,
        _ ledger: Ledger,
        name: String,
        key: BoxKey,
        _ clock: SimulatedClock,
        in around: Surroundings
    ) throws -> (ClaimWatch, HubSyncTransport) {
        guard let address = HubAddress(url: "http://hub") else { throw NetworkFault() }
        func connection() -> HubConnection {
            HubConnection(
                to: address, as: box.id, key: key, hub: HubFingerprint(of: around.hub.key.publicKey),
                now: { clock.now.milliseconds }, elapsed: { around.time.elapsed },
                pause: { around.time.pass(Int64($0 / .milliseconds(1))) },
                over: { SimulatedTransport(box: name, hub: around.hub, network: around.network, time: around.time) }
            )
        }
        let watch = ClaimWatch(
            ClaimClient(over: connection(), jitter: { 0.5 }), box: name, network: around.network, time: around.time,
            model: around.model,
            losesPower: {
                guard await around.network.losesPower() else { return false }
                // From here on every statement fails. The queue is not closed yet: GRDB 7 crashes when a closed one is
                // read, and the door's task does not know that it is dead.
                ledger.queue.inDatabase { sqlite3_progress_handler($0.sqliteConnection, 1, { _ in 1 }, nil) }
                return true
            }
        )
        return (watch, HubSyncTransport(over: connection(), to: address))
    }

    private mutating func connect() throws {
        (claims, transport) = try Self.links(of: box, ledger, name: name, key: key, clock, in: surroundings)
    }

    /// Its door; tickets are known by their barcodes.
    func desk(at gate: GateName, of other: Event? = nil) -> AdmissionDesk {
        AdmissionDesk(
            verifier: TicketVerifier(keyRing: KeyRing()), ledger: ledger, box: box, event: other ?? event, gate: gate,
            claims: claims
        )
    }

    /// How many rows there are, by a query.
    func counts(_ query: String) async throws -> Int {
        try await ledger.read { try Int.fetchOne($0, sql: query) ?? 0 }
    }

    /// Loses its power: what was written down is there afterwards, in whatever state the files are.
    mutating func crash() throws {
        let files = ["", "-wal"]
        for file in files { try? FileManager.default.copyItem(atPath: path + file, toPath: path + file + ".crashed") }
        try ledger.queue.close()
        for file in files + ["-shm"] { try? FileManager.default.removeItem(atPath: path + file) }
        for file in files { try? FileManager.default.moveItem(atPath: path + file + ".crashed", toPath: path + file) }
        ledger = try Ledger(opening: path, for: .writing)
        try connect()
    }

    /// Is gone, with its disk and its backup.
    func end() throws {
        try ledger.queue.close()
        for file in ["", "-wal", "-shm", ".backup"] { try? FileManager.default.removeItem(atPath: path + file) }
    }

    var backup: String { path + ".backup" }

    /// Writes a backup in place of the last one.
    mutating func backUp() async throws {
        try? FileManager.default.removeItem(atPath: backup)
        _ = try await ledger.backup(to: backup)
    }

    /// Loses its disk and goes on from the last backup, which takes the file's place, as with `cp`.
    mutating func restore() async throws {
        try ledger.queue.close()
        for file in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + file) }
        try Data(contentsOf: URL(filePath: backup)).write(to: URL(filePath: path))
        ledger = try Ledger(opening: path, for: .writing)
        try connect()
    }
}

extension Identifier {
    /// A random identifier that a seed brings back.
    static func random(using generator: inout SeededGenerator) -> Self {
        Self(bytes: generator.bytes(byteCount)) ?? .random()
    }
}
