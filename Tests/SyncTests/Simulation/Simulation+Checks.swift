// What must hold at the end of every history, and on the way.

import GRDB
import HubClient
import Sync
import TestSupport
import TicketSigning

@testable import HubProtocol
@testable import Ledger

extension Simulation {
    /// Of two gates that the hub answers, one lets in.
    mutating func checkClaim(of scan: SharedScan?, at number: Int, admits: Int) async throws {
        guard let scan, let ticket = scan.ticket, scan.kind == "entry", scan.slot != nil, scan.decided == "hub" else {
            return
        }
        let root = root(of: ticket)
        try await forgetClaimsOfCopies(of: root, at: number)
        // A thief may have changed how many it admits.
        let own = try await nodes[number].ledger.read { db in
            try Int.fetchOne(db, sql: "SELECT admits FROM ticket WHERE id = ?", arguments: [ticket.blob])
        }
        let admits = own ?? admits
        let others = claimed[root] ?? [:]
        if others.count >= admits {
            outcome.violations.append(
                "the hub let \(nodes[number].name) admit one too many with ticket \(ticket), after \(others.count)")
        }
        guard let win = await nodes[number].claims.lastWin else {
            return outcome.violations.append("\(nodes[number].name) says that the hub decided, and it did not")
        }
        claimed[root, default: [:]][ScanKey(scan)] = win
    }

    /// The boxes that are still there.
    var present: [Int] { nodes.indices.filter { !lost.contains($0) } }

    /// A box that has branched, say, is gone for good: others pass on what they have of it.
    private mutating func loseOne() async throws {
        guard Int.random(in: 0..<3, using: &random) == 0,
            let number = present.dropFirst().filter({ $0 != theft?.number }).randomElement(using: &random)
        else { return }
        lost.insert(number)
        try await forgetWhatNobodyHas()
    }

    /// Two boxes sync.
    private mutating func meet() async throws {
        guard let one = present.randomElement(using: &random), let other = present.randomElement(using: &random),
            one != other
        else { return }
        try await meet(one, other)
    }

    /// One sync brings two boxes together, whatever has become of anybody's log.
    private mutating func meet(_ one: Int, _ other: Int) async throws {
        guard try await sync(one, other) != nil, one != theft?.number, other != theft?.number else { return }
        // Who knows the event from the thief alone has it of nobody.
        for number in [one, other] where try await nodes[number].ledger.event(named: event.slug) == nil { return }
        let difference = try await Self.scans(nodes[one].ledger).symmetricDifference(Self.scans(nodes[other].ledger))
        for scan in difference where shown[scan] != nil {
            outcome.violations.append(
                "a sync of \(nodes[one].name) with \(nodes[other].name) leaves out scan \(scan.seq) of \(scan.box)")
        }
    }

    mutating func heal() async throws {
        outcome.faults = await network.faults
        await network.heal()
        try await turnHub(isHostile: false)
        if await !hub.isUp { try await hub.start() }
        try await loseOne()
        try await sendAhead()
        // Sometimes before it has heard what the others know of the box.
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try await revokeAndForget()
        case 1: try await spoilSold()
        case 2: try await revokeStolen()
        default: break
        }
        try await meet()
        // What is lost at a box and at the hub is with others, and only the organiser brings it to the hub.
        for number in present.dropFirst() { try await meet(number, 0) }
        try await checkRole()
        try await narrow()
        try await checkMembers()
        try await checkRole()
        try await revokeStolen()
        try await revokeAgain()
        try await interruptJudging()
        try await comeBack()
        // A hub that is behind the other ends a sync early, and the next one goes on; each organiser's machine that
        // hears of the revocation then has something to say.
        for _ in 0..<4 {
            for number in present { try await shareAfterAWhile(number) }
        }
        try await check()
        try await checkMembers(isAtEnd: true)
        try await checkRevocation()
        try await checkRecall()
        // What came last may be told back once, and then nothing moves any more.
        for round in 1...2 {
            for number in present where number != theft?.number {
                let isQuiet = try await hasNothingToSend(number)
                guard let last = try await shareAfterAWhile(number) else {
                    outcome.violations.append("\(nodes[number].name) does not reach the hub")
                    continue
                }
                if !last.received.new.isEmpty || (round == 2 && !isQuiet) {
                    outcome.violations.append("\(nodes[number].name) after four rounds: \(last)")
                }
            }
        }
        outcome.violations += await model.violations
        outcome.counts[.claim] = await model.wins
    }

    /// Whether a box has nothing for the hub but lines of the stolen one: where the hub stores lines of it that no
    /// ledger takes, nobody can tell how much of its log is there.
    private func hasNothingToSend(_ number: Int) async throws -> Bool {
        let node = nodes[number]
        let now = node.clock.now
        let own = try await node.ledger.versionVector(for: nil, on: now)
        let theirs = try await node.transport.versionVector(hearing: own)
        let page = try await node.ledger.page(after: theirs, on: now, signedBy: node.key)
        return page.records.isEmpty
    }

    /// By then each hub has looked for what the other wrote.
    @discardableResult
    private mutating func shareAfterAWhile(_ number: Int) async throws -> SyncSession.Outcome? {
        time.pass(1000)
        try await hub.watch()
        return try await share(number)
    }

    private mutating func check() async throws {
        let stolen = theft.map { nodes[$0.number].box.id }
        let strangers = theft?.strangers ?? []
        let first = try await NodeState(of: nodes[0].ledger, without: stolen, strangers)
        outcome.counts[.branch] = first.branches.count
        for node in honest {
            let state = try await NodeState(of: node.ledger, without: stolen, strangers)
            outcome.violations += state.differences(from: first).map { "\(node.name): \($0)" }
            outcome.violations += try await node.ledger.verify().faults.map { "\(node.name): \($0)" }
            try await checkEffects(at: node)
            let held = try await Self.scans(node.ledger)
            for key in shown.keys where !held.contains(key) {
                outcome.violations.append("\(node.name) has lost scan \(key.seq) of \(key.box)")
            }
            let hlc = try await node.ledger.read { db in
                try Int64.fetchOne(db, sql: "SELECT hlc FROM sync_state") ?? 0
            }
            if (hlc >> 16) > node.clock.latest + 60_001 {
                outcome.violations.append("\(node.name) followed a clock \((hlc >> 16) - node.clock.latest) ms ahead")
            }
        }
        try await checkDoubles(first)
        try await checkHub(first)
    }

    /// The hub keeps memberships of every root, which ledgers of another one leave out, and what came of joining codes
    /// that have ended.
    private func isKeptByHubAlone(_ record: SharedRecord) -> Bool {
        guard case .membership(let membership) = record, let root else { return false }
        return membership.terms.root != Root(root.publicKey)
            || membership.code.map { theft?.endedCodes.contains($0) == true } == true
    }

    /// The hub has what everybody has.
    private mutating func checkHub(_ state: NodeState) async throws {
        let stolen = theft.map { nodes[$0.number].box.id }
        let strangers = theft?.strangers ?? []
        let records = try await hub.records().filter { !$0.isOf(strangers) && !isKeptByHubAlone($0) }.winners(rank)
        let (extra, lacking) = (records.subtracting(state.records), state.records.subtracting(records))
        let differing = extra.union(lacking).filter { stolen == nil || $0.author != stolen && $0.place?.box != stolen }
        if !differing.isEmpty {
            outcome.violations.append("the hub has \(extra.summary), and ledgers have \(lacking.summary)")
        }
        for box in try await hub.closed() where box != stolen {
            outcome.violations.append("the hub takes nothing of \(box)")
        }
        await model.check(against: try await hub.claims())
    }

    /// Counts once more, from what the boxes showed.
    private mutating func checkDoubles(_ state: NodeState) async throws {
        // A thief lets in and undoes what it likes, and changes how many a ticket admits.
        guard theft == nil else { return }
        let undone = Set(shown.values.compactMap(\.undone))
        var entries: [TicketID: Int] = [:]
        for (key, scan) in shown where scan.isEntry && !undone.contains(key) {
            guard var root = scan.ticket else { continue }
            var passed: Set<TicketID> = []
            // An organiser may have changed something else of a ticket that a thief made one of a circle.
            while let older = state.replaces[root], passed.insert(root).inserted { root = older }
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

extension Set<SharedRecord> {
    /// Returns of the versions of each event and ticket the one that wins: the hub keeps one of each author.
    fileprivate func winners(_ rank: (SharedRecord) -> Int) throws -> Set<SharedRecord> {
        var winners: [String: SharedRecord] = [:]
        for record in self {
            // Of memberships the hub keeps one of each kind.
            if case .membership(let membership) = record {
                winners["membership \(membership.versionedID)"] = record
                continue
            }
            let key = "\(record.kind) \(record.key)"
            if let other = winners[key] {
                guard rank(record) == rank(other) ? try record.wins(over: other) : rank(record) > rank(other) else {
                    continue
                }
            }
            winners[key] = record
        }
        return Set(winners.values)
    }
}
