// Some boxes, their staff, their guests, and everything that goes wrong between them, from one seed.

import Admission
import GRDB
import Sync
import TestSupport
import TicketSigning

@testable import Ledger

/// A deterministic history of several ledgers: nothing in it depends on anything but the seed.
struct Simulation {
    /// What a run came to.
    struct Outcome {
        var violations: [String] = []
        var steps = 0
        var faults = 0
        var admissions = 0
        var doubles = 0
    }

    private struct ScanKey: Hashable {
        let box: BoxID
        let seq: Int64
    }

    private struct Shown {
        let ticket: TicketID?
        let isEntry: Bool
        let undone: ScanKey?
    }

    private var random: SeededGenerator
    private let network: SimulatedNetwork
    private var event: Event
    private var nodes: [SimulatedNode] = []
    private var tickets: [TicketID] = []
    private var bundles: [(Bundle, receiver: Int)] = []
    private var partitioned: Set<Int> = []
    private var now: Int64 = 1_790_000_000_000
    /// Everything that a box wrote down and showed.
    private var shown: [ScanKey: Shown] = [:]
    private var outcome = Outcome()

    private static let gates = ["main", "side"].compactMap(GateName.init)

    /// Runs one history.
    ///
    /// - Parameters:
    ///   - seed: Gives the same history again.
    ///   - steps: How many things happen before everything is put right.
    ///   - folder: Where the ledgers are made.
    /// - Returns: What went wrong; nothing, it is hoped.
    /// - Throws: What no fault of the network accounts for.
    static func run(seed: UInt64, steps: Int, in folder: String) async throws -> Outcome {
        var simulation = try await Simulation(seed: seed, in: folder)
        for _ in 0..<steps { try await simulation.step() }
        try await simulation.heal()
        return simulation.outcome
    }

    private init(seed: UInt64, in folder: String) async throws {
        random = SeededGenerator(seed: seed)
        network = SimulatedNetwork(seed: seed &+ 1)
        event = Event(
            id: .random(using: &random), slug: "night", name: "Summer Night",
            admits: Int.random(in: 1...2, using: &random)
        )
        for number in 0..<Int.random(in: 2...4, using: &random) {
            nodes.append(try await SimulatedNode(number, in: folder, event: event, random: &random))
        }
        try await nodes[0].ledger.add(event, gates: Self.gates)
        try await issue(at: 0, count: 8)
        // Boxes set out with the list, as they do.
        for number in nodes.indices.dropFirst() {
            let bundle = try await Bundle(of: nodes[0].ledger, for: nil, on: nodes[0].clock(at: now))
            _ = try await nodes[number].ledger.take(bundle, on: nodes[number].clock(at: now))
        }
    }

    // MARK: - What happens

    private mutating func step() async throws {
        outcome.steps += 1
        now += Int64.random(in: 1...90_000, using: &random)
        let number = nodes.indices.randomElement(using: &random) ?? 0
        let isHome = Int.random(in: 0..<3, using: &random) > 0
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<38: try await scan(at: number)
        case 38..<62: try await sync(number)
        case 62..<70: try await change(at: number)
        case 70..<72: try await reissue(at: number)
        case 72..<74: try await undo(at: number)
        case 74..<77: try await edit(at: isHome ? 0 : number)
        case 77..<79: try await issue(at: isHome ? 0 : number, count: 2)
        case 79..<83: try await carry(from: number)
        case 83..<87: try await deliver()
        case 87..<89: try await deliverLate()
        case 89..<91: try nodes[number].crash()
        case 91..<93:
            nodes[number].offset +=
                [-86_400_000, -3_600_000, -30_000, 30_000, 3_600_000, 604_800_000]
                .randomElement(using: &random) ?? 0
        case 93..<95: partitioned.formSymmetricDifference([number])
        case 95..<97: try await nodes[number].backUp()
        case 97..<98: try await restore(number)
        default: try await import_(at: isHome ? 0 : number)
        }
    }

    private mutating func scan(at number: Int) async throws {
        guard let ticket = tickets.randomElement(using: &random), let gate = Self.gates.randomElement(using: &random)
        else { return }
        let verdict = try await nodes[number].desk(at: gate).decide("\(ticket)", on: nodes[number].clock(at: now))
        if verdict.answer == .admit { outcome.admissions += 1 }
        try await remember(at: number)
    }

    /// What a box has written down is what it showed.
    private mutating func remember(at number: Int) async throws {
        let box = nodes[number].box.id
        let rows = try await nodes[number].ledger.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM scan WHERE box = ? ORDER BY seq DESC LIMIT 1", arguments: [box.blob]
            ).map(SharedScan.init)
        }
        for scan in rows {
            let undone = scan.undoneBox.flatMap { box in scan.undoneSeq.map { ScanKey(box: box, seq: $0) } }
            shown[ScanKey(box: box, seq: scan.seq)] = Shown(
                ticket: scan.ticket, isEntry: scan.slot != nil && scan.kind != "void", undone: undone
            )
        }
    }

    private mutating func sync(_ number: Int) async throws {
        guard let other = nodes.indices.filter({ $0 != number }).randomElement(using: &random),
            partitioned.isDisjoint(with: [number, other])
        else { return }
        try await sync(number, other)
    }

    @discardableResult
    private mutating func sync(_ number: Int, _ other: Int) async throws -> SyncSession.Outcome? {
        let (mine, theirs) = (nodes[number].clock(at: now), nodes[other].clock(at: now))
        let carrier = SimulatedCarrier(
            network: network, other: LedgerCarrier(to: nodes[other].ledger, now: { theirs }),
            receiver: nodes[other].box.id
        )
        do {
            return try await SyncSession(nodes[number].ledger, over: carrier, now: { mine }).run()
        } catch is NetworkFault {
            return nil
        } catch LedgerError.refused {
            return nil
        }
    }

    private mutating func change(at number: Int) async throws {
        guard let ticket = tickets.randomElement(using: &random),
            let action = [TicketAction.pay, .block, .revoke, .restore, .restore].randomElement(using: &random)
        else { return }
        do {
            _ = try await nodes[number].ledger.change(
                action, of: ticket, by: try Attribution(actor: nodes[number].name), on: nodes[number].clock(at: now))
        } catch LedgerError.refused {}
    }

    private mutating func reissue(at number: Int) async throws {
        guard let ticket = tickets.randomElement(using: &random) else { return }
        let new = TicketID.random(using: &random)
        do {
            let made = try await nodes[number].ledger.reissue(
                ticket, as: new, epoch: 1, by: try Attribution(actor: nodes[number].name),
                on: nodes[number].clock(at: now))
            guard made != nil else { return }
            try await setBarcodes(of: [new], at: number)
            tickets.append(new)
        } catch LedgerError.refused {}
    }

    private mutating func undo(at number: Int) async throws {
        guard let ticket = tickets.randomElement(using: &random) else { return }
        _ = try await nodes[number].ledger.undo(
            ticket, on: nodes[number].clock(at: now), by: try Attribution(actor: nodes[number].name))
        try await remember(at: number)
    }

    private mutating func edit(at number: Int) async throws {
        guard var changed = try await nodes[number].ledger.event(named: event.slug) else { return }
        changed.name = "Night \(outcome.steps)"
        changed.admits = Int.random(in: 1...2, using: &random)
        let tier = Tier(name: "VIP", policy: EntryPolicy(gates: [.main], note: "step \(outcome.steps)"))
        try await nodes[number].ledger.update(changed, tiers: Bool.random(using: &random) ? [tier] : [])
        if Bool.random(using: &random) { try await nodes[number].ledger.stampLists(on: nodes[number].clock(at: now)) }
    }

    private mutating func issue(at number: Int, count: Int) async throws {
        let new = (0..<count).map { _ in TicketID.random(using: &random) }
        let statuses = new.map { _ in Int.random(in: 0..<4, using: &random) == 0 ? TicketStatus.unpaid : .valid }
        guard try await nodes[number].ledger.event(named: event.slug) != nil else { return }
        let event = event.id
        try await nodes[number].ledger.add(
            zip(new, statuses).map { id, status in
                IssuedTicket(
                    ticket: Ticket(
                        event: event, user: BoxID(id.description).flatMap { UserID(bytes: $0.bytes) } ?? .random(),
                        id: id),
                    epoch: 1, tier: "Regular", status: status, holder: "Guest \(id)"
                )
            })
        try await setBarcodes(of: new, at: number)
        tickets += new
    }

    private func setBarcodes(of tickets: [TicketID], at number: Int) async throws {
        try await nodes[number].ledger.write { db in
            for ticket in tickets {
                try db.execute(
                    sql: "UPDATE ticket SET barcode = ? WHERE id = ?", arguments: ["\(ticket)", ticket.blob])
            }
        }
    }

    /// A list is imported again: names change, and some tickets are paid or withdrawn by then.
    private mutating func import_(at number: Int) async throws {
        guard let ticket = tickets.randomElement(using: &random) else { return }
        let status = Bool.random(using: &random) ? "revoked" : "valid"
        let note = "list \(outcome.steps)"
        try await nodes[number].ledger.write { db in
            try db.execute(
                sql: """
                    UPDATE ticket SET note = ?1, status = CASE
                        WHEN status IN ('revoked', 'replaced', 'blocked') THEN status
                        WHEN ?2 = 'revoked' OR status = 'unpaid' THEN ?2 ELSE status END
                    WHERE id = ?3
                    """,
                arguments: [note, status, ticket.blob]
            )
        }
        try await nodes[number].ledger.stampLists(on: nodes[number].clock(at: now))
    }

    // MARK: - Sticks, late pages, disks

    private mutating func carry(from number: Int) async throws {
        guard let other = nodes.indices.filter({ $0 != number }).randomElement(using: &random) else { return }
        let bundle = try await Bundle(
            of: nodes[number].ledger, for: nodes[other].box.id, on: nodes[number].clock(at: now))
        bundles.append((bundle, receiver: other))
    }

    /// Any of the sticks, once or again, in any order.
    private mutating func deliver() async throws {
        guard let (bundle, receiver) = bundles.randomElement(using: &random) else { return }
        do {
            _ = try await nodes[receiver].ledger.take(bundle, on: nodes[receiver].clock(at: now))
        } catch LedgerError.refused {}
    }

    private mutating func deliverLate() async throws {
        guard let late = await network.latePage(),
            let receiver = nodes.firstIndex(where: { $0.box.id == late.receiver })
        else { return }
        _ = try await nodes[receiver].ledger.take(late.page, from: late.sender, on: nodes[receiver].clock(at: now))
    }

    /// What nobody else has goes with the disk; all else comes back.
    private mutating func restore(_ number: Int) async throws {
        guard access(nodes[number].backup) else { return }
        let before = try await Self.scans(nodes[number].ledger)
        var kept: Set<ScanKey> = []
        try await nodes[number].restore(random: &random)
        for node in nodes { kept.formUnion(try await Self.scans(node.ledger)) }
        for key in before.subtracting(kept) { shown[key] = nil }
        // A stick or a late page may bring back what this line counts as lost: both are gone as well.
        bundles = []
        while await network.latePage() != nil {}
    }

    private static func scans(_ ledger: Ledger) async throws -> Set<ScanKey> {
        try await ledger.read { db in
            Set(
                try Row.fetchAll(db, sql: "SELECT box, seq FROM scan").map {
                    ScanKey(box: try $0.identifier("box"), seq: $0["seq"])
                })
        }
    }

    // MARK: - What must hold

    private mutating func heal() async throws {
        outcome.faults = await network.faults
        await network.heal()
        for _ in 0..<2 {
            for number in nodes.indices.dropFirst() { try await sync(number, 0) }
        }
        try await check()
        // What came last may be told back once, and then nothing moves any more.
        for round in 1...2 {
            for number in nodes.indices.dropFirst() {
                guard let last = try await sync(number, 0) else { continue }
                if !last.received.new.isEmpty || (round == 2 && last.sent > 0) {
                    outcome.violations.append("two rounds did not bring all ledgers together: \(last)")
                }
            }
        }
    }

    private mutating func check() async throws {
        let first = try await NodeState(of: nodes[0].ledger)
        for node in nodes {
            let state = try await NodeState(of: node.ledger)
            outcome.violations += state.differences(from: first).map { "\(node.name): \($0)" }
            outcome.violations += try await node.ledger.verify().faults.map { "\(node.name): \($0)" }
            outcome.violations += state.alarms.map { "\(node.name): an alarm of \($0)" }
            let held = try await Self.scans(node.ledger)
            for key in shown.keys where !held.contains(key) {
                outcome.violations.append("\(node.name) has lost scan \(key.seq) of \(key.box)")
            }
            let hlc = try await node.ledger.read { db in
                try Int64.fetchOne(db, sql: "SELECT hlc FROM sync_state") ?? 0
            }
            if (hlc >> 16) > node.latest + 60_001 {
                outcome.violations.append("\(node.name) followed a clock \((hlc >> 16) - node.latest) ms ahead")
            }
        }
        try await checkDoubles(first)
    }

    /// Counts once more, from what the boxes showed.
    private mutating func checkDoubles(_ state: NodeState) async throws {
        let undone = Set(shown.values.compactMap(\.undone))
        var entries: [TicketID: Int] = [:]
        for (key, scan) in shown where scan.isEntry && !undone.contains(key) {
            guard var root = scan.ticket else { continue }
            while let older = state.replaces[root] { root = older }
            entries[root, default: 0] += 1
        }
        let admits = try await nodes[0].ledger.event(named: event.slug)?.admits ?? 1
        let expected = entries.values.reduce(0) { $0 + max(0, $1 - admits) }
        outcome.doubles = expected
        if state.doubles.count != expected || Set(state.doubles).count != expected {
            outcome.violations.append("\(state.doubles.count) double admissions are reported, not \(expected)")
        }
    }
}
