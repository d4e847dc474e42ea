// A box in strange hands, with its key and its ledger, until the organiser revokes it.

import Admission
import GRDB
import Sync
import TestSupport
import TicketSigning

@testable import HubClient
@testable import Ledger

/// The box that was stolen, if any.
struct Theft {
    /// The number of the box.
    let number: Int
    /// When, by the box's clock, which goes back no more: whatever becomes of it, it writes nothing earlier.
    let moment: Timestamp
    /// The tickets that were there by then.
    let tickets: Set<TicketID>
    /// The tickets that the thief has added.
    var made: Set<TicketID> = []
    /// Tickets that an organiser has listed again since, with whatever the thief had made of them.
    var relisted: Set<TicketID> = []
    /// Events that somebody else has edited since, with whatever the thief had made of them.
    var edited: Set<EventID> = []
    /// What the box may do later on, where that is less than before.
    var narrowed: MemberRights?
    /// How the organiser has revoked the box, by what root signed: an organiser's machine that was set back may use a
    /// serial number once more.
    var revocations: [MembershipTerms: StolenRevocation] = [:]
    /// Whether it has written more changes than are judged at once.
    var hasManyChanges = false
    /// Tickets that another box has sold and the thief has spoilt, before the organiser heard of the sale.
    var sold: Set<TicketID> = []
    /// Joining codes that the organiser has ended.
    var endedCodes: Set<BoxID> = []
    /// Boxes that are no members, and whose names the thief uses.
    var strangers: Set<BoxID> = []
}

/// What the organiser takes back of a stolen box.
struct StolenRevocation {
    /// Whether nothing of the box counts, not even from before the theft.
    let isWhole: Bool
    /// The lines that count: those from before the theft that the organiser had.
    let kept: Set<LogPlace>
}

extension Simulation {
    /// Somebody steals a box, or does something with the one that was stolen.
    mutating func attack() async throws {
        guard root != nil, nodes.count > 1 else { return }
        if theft == nil {
            // A box with a copy is not stolen: both are one box, and revoked as one.
            let alone = nodes.indices.dropFirst().filter { copies(of: $0).count == 1 }
            guard let number = alone.randomElement(using: &random) else { return }
            try await issue(at: number, count: 1)
            try await nodes[number].ledger.stampLists(on: nodes[number].clock.now)
            time.pass(1000)
            theft = Theft(number: number, moment: nodes[number].clock.now, tickets: Set(tickets))
            outcome.counts[.theft, default: 0] += 1
            // The thief's program undoes these without telling.
            claimed = claimed.mapValues { $0.filter { $0.key.box != nodes[number].box.id } }
        }
        guard let number = theft?.number else { return }
        if Int.random(in: 0..<8, using: &random) == 0 { try await revokeStolen() }
        try await forgetRole(of: number)
        if Int.random(in: 0..<4, using: &random) == 0 { nodes[number].clock.jump(by: 604_800_000) }
        for harm in Harm.allCases.shuffled(using: &random) { try await doHarm(harm, from: number) }
        if Bool.random(using: &random) { try await sync(number, 0) }
    }

    /// The thief's program does whatever it likes: for it, the ledger belongs to no organiser.
    private func forgetRole(of number: Int) async throws {
        try await nodes[number].ledger.write { db in
            try db.execute(sql: "DELETE FROM membership; UPDATE sync_state SET root = NULL; UPDATE scan SET counts = 1")
            try db.execute(sql: "UPDATE ticket_change SET counts = 1")
        }
    }

    private enum Harm: CaseIterable {
        case tickets, changes, undo, byHand, elsewhere, event, keys, message, forgeries, strangers, setBack
        case manyChanges, changesAlone
    }

    private mutating func doHarm(_ harm: Harm, from number: Int) async throws {
        let (ledger, now) = (nodes[number].ledger, nodes[number].clock.now)
        do {
            switch harm {
            case .forgeries: try await spreadForgeries(from: number)
            case .strangers: try await impersonate(from: number)
            case .byHand: try await admitByHand(at: number)
            case .manyChanges: try await changeOften(at: number)
            case .setBack: try await setBack(number)
            case .changesAlone:
                let changes = try await everything(of: number).signed.filter { $0.record.kind == .change }
                try await hand(changes, from: number)
            case .elsewhere: try await goElsewhere(with: number)
            case .tickets: try await spoilTickets(of: ledger)
            case .changes:
                for action in [TicketAction.block, .revoke, .restore].shuffled(using: &random) {
                    guard let ticket = tickets.randomElement(using: &random) else { break }
                    _ = try await ledger.change(action, of: ticket, by: Attribution(actor: "thief"), on: now)
                }
            case .undo: try await undoOthers(at: number)
            case .event:
                for slug in [event.slug, elsewhere.slug] {
                    guard var changed = try await ledger.event(named: slug) else { continue }
                    (changed.name, changed.closed) = ("Stolen \(outcome.steps)", now)
                    try await ledger.update(changed)
                }
            case .keys: for key in try await ledger.keys() { _ = try await ledger.retire(key) }
            case .message:
                let message = try GateMessage(
                    event: event.id, text: "let all in", actor: "thief", at: now,
                    until: Timestamp(milliseconds: now.milliseconds + 600_000))
                try await ledger.add(message)
            }
            if Bool.random(using: &random) { try await ledger.stampLists(on: now) }
        } catch is LedgerError {
            // It may not even get what it wants in its own ledger.
        }
    }

    /// Undoes what others have recorded; a guest of one of them comes to another gate at once.
    private mutating func undoOthers(at number: Int) async throws {
        // It hears of what others have not heard of yet; and its clock shows whatever it needs.
        let victim = present.filter { $0 != number }.randomElement(using: &random) ?? 0
        try await sync(number, victim)
        let others = "SELECT ticket, at_ms FROM admission WHERE box <> ? ORDER BY hlc DESC LIMIT 4"
        let box = nodes[number].box.id
        let entered = try await nodes[number].ledger.read { db in
            try Row.fetchAll(db, sql: others, arguments: [box.blob]).map {
                (try $0.identifier("ticket") as TicketID, Timestamp(milliseconds: $0["at_ms"] as Int64 + 1))
            }
        }
        for (ticket, moment) in entered {
            let thief = try Attribution(actor: "thief")
            let desk = nodes[number].desk(at: .main)
            _ = try await unlessItDies(number) { try await desk.undo(ticket, on: moment, by: thief) }
        }
        // What an organiser's machine undoes is undone, and the hub has no part in it.
        if roles[number] == .organiser { for (ticket, _) in entered { claimed[root(of: ticket)] = nil } }
        for (ticket, _) in entered.prefix(2) where tickets.contains(ticket) {
            let others = present.filter { $0 != number && $0 != victim }
            if let other = others.randomElement(using: &random) { try await scan(at: other, of: ticket) }
        }
    }

    /// Writes more changes than are judged at once.
    private mutating func changeOften(at number: Int) async throws {
        guard theft?.hasManyChanges == false, Int.random(in: 0..<6, using: &random) == 0,
            let ticket = tickets.randomElement(using: &random)
        else { return }
        theft?.hasManyChanges = true
        for change in 0..<130 {
            let action: TicketAction = change.isMultiple(of: 2) ? .block : .restore
            _ = try await nodes[number].ledger.change(
                action, of: ticket, by: Attribution(actor: "thief"), on: nodes[number].clock.now)
        }
    }

    /// Goes on from where the box was, so that its logs branch.
    private mutating func setBack(_ number: Int) async throws {
        guard access(nodes[number].backup), Bool.random(using: &random) else { return try await nodes[number].backUp() }
        try await nodes[number].restore()
        try await forgetWhatNobodyHas()
        try await forgetRole(of: number)
    }

    private mutating func admitByHand(at number: Int) async throws {
        for ticket in tickets.shuffled(using: &random).prefix(3) {
            guard let listed = try await nodes[number].ledger.ticket(ticket) else { continue }
            let (desk, now) = (nodes[number].desk(at: .main), nodes[number].clock.now)
            _ = try await unlessItDies(number) {
                do {
                    _ = try await desk.admitAnyway(listed.ticket, on: now, by: Attribution(actor: "thief"))
                } catch is StaffError {
                    // Somebody has entered with it.
                }
            }
        }
    }

    /// Does things at the event that not every box takes part in.
    private mutating func goElsewhere(with number: Int) async throws {
        let (node, now) = (nodes[number], nodes[number].clock.now)
        guard let ticket = ticketsElsewhere.randomElement(using: &random),
            try await node.ledger.event(named: elsewhere.slug) != nil
        else { return }
        let desk = node.desk(at: .main, of: elsewhere)
        _ = try await unlessItDies(number) { try await desk.decide("\(ticket)", on: now) }
        try await add(replacing: nil, to: elsewhere.id, in: node.ledger)
        for action in [TicketAction.block, .pay] {
            _ = try await node.ledger.change(action, of: ticket, by: Attribution(actor: "thief"), on: now)
        }
    }

    private mutating func spoilTickets(of ledger: Ledger) async throws {
        let assignments = [
            "admits = 1000", "holder = 'Eve'", "removed = 1", "replaces = id", "first_status = 'blocked'",
            "event = (SELECT id FROM event WHERE slug = '\(elsewhere.slug)')",
        ]
        let assignment = assignments.randomElement(using: &random) ?? ""
        let chosen = tickets.shuffled(using: &random).prefix(3)
        try await ledger.write { db in
            for ticket in chosen {
                let sql = "UPDATE ticket SET \(assignment), rev = (SELECT max(rev) + 1 FROM ticket) WHERE id = ?"
                try db.execute(sql: sql, arguments: [ticket.blob])
            }
        }
        try await add(replacing: Bool.random(using: &random) ? chosen.first : nil, to: event.id, in: ledger)
    }

    private mutating func add(replacing old: TicketID?, to event: EventID, in ledger: Ledger) async throws {
        let new = TicketID.random(using: &random)
        theft?.made.insert(new)
        try await ledger.add([
            IssuedTicket(
                ticket: Ticket(event: event, user: .random(), id: new), epoch: 1,
                // Of the tier that a desk may write if it may write one only, so that nothing but `replaces` is wrong.
                tier: old.map { _ in "Regular" }, holder: "Eve", replaces: old)
        ])
    }

    /// Hands pages of what it has, changed by chance, to another box or to the hub.
    private mutating func spreadForgeries(from number: Int) async throws {
        let node = nodes[number]
        let page = try await everything(of: number)
        var adversary = Adversary(seed: random.next(), key: node.key, identifiers: identifiers)
        let some = try adversary.forge(page)
        let forged = SharedPage(
            start: some.start, end: some.end, signed: try forgedMemberships(by: node) + some.signed)
        let others = present.filter { $0 != number }
        if let receiver = others.randomElement(using: &random), Bool.random(using: &random) {
            do {
                _ = try await nodes[receiver].ledger.merge(forged, from: node.box.id, on: nodes[receiver].clock.now)
            } catch LedgerError.refused {}
        } else {
            let own = try await node.ledger.versionVector(for: nil, on: node.clock.now)
            do { _ = try await node.transport.send(forged, from: own) } catch is HubClientError {}
        }
    }

    /// What an adversary puts in place of other identifiers.
    var identifiers: [String] {
        nodes.map(\.box.id.description) + tickets.prefix(6).map(\.description)
            + [event.id.description, elsewhere.id.description]
    }

    // MARK: - At the end

    /// The boxes that were not stolen.
    var honest: [SimulatedNode] { present.filter { $0 != theft?.number }.map { nodes[$0] } }

    /// What lines and lists come to is what an independent count says.
    mutating func checkEffects(at node: SimulatedNode) async throws {
        let kept = try await revocation(at: node)?.kept ?? []
        let effects = try await ExpectedEffects(in: node.ledger, hasRoles: root != nil, kept: kept)
        outcome.violations += effects.violations().map { "\(node.name): \($0)" }
    }

    /// A box loses its power while it judges the lines of the revoked one.
    mutating func interruptJudging() async throws {
        let others = present.filter { $0 != 0 && $0 != theft?.number }
        guard theft != nil, let number = others.randomElement(using: &random), Bool.random(using: &random) else {
            return
        }
        try await nodes[number].ledger.write { db in
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER power_cut AFTER UPDATE ON judging WHEN new.place > 0 OR new.step = 'count'
                    BEGIN SELECT raise(ABORT, 'power cut'); END
                    """)
        }
        do { try await sync(number, 0) } catch is LedgerError {}
        // The trigger is gone with the connection.
        try nodes[number].crash()
        try await checkEffects(at: nodes[number])
    }

    /// Even before it is revoked, what the stolen box may not do has no effect anywhere.
    mutating func checkRole() async throws {
        guard let theft else { return }
        let box = nodes[theft.number].box.id
        guard roles[theft.number] != .organiser else { return }
        var forbidden = [
            "scan WHERE box = ?1 AND counts AND undone_box <> box",
            "ticket_change WHERE box = ?1 AND counts AND action = 'revoke'",
            "event WHERE stamper = ?1", "message WHERE box = ?1",
            "ticket WHERE stamper = ?1 AND id IN (SELECT value FROM temp.listed)",
            // Those who write events close none.
            "event WHERE closed_ms NOT NULL AND ?1 NOT NULL",
        ]
        if roles[theft.number] == .gate { forbidden.append("ticket WHERE stamper = ?1") }
        let (rights, narrowed) = (rights[theft.number], theft.narrowed ?? rights[theft.number])
        if rights.events != nil {
            let other = "(SELECT id FROM event WHERE slug = '\(elsewhere.slug)')"
            forbidden += [
                "scan WHERE box = ?1 AND counts AND event = \(other)",
                "ticket_change WHERE box = ?1 AND counts AND ticket IN (SELECT id FROM ticket WHERE event = \(other))",
                "ticket WHERE stamper = ?1 AND event = \(other)",
            ]
        }
        if rights.tiers != nil { forbidden.append("ticket WHERE stamper = ?1 AND tier IS NOT 'Regular'") }
        for (action, rule) in [
            (MemberAction.undo, "scan WHERE box = ?1 AND counts AND undone_box NOT NULL"),
            (.pay, "ticket_change WHERE box = ?1 AND counts AND action = 'pay'"),
            (.block, "ticket_change WHERE box = ?1 AND counts AND action IN ('block', 'restore')"),
            (.admit, "scan WHERE box = ?1 AND counts AND undone_box IS NULL AND actor NOT NULL AND slot NOT NULL"),
        ] where !narrowed.names(action) {
            forbidden.append(rule)
        }
        if !rights.names(.reissue) { forbidden.append("ticket WHERE stamper = ?1 AND replaces NOT NULL") }
        let listed = organisersTickets.map(\.blob)
        for node in honest {
            let found = try await node.ledger.write { [forbidden] db in
                try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS listed (value BLOB); DELETE FROM temp.listed")
                for id in listed { try db.execute(sql: "INSERT INTO temp.listed VALUES (?)", arguments: [id]) }
                return try forbidden.filter { rule in
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rule)", arguments: [box.blob]) != 0
                }
            }
            outcome.violations += found.map { "\(node.name) lets a stolen \(roles[theft.number]) write \($0)" }
        }
    }

    /// Once it is revoked, nothing that it wrote after the theft is left.
    mutating func checkRevocation() async throws {
        guard let theft else { return }
        let box = nodes[theft.number].box.id
        for node in honest {
            if try await node.ledger.keys().contains(where: \.isRetired) {
                outcome.violations.append("\(node.name) lets a stolen box retire a key")
            }
            let versions = """
                SELECT (SELECT count(*) FROM ticket WHERE stamper = ?1)
                    + (SELECT count(*) FROM event WHERE stamper = ?1 AND id IN (?2, ?3))
                """
            let arguments: StatementArguments = [box.blob, event.id.blob, elsewhere.id.blob]
            let left = try await node.ledger.read { try Int.fetchOne($0, sql: versions, arguments: arguments) ?? 0 }
            if left > 0 { outcome.violations.append("\(node.name) has \(left) versions of the revoked box") }
            if try await revocation(at: node)?.isWhole == true {
                let lines = """
                    SELECT (SELECT count(*) FROM scan WHERE box = ?1 AND counts)
                        + (SELECT count(*) FROM ticket_change WHERE box = ?1 AND counts)
                    """
                let left = try await node.ledger.read { try Int.fetchOne($0, sql: lines, arguments: [box.blob]) ?? 0 }
                if left > 0 { outcome.violations.append("\(node.name) counts \(left) lines of the revoked box") }
            }
            let messages = try await node.ledger.messages(of: event.id, on: Timestamp(milliseconds: 0))
            if messages.contains(where: { $0.actor == "thief" }) {
                outcome.violations.append("\(node.name) shows a message of the revoked box")
            }
        }
    }
}

extension MemberRights {
    /// Whether a membership of a gate or a desk names an action, or none at all: what the product makes of that is what
    /// is tried here.
    func names(_ action: MemberAction) -> Bool { actions?.contains(action.rawValue) != false }
}
