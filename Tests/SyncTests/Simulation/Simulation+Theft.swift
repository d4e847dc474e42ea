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
    /// When, by the box's clock.
    let moment: Timestamp
}

extension Simulation {
    /// Somebody steals a box, or does something with the one that was stolen.
    mutating func attack() async throws {
        guard root != nil, nodes.count > 1 else { return }
        if theft == nil {
            // A box with a copy is not stolen: both are one box, and revoked as one.
            let alone = nodes.indices.dropFirst().filter { copies(of: $0).count == 1 }
            guard let number = alone.randomElement(using: &random) else { return }
            theft = Theft(number: number, moment: nodes[number].clock.now)
            outcome.counts[.theft, default: 0] += 1
            // The thief's program undoes these without telling.
            claimed = claimed.mapValues { $0.filter { $0.key.box != nodes[number].box.id } }
        }
        guard let number = theft?.number else { return }
        try await forgetRole(of: number)
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
        case tickets, changes, undo, event, keys, message, forgeries
    }

    private mutating func doHarm(_ harm: Harm, from number: Int) async throws {
        let (ledger, now) = (nodes[number].ledger, nodes[number].clock.now)
        guard harm != .forgeries else { return try await spreadForgeries(from: number) }
        do {
            switch harm {
            case .tickets: try await spoilTickets(of: ledger)
            case .changes:
                for action in [TicketAction.block, .revoke, .restore].shuffled(using: &random) {
                    guard let ticket = tickets.randomElement(using: &random) else { break }
                    _ = try await ledger.change(action, of: ticket, by: Attribution(actor: "thief"), on: now)
                }
            case .undo:
                // Its clock shows whatever it needs.
                let others = "SELECT ticket, at_ms FROM admission WHERE box <> ? ORDER BY hlc DESC LIMIT 4"
                let box = nodes[number].box.id
                let entered = try await ledger.read { db in
                    try Row.fetchAll(db, sql: others, arguments: [box.blob]).map {
                        (try $0.identifier("ticket") as TicketID, Timestamp(milliseconds: $0["at_ms"] as Int64 + 1))
                    }
                }
                for (ticket, moment) in entered {
                    let thief = try Attribution(actor: "thief")
                    let desk = nodes[number].desk(at: .main)
                    _ = try await unlessItDies(number) { try await desk.undo(ticket, on: moment, by: thief) }
                }
            case .event:
                guard var changed = try await ledger.event(named: event.slug) else { return }
                (changed.name, changed.closed) = ("Stolen \(outcome.steps)", now)
                try await ledger.update(changed)
            case .keys: for key in try await ledger.keys() { _ = try await ledger.retire(key) }
            case .message:
                let message = try GateMessage(
                    event: event.id, text: "let all in", actor: "thief", at: now,
                    until: Timestamp(milliseconds: now.milliseconds + 600_000))
                try await ledger.add(message)
            case .forgeries: break
            }
            if Bool.random(using: &random) { try await ledger.stampLists(on: now) }
        } catch is LedgerError {
            // It may not even get what it wants in its own ledger.
        }
    }

    private mutating func spoilTickets(of ledger: Ledger) async throws {
        let assignments = [
            "admits = 1000", "holder = 'Eve'", "removed = 1", "replaces = id", "first_status = 'blocked'",
        ]
        let assignment = assignments.randomElement(using: &random) ?? ""
        let chosen = tickets.shuffled(using: &random).prefix(3)
        let new = TicketID.random(using: &random)
        let event = event.id
        try await ledger.write { db in
            for ticket in chosen {
                let sql = "UPDATE ticket SET \(assignment), rev = (SELECT max(rev) + 1 FROM ticket) WHERE id = ?"
                try db.execute(sql: sql, arguments: [ticket.blob])
            }
        }
        try await ledger.add([
            IssuedTicket(
                ticket: Ticket(event: event, user: .random(), id: new), epoch: 1, holder: "Eve",
                replaces: Bool.random(using: &random) ? chosen.first : nil)
        ])
    }

    /// Hands pages of what it has, changed by chance, to another box or to the hub.
    private mutating func spreadForgeries(from number: Int) async throws {
        let node = nodes[number]
        let nobody = VersionVector(
            ledger: .random(using: &random), name: "", end: ListCursor(epoch: .random(using: &random)), pulled: nil,
            highWaterMarks: [])
        let page = try await node.ledger.page(after: nobody, on: node.clock.now, signedBy: node.key, limit: 1_000_000)
        var adversary = Adversary(seed: random.next(), key: node.key, identifiers: identifiers)
        let some = try adversary.forge(page)
        let forged = SharedPage(
            start: some.start, end: some.end, signed: try forgedMemberships(by: node) + some.signed)
        let others = nodes.indices.filter { $0 != number }
        if let receiver = others.randomElement(using: &random), Bool.random(using: &random) {
            do {
                _ = try await nodes[receiver].ledger.merge(forged, from: node.box.id, on: nodes[receiver].clock.now)
            } catch LedgerError.refused {}
        } else {
            let own = try await node.ledger.versionVector(for: nil, on: node.clock.now)
            do { _ = try await node.transport.send(forged, from: own) } catch is HubClientError {}
        }
    }

    /// The thief makes itself an organiser, and revokes another box, with the only key that it has.
    private mutating func forgedMemberships(by node: SimulatedNode) throws -> [SignedRecord] {
        guard let root, Bool.random(using: &random), let other = honest.randomElement(using: &random) else { return [] }
        return try [(node, nil), (other, Revocation.nothing(since: node.clock.now))].map { target, revocation in
            let terms = MembershipTerms(
                key: target.key.publicKey.bytes, name: target.name, rights: MemberRights(.organiser), serial: 9,
                start: Timestamp(milliseconds: 1), revoked: revocation, root: root.publicKey)
            return SignedRecord(
                .membership(Membership(terms)), signature: RecordBytes(node.key.sign(try terms.message())))
        }
    }

    /// What an adversary puts in place of other identifiers.
    var identifiers: [String] {
        nodes.map(\.box.id.description) + tickets.prefix(6).map(\.description) + [event.id.description]
    }

    // MARK: - At the end

    /// The boxes that were not stolen.
    var honest: [SimulatedNode] { nodes.indices.filter { $0 != theft?.number }.map { nodes[$0] } }

    /// Revokes the stolen box where the root key is: from the theft on, or as a whole.
    mutating func revokeStolen() async throws {
        guard let theft, let root else { return }
        let (office, stolen, now) = (nodes[0].ledger, nodes[theft.number], nodes[0].clock.now)
        isWhollyRevoked = Bool.random(using: &random)
        let moment = isWhollyRevoked ? Timestamp(milliseconds: 1) : theft.moment
        let terms = MembershipTerms(
            key: stolen.key.publicKey.bytes, name: stolen.name, rights: rights[theft.number],
            serial: try await office.nextSerial(on: now), start: Timestamp(milliseconds: 1),
            revoked: try await office.revocation(of: stolen.box.id, since: moment), root: root.publicKey)
        try await office.add(SignedMembership(Membership(terms), signature: root.sign(terms)))
        try await office.recall(of: stolen.box.id, since: moment, on: now)
    }

    /// Even before it is revoked, what the stolen box may not do has no effect anywhere.
    mutating func checkRole() async throws {
        guard let theft else { return }
        let box = nodes[theft.number].box.id
        for node in honest {
            // Those that root has signed all have this serial so far.
            let forged = "SELECT count(*) FROM membership WHERE serial <> 1"
            guard try await node.ledger.read({ try Int.fetchOne($0, sql: forged) }) == 0 else {
                outcome.violations.append("\(node.name) has a membership that the root key did not sign")
                continue
            }
        }
        guard roles[theft.number] != .organiser else { return }
        var forbidden = [
            "scan WHERE box = ?1 AND counts AND undone_box <> box",
            "ticket_change WHERE box = ?1 AND counts AND action = 'revoke'",
            "event WHERE stamper = ?1", "message WHERE box = ?1",
            "ticket WHERE stamper = ?1 AND id IN (SELECT value FROM temp.listed)",
        ]
        if roles[theft.number] == .gate { forbidden.append("ticket WHERE stamper = ?1") }
        let rights = rights[theft.number]
        if rights.tiers != nil { forbidden.append("ticket WHERE stamper = ?1 AND tier IS NOT 'Regular'") }
        for (action, rule) in [
            (MemberAction.undo, "scan WHERE box = ?1 AND counts AND undone_box NOT NULL"),
            (.pay, "ticket_change WHERE box = ?1 AND counts AND action = 'pay'"),
            (.block, "ticket_change WHERE box = ?1 AND counts AND action IN ('block', 'restore')"),
            (.reissue, "ticket WHERE stamper = ?1 AND replaces NOT NULL"),
        ] where !rights.permits(action) {
            forbidden.append(rule)
        }
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
                    + (SELECT count(*) FROM event WHERE stamper = ?1)
                """
            let left = try await node.ledger.read { try Int.fetchOne($0, sql: versions, arguments: [box.blob]) ?? 0 }
            if left > 0 { outcome.violations.append("\(node.name) has \(left) versions of the revoked box") }
            if isWhollyRevoked {
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
