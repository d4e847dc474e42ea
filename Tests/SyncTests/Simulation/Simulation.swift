// Some boxes, their hub, their staff, their guests, and everything that goes wrong between them, from one seed.

import Admission
import GRDB
import Sync
import TestSupport

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger
@testable import TicketSigning

/// A deterministic history of several ledgers: nothing in it depends on anything but the seed.
struct Simulation {
    /// What a run came to.
    struct Outcome {
        var violations: [String] = []
        var steps = 0
        var faults = 0
        var admissions = 0
        var doubles = 0
        /// The number of histories in which anything went wrong.
        var failures = 0
        var counts: [Happening: Int] = [:]

        /// What two runs came to together.
        mutating func add(_ other: Outcome) {
            violations += other.violations
            failures += other.violations.isEmpty ? 0 : 1
            steps += other.steps
            faults += other.faults
            admissions += other.admissions
            doubles += other.doubles
            counts.merge(other.counts, uniquingKeysWith: +)
        }
    }

    /// A scan's chain value is its own.
    struct ScanKey: Hashable {
        let box: BoxID
        let seq: Int64
        let chain: RecordBytes

        init(_ scan: SharedScan) {
            (box, seq, chain) = (scan.box, scan.seq, scan.chain)
        }

        init?(undoneBy scan: SharedScan) {
            guard let box = scan.undoneBox, let seq = scan.undoneSeq, let chain = scan.undoneChain else { return nil }
            (self.box, self.seq, self.chain) = (box, seq, chain)
        }
    }

    struct Shown {
        let ticket: TicketID?
        let isEntry: Bool
        let undone: ScanKey?
    }

    var random: SeededGenerator
    let time = SimulatedTime()
    let network: SimulatedNetwork
    let hub: SimulatedHub
    let model = ClaimModel()
    let event: Event
    /// Another event, which only some boxes take part in; nobody comes to it but whoever has stolen a box.
    let elsewhere: Event
    private(set) var ticketsElsewhere: [TicketID] = []
    var nodes: [SimulatedNode] = []
    /// The organiser's root key, and what each box may do; the first one organises. In some histories there is none,
    /// and every box does everything.
    let root: RootKey?
    var roles: [BoxRole] = []
    /// The memberships that root has given each box, in order.
    var named: [BoxID: [SignedMembership]] = [:]
    /// The same with what the memberships of gates and desks limit.
    var rights: [MemberRights] = []
    private(set) var tickets: [TicketID] = []
    /// Tickets that an organiser's machine issued at the start.
    private(set) var organisersTickets: [TicketID] = []
    /// The box that issued each of the other tickets, as long as no list has named the ticket since.
    private(set) var issuers: [TicketID: BoxID] = [:]
    /// The box that somebody has stolen; in some histories none is.
    var theft: Theft?
    /// Boxes that there have ever been copies of.
    var cloned: Set<BoxID> = []
    private let canBeRobbed: Bool
    /// Whether the hub changes what goes through it.
    private var isHubHostile = false
    /// The ticket that each reissued ticket was made from.
    private var older: [TicketID: TicketID] = [:]
    var bundles: [(SyncPayload, receiver: Int)] = []
    var partitioned: Set<Int> = []
    /// Boxes that nobody finds again, with all that only they had.
    var lost: Set<Int> = []
    /// Everything that a box wrote down and showed.
    private(set) var shown: [ScanKey: Shown] = [:]
    /// Entries that the hub had a part in, by first tickets, each with the number of its claim.
    var claimed: [TicketID: [ScanKey: Int64]] = [:]
    var outcome = Outcome()

    static let gates = ["main", "side"].compactMap(GateName.init)
    /// The gates at which people come and go.
    private static let allGates = (gates + ["out"].compactMap(GateName.init)).map {
        GateSettings(name: $0, direction: $0.text == "out" ? .exit : .entry)
    }

    /// Runs one history.
    ///
    /// - Parameters:
    ///   - seed: Gives the same history again.
    ///   - steps: How many things happen before everything is put right.
    ///   - folder: Where the ledgers are made.
    /// - Returns: What went wrong; nothing, it is hoped.
    /// - Throws: What no fault of the network accounts for.
    static func run(seed: UInt64, steps: Int, in folder: String) async throws -> Outcome {
        let (journals, journal) = AsyncStream.makeStream(of: GroupCommitQueue.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { running in
                    for await journal in journals { running.addTask { await journal.run() } }
                    running.cancelAll()
                }
            }
            defer { journal.finish() }
            var simulation = try await Simulation(seed: seed, in: folder, journals: journal)
            for _ in 0..<steps { try await simulation.step() }
            try await simulation.heal()
            return simulation.outcome
        }
    }

    private init(seed: UInt64, in folder: String, journals: AsyncStream<GroupCommitQueue>.Continuation) async throws {
        random = SeededGenerator(seed: seed)
        network = SimulatedNetwork(seed: seed &+ 1)
        hub = try SimulatedHub(in: folder, time: time, network: network, journals: journals)
        event = Event(
            id: .random(using: &random), slug: "night", name: "Summer Night",
            admits: Int.random(in: 1...2, using: &random)
        )
        elsewhere = Event(id: .random(using: &random), slug: "day", name: "Summer Day")
        let secret = Secret(bytes: random.bytes(32))
        canBeRobbed = Bool.random(using: &random)
        root = try Bool.random(using: &random) ? nil : secret.map { try MasterKey(secret: $0).rootKey() }
        try await hub.start()
        let around = SimulatedNode.Surroundings(folder: folder, time: time, network: network, hub: hub, model: model)
        for number in 0..<Int.random(in: 2...4, using: &random) {
            nodes.append(try await SimulatedNode(number, in: around, event: event, random: &random))
        }
        try await nameMembers()
        try await nodes[0].ledger.add(event, gates: Self.gates)
        try await nodes[0].ledger.update(event, gates: Self.allGates)
        try await issue(at: 0, count: 8)
        try await issueElsewhere()
        try await rotateKey()
        // Boxes set out with the list, as they do; one may get it from the hub.
        let last = Bool.random(using: &random) ? nodes.count - 1 : nodes.count
        for number in nodes.indices.dropFirst() where number < last {
            let payload = try await SyncPayload(
                of: nodes[0].ledger, signedBy: nodes[0].key, for: nil, on: nodes[0].clock.now)
            _ = try await nodes[number].ledger.merge(payload, on: nodes[number].clock.now)
        }
    }

    /// Gives each box a role; the first one knows all, and the others learn it from one another.
    private mutating func nameMembers() async throws {
        roles = nodes.indices.map { _ in BoxRole.allCases.randomElement(using: &random) ?? .gate }
        roles[0] = .organiser
        guard let root else { return roles = nodes.map { _ in .organiser } }
        rights = roles.map { role in
            guard role != .organiser, Bool.random(using: &random) else { return MemberRights(role) }
            let actions = MemberAction.allCases.filter { _ in Bool.random(using: &random) }
            let events: Set<EventID>? = Bool.random(using: &random) ? [event.id] : nil
            let tiers: Set<String>? = Bool.random(using: &random) ? ["Regular"] : nil
            return MemberRights(role, events: events, actions: Set(actions), tiers: tiers)
        }
        for (node, rights) in zip(nodes, rights) {
            let membership = try node.key.publicKey.membership(rights, name: node.name, of: root)
            named[node.box.id] = [membership]
            for ledger in Set([nodes[0].name, node.name]).map({ name in nodes.first { $0.name == name }?.ledger }) {
                try await ledger?.pin(Root(root.publicKey))
                try await ledger?.add(membership)
            }
        }
    }

    /// How the versions of a record's author compare with those of others.
    func rank(of record: SharedRecord) -> Int {
        let number = nodes.firstIndex { $0.box.id == record.author }
        guard let number, number != theft?.number else { return 0 }
        if case .ticket(let ticket) = record, ticket.stamp.hlc < 1 << 16 { return 1 }
        return roles[number] == .organiser ? 2 : 1
    }

    /// Does what a box may refuse because of its role.
    private func unlessRefused(_ body: () async throws -> Void) async throws {
        do { try await body() } catch LedgerError.refused {}
    }

    // MARK: - What happens

    private mutating func step() async throws {
        outcome.steps += 1
        time.pass(Int64.random(in: 1...90_000, using: &random))
        let number = nodes.indices.randomElement(using: &random) ?? 0
        let isHome = Int.random(in: 0..<3, using: &random) > 0
        let happening = Happening.drawn(using: &random)
        outcome.counts[happening, default: 0] += 1
        switch happening {
        case .scan: try await scan(at: number)
        case .rush: try await rush(at: number)
        case .sync: try await sync(number)
        case .share: try await share(number)
        case .change: try await change(at: number)
        case .reissue: try await reissue(at: number)
        case .undo: try await undo(at: number)
        case .edit: try await edit(at: isHome ? 0 : number)
        case .issue: try await issue(at: isHome ? 0 : number, count: 2)
        case .newKey: try await rotateKey()
        case .stick: try await carry(from: number)
        case .stickArrives: try await deliver()
        case .lateMessage: try await deliverLate()
        case .crash: try nodes[number].crash()
        case .clockJump where number != theft?.number:
            nodes[number].clock.jump(
                by: [-86_400_000, -3_600_000, -30_000, 30_000, 3_600_000, 604_800_000].randomElement(using: &random)
                    ?? 0
            )
        case .cutOff: await cutOff(number)
        case .backup where number != theft?.number: try await nodes[number].backUp()
        case .restore: try await restore()
        case .clone: try await clone(number)
        case .hubTrouble: try await disturbHub()
        case .list: try await import_(at: isHome ? 0 : number)
        case .attack where canBeRobbed: try await attack()
        case .hostileHub where root != nil: try await turnHub()
        case .backup, .clockJump, .attack, .hostileHub, .claim, .powerCut, .branch, .hubStop, .hubRestore, .theft,
            .cloneEnd:
            break
        }
    }

    /// A guest comes or goes: with the given ticket, or with any.
    mutating func scan(at number: Int, of given: TicketID? = nil) async throws {
        guard let ticket = given ?? tickets.randomElement(using: &random),
            let gate = Self.allGates.randomElement(using: &random)?.name,
            let event = try await nodes[number].ledger.event(named: event.slug)
        else { return }
        let desk = nodes[number].desk(at: gate)
        let verdict: Verdict?
        do {
            verdict = try await unlessItDies(number) { [clock = nodes[number].clock] in
                try await desk.decide("\(ticket)", on: clock.now)
            }
        } catch LedgerError.refused where number == theft?.number {
            // A stolen box that was set back knows its role again, and heeds the revocation that it hears of.
            return
        }
        guard let verdict else { return }
        guard number != theft?.number else { return }
        if verdict.answer == .admit { outcome.admissions += 1 }
        let scan = try await remember(at: number)
        try await checkClaim(of: scan, at: number, admits: event.admits)
    }

    /// Guests come one after the other while the hub is not reached.
    mutating func rush(at number: Int) async throws {
        await cutOff(number)
        for _ in 0..<6 {
            time.pass(1000)
            try await scan(at: number)
        }
        await cutOff(number)
    }

    /// Does something in which a box may lose its power; then it starts again.
    ///
    /// - Returns: `nil` if it lost it.
    mutating func unlessItDies<Value: Sendable>(
        _ number: Int,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value? {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        guard await nodes[number].claims.isDead else { return try result.get() }
        outcome.counts[.powerCut, default: 0] += 1
        try nodes[number].crash()
        return nil
    }

    /// What a box has written down is what it showed.
    ///
    /// - Returns: What it wrote last; `nil` where that is no news. Not everything is written down: a code that is
    ///   shown again at once is one scan, and an undo may find nothing to undo.
    @discardableResult
    private mutating func remember(at number: Int) async throws -> SharedScan? {
        guard number != theft?.number else { return nil }
        let box = nodes[number].box.id
        let last = try await nodes[number].ledger.read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM scan WHERE box = ? AND branch = 0 ORDER BY seq DESC LIMIT 1",
                arguments: [box.blob]
            ).map(SharedScan.init)
        }
        guard let last, shown[ScanKey(last)] == nil else { return nil }
        let undone = ScanKey(undoneBy: last)
        shown[ScanKey(last)] = Shown(
            ticket: last.ticket, isEntry: last.slot != nil && last.kind == "entry", undone: undone
        )
        if let undone, let ticket = last.ticket { claimed[root(of: ticket)]?[undone] = nil }
        return last
    }

    /// The ticket that was issued first of those that stand for one another.
    func root(of ticket: TicketID) -> TicketID {
        var root = ticket
        while let next = older[root] { root = next }
        return root
    }

    private mutating func sync(_ number: Int) async throws {
        guard let other = nodes.indices.filter({ $0 != number }).randomElement(using: &random),
            partitioned.isDisjoint(with: [number, other])
        else { return }
        try await sync(number, other)
    }

    @discardableResult
    func sync(_ number: Int, _ other: Int) async throws -> SyncSession.Outcome? {
        let (mine, theirs) = (nodes[number].clock.now, nodes[other].clock.now)
        let transport = SimulatedCarrier(
            network: network,
            other: LocalSyncTransport(to: nodes[other].ledger, signedBy: nodes[other].key, now: { theirs }),
            receiver: nodes[other].box.id
        )
        do {
            return try await SyncSession(
                nodes[number].ledger, signedBy: nodes[number].key, over: transport, now: { mine }
            ).run()
        } catch is NetworkFault {
            return nil
        } catch LedgerError.refused {
            return nil
        }
    }

    /// Shares with the hub.
    @discardableResult
    mutating func share(_ number: Int) async throws -> SyncSession.Outcome? {
        let node = nodes[number]
        let hostile = HostileHubTransport(hub: node.transport, seed: random.next(), identifiers: identifiers)
        let transport: any SyncTransport = isHubHostile ? hostile : node.transport
        do {
            let session = SyncSession(node.ledger, signedBy: node.key, over: transport, now: { node.clock.now })
            let outcome = Bool.random(using: &random) ? try await session.run() : try await session.update()
            await node.claims.didSync()
            return outcome
        } catch is HubClientError {
            return nil
        } catch LedgerError.refused {
            return nil
        }
    }

    private mutating func change(at number: Int) async throws {
        guard let ticket = (tickets + ticketsElsewhere).randomElement(using: &random),
            let action = [TicketAction.pay, .block, .revoke, .restore, .restore].randomElement(using: &random)
        else { return }
        do {
            _ = try await nodes[number].ledger.change(
                action, of: ticket, by: try Attribution(actor: nodes[number].name), on: nodes[number].clock.now)
        } catch LedgerError.refused {}
    }

    private mutating func reissue(at number: Int) async throws {
        guard let ticket = tickets.randomElement(using: &random) else { return }
        let new = TicketID.random(using: &random)
        do {
            let made = try await nodes[number].ledger.reissue(
                ticket, as: new, epoch: 1, by: try Attribution(actor: nodes[number].name),
                on: nodes[number].clock.now)
            guard made != nil else { return }
            try await setBarcodes(of: [new], at: number)
            tickets.append(new)
            older[new] = ticket
        } catch LedgerError.refused {}
    }

    private mutating func undo(at number: Int) async throws {
        guard let ticket = tickets.randomElement(using: &random) else { return }
        let desk = nodes[number].desk(at: .main)
        let staff = try Attribution(actor: nodes[number].name)
        _ = try await unlessItDies(number) { [clock = nodes[number].clock] in
            do {
                return try await desk.undo(ticket, on: clock.now, by: staff)
            } catch LedgerError.refused {
                return .nothing
            }
        }
        try await remember(at: number)
    }

    private mutating func edit(at number: Int) async throws {
        guard var changed = try await nodes[number].ledger.event(named: event.slug) else { return }
        if number != theft?.number { theft?.edited.insert(changed.id) }
        changed.name = "Night \(outcome.steps)"
        changed.admits = Int.random(in: 1...2, using: &random)
        let tier = Tier(name: "VIP", policy: EntryPolicy(gates: [.main], note: "step \(outcome.steps)"))
        let tiers = Bool.random(using: &random) ? [tier] : []
        try await unlessRefused { try await nodes[number].ledger.update(changed, tiers: tiers) }
        if Bool.random(using: &random) { try await nodes[number].ledger.stampLists(on: nodes[number].clock.now) }
    }

    private mutating func rotateKey() async throws {
        let epoch = UInt32(try await nodes[0].ledger.keys().count + 1)
        // As from a master key, the same in each epoch: a box that was set back makes the same one once more.
        guard let id = KeyID(bytes: event.id.bytes.prefix(3) + [UInt8(truncatingIfNeeded: epoch)]) else { return }
        try await nodes[0].ledger.add(KeyRecord(keyID: id, event: event.id, epoch: epoch), signedBy: root)
    }

    mutating func issue(at number: Int, count: Int) async throws {
        let new = (0..<count).map { _ in TicketID.random(using: &random) }
        let statuses = new.map { _ in Int.random(in: 0..<4, using: &random) == 0 ? TicketStatus.unpaid : .valid }
        guard roles[number] != .gate, try await nodes[number].ledger.event(named: event.slug) != nil else { return }
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
        // Later ones may be with others, and a desk's version of them, before the organiser's is.
        if outcome.steps == 0 { organisersTickets += new }
        for ticket in new { issuers[ticket] = nodes[number].box.id }
    }

    private mutating func issueElsewhere() async throws {
        try await nodes[0].ledger.add(elsewhere, gates: Self.gates)
        ticketsElsewhere = (0..<4).map { _ in TicketID.random(using: &random) }
        try await nodes[0].ledger.add(
            ticketsElsewhere.map { id in
                let user = BoxID(id.description).flatMap { UserID(bytes: $0.bytes) } ?? .random()
                return IssuedTicket(
                    ticket: Ticket(event: elsewhere.id, user: user, id: id), epoch: 1, tier: "Regular",
                    holder: "Guest \(id)")
            })
        try await setBarcodes(of: ticketsElsewhere, at: 0)
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
        guard roles[number] == .organiser, let ticket = tickets.randomElement(using: &random) else { return }
        let status = Bool.random(using: &random) ? "revoked" : "valid"
        let note = "list \(outcome.steps)"
        if number != theft?.number { theft?.relisted.insert(ticket) }
        issuers[ticket] = nil
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
        try await nodes[number].ledger.stampLists(on: nodes[number].clock.now)
    }

    // MARK: - Networks, sticks, late pages, disks

    mutating func cutOff(_ number: Int) async {
        partitioned.formSymmetricDifference([number])
        await network.setCutOff(Set(partitioned.map { nodes[$0].name }))
    }

    private mutating func disturbHub() async throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            outcome.counts[.hubStop, default: 0] += 1
            await hub.kill()
        case 1, 2: try await hub.start()
        case 3: try await hub.watch()
        case 4, 5, 6:
            try await hub.backUp()
            await model.backUp()
        default:
            guard try await hub.restore() else { return }
            outcome.counts[.hubRestore, default: 0] += 1
            await model.restore()
            // What was claimed since is gone with the disk.
            for (ticket, entries) in claimed {
                for (scan, number) in entries where await !model.stands(number) { claimed[ticket]?[scan] = nil }
            }
            try await forgetWhatNobodyHas()
            try await forgetUnusedClaims()
        }
    }

    /// The hub begins to change what goes through it, or an honest one takes its place.
    mutating func turnHub(isHostile: Bool? = nil) async throws {
        let before = isHubHostile
        isHubHostile = isHostile ?? !isHubHostile
        guard before, !isHubHostile else { return }
        await hub.kill()
        try await hub.start()
        // Its key was known to strangers, so it has another one, and all boxes join again.
        for node in nodes { try await node.ledger.readAgain() }
    }

    private mutating func carry(from number: Int) async throws {
        guard let other = nodes.indices.filter({ $0 != number }).randomElement(using: &random) else { return }
        let payload = try await SyncPayload(
            of: nodes[number].ledger, signedBy: nodes[number].key, for: nodes[other].box.id,
            on: nodes[number].clock.now)
        bundles.append((payload, receiver: other))
    }

    /// Any of the sticks, once or again, in any order.
    private mutating func deliver() async throws {
        guard let (payload, receiver) = bundles.randomElement(using: &random) else { return }
        do {
            _ = try await nodes[receiver].ledger.merge(payload, on: nodes[receiver].clock.now)
        } catch LedgerError.refused {}
    }

    private mutating func deliverLate() async throws {
        if let request = await network.lateRequest() { _ = await hub.answer(request) }
        guard let late = await network.latePage(),
            let receiver = nodes.indices.filter({ nodes[$0].box.id == late.receiver }).randomElement(using: &random)
        else { return }
        do {
            _ = try await nodes[receiver].ledger.merge(late.page, from: late.sender, on: nodes[receiver].clock.now)
        } catch LedgerError.refused {}
    }

    /// A box goes on from its backup; often guests come before it reaches anybody.
    private mutating func restore() async throws {
        let saved = nodes.indices.filter { access(nodes[$0].backup) }
        guard let number = saved.randomElement(using: &random) else { return }
        let (box, before) = (nodes[number].box.id, try await Self.scans(nodes[number].ledger))
        try await nodes[number].restore()
        try await forgetWhatNobodyHas()
        try await forgetUnusedClaims()
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: try await rush(at: number)
        case 2:
            // Those come again whom it has let in since, once it would take its claims for unused.
            let forgotten = try await before.subtracting(Self.scans(nodes[number].ledger)).filter { $0.box == box }
            time.pass(20_000)
            for ticket in Set(forgotten.compactMap { shown[$0]?.ticket }).sorted().prefix(4) {
                try await scan(at: number, of: ticket)
            }
        default: break
        }
    }

    /// A box uses up claims for entries of its own that it and the hub have lost, whoever else has them.
    mutating func forgetUnusedClaims() async throws {
        var stored: Set<ScanKey> = []
        for case .scan(let scan) in try await hub.records() { stored.insert(ScanKey(scan)) }
        var held: [BoxID: Set<ScanKey>] = [:]
        for number in present {
            let scans = try await Self.scans(nodes[number].ledger)
            // Of copies each uses up what it has lost itself.
            held[nodes[number].box.id] = held[nodes[number].box.id]?.intersection(scans) ?? scans
        }
        claimed = claimed.mapValues { entries in
            entries.filter { stored.contains($0.key) || held[$0.key.box]?.contains($0.key) != false }
        }
    }

    /// What nobody else has goes with a disk; all else comes back.
    mutating func forgetWhatNobodyHas() async throws {
        // A stick or a late page may bring back what is counted as lost here: they are gone as well.
        bundles = []
        while await network.latePage() != nil {}
        while await network.lateRequest() != nil {}
        var kept: Set<ScanKey> = []
        for number in present { kept.formUnion(try await Self.scans(nodes[number].ledger)) }
        for case .scan(let scan) in try await hub.records() { kept.insert(ScanKey(scan)) }
        shown = shown.filter { kept.contains($0.key) }
        claimed = claimed.mapValues { $0.filter { kept.contains($0.key) } }
    }

    static func scans(_ ledger: Ledger) async throws -> Set<ScanKey> {
        try await ledger.read { db in
            Set(
                try Row.fetchAll(db, sql: "SELECT * FROM scan").map { ScanKey(try SharedScan($0)) })
        }
    }
}
