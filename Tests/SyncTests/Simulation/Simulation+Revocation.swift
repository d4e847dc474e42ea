// How the organiser revokes the stolen box, and what goes wrong meanwhile.

import Admission
import GRDB
import Sync
import TestSupport
import TicketSigning

@testable import Ledger

extension Simulation {
    /// Revokes the stolen box where the root key is, unless that ledger knows that it is revoked: from the theft on, or
    /// as a whole.
    mutating func revokeStolen() async throws {
        guard try await revocation(at: nodes[0]) == nil else { return }
        try await revokeStolen(isWhole: Bool.random(using: &random))
    }

    private mutating func revokeStolen(isWhole: Bool) async throws {
        guard let theft, let root else { return }
        let (office, stolen, now) = (nodes[0].ledger, nodes[theft.number], nodes[0].clock.now)
        // A thief dates lines back to the beginning of time.
        let moment = isWhole ? Timestamp(milliseconds: 0) : theft.moment
        let terms = MembershipTerms(
            key: stolen.key.publicKey.bytes, name: stolen.name, rights: theft.narrowed ?? rights[theft.number],
            serial: try await office.nextSerial(on: now), start: Timestamp(milliseconds: 1),
            revoked: try await office.revocation(of: stolen.box.id, since: moment), root: root.publicKey)
        self.theft?.revocations[terms] = StolenRevocation(
            isWhole: isWhole,
            kept: try await ExpectedEffects(in: office, hasRoles: true, kept: []).lines(
                of: stolen.box.id, before: moment))
        try await name(terms, by: root, in: [office])
        try await recall(since: moment)
        // One box hears of it before it has all lines that count.
        let others = present.filter { $0 != 0 && $0 != theft.number }
        guard let other = others.randomElement(using: &random), let record = named[stolen.box.id]?.last?.record else {
            return
        }
        let page = SharedPage(start: nil, end: ListCursor(epoch: .random(using: &random)), signed: [record])
        try await give(page, from: 0, to: other)
    }

    /// Takes back what the stolen box has written; in some histories the organiser's machine loses its power meanwhile,
    /// and goes on when it next hears of somebody.
    private mutating func recall(since moment: Timestamp) async throws {
        guard let theft else { return }
        let isCutShort = Int.random(in: 0..<4, using: &random) == 0
        if isCutShort {
            try await nodes[0].ledger.write { db in
                try db.execute(
                    sql: """
                        CREATE TEMP TRIGGER power_cut AFTER UPDATE OF stand_in ON former_version
                        BEGIN SELECT raise(ABORT, 'power cut'); END
                        """)
            }
        }
        do {
            let box = nodes[theft.number].box.id
            try await nodes[0].ledger.recall(of: box, since: moment, on: nodes[0].clock.now)
        } catch let error as LedgerError {
            guard isCutShort else { throw error }
        }
        // The trigger is gone with the connection.
        if isCutShort { try nodes[0].crash() }
    }

    /// Returns how the stolen box is revoked, as a box knows it; `nil` if it does not know it.
    func revocation(at node: SimulatedNode) async throws -> StolenRevocation? {
        guard let theft else { return nil }
        let held = try await node.ledger.memberships().first { $0.box == nodes[theft.number].box.id }
        return held.flatMap { theft.revocations[$0.terms] }
    }

    /// The organiser decides once more from when on the box counts no longer.
    mutating func revokeAgain() async throws {
        guard let before = try await revocation(at: nodes[0]), Int.random(in: 0..<3, using: &random) == 0 else {
            return
        }
        try await revokeStolen(isWhole: !before.isWhole)
    }

    /// The organiser's machine goes on from a backup of before the revocation, and hears of it from the others.
    mutating func revokeAndForget() async throws {
        guard root != nil, theft != nil, try await revocation(at: nodes[0]) == nil else { return }
        try await nodes[0].backUp()
        try await revokeStolen()
        try await nodes[0].restore()
        try await forgetWhatNobodyHas()
        try await forgetUnusedClaims()
    }

    // MARK: - What arrives in another order

    /// A box that takes part in some events changes a ticket, and another box gets the change before the ticket.
    mutating func sendAhead() async throws {
        guard root != nil else { return }
        let honest = present.dropFirst().filter { $0 != theft?.number }
        guard let author = honest.filter({ rights[$0].events != nil }).randomElement(using: &random),
            let receiver = honest.filter({ $0 != author }).randomElement(using: &random)
        else { return }
        let before = Set(tickets)
        try await issue(at: 0, count: 2)
        guard try await sync(author, 0) != nil else { return }
        for ticket in tickets where !before.contains(ticket) {
            do {
                let (actor, now) = (try Attribution(actor: nodes[author].name), nodes[author].clock.now)
                _ = try await nodes[author].ledger.change(.block, of: ticket, by: actor, on: now)
            } catch LedgerError.refused {}
        }
        let changes = try await everything(of: author).signed.filter { $0.record.kind == .change }
        let page = SharedPage(start: nil, end: ListCursor(epoch: .random(using: &random)), signed: changes)
        try await give(page, from: author, to: receiver)
    }

    /// A box sells tickets, and the organiser hears of them from the thief alone, who has changed them, before it
    /// revokes the thief's box.
    mutating func spoilSold() async throws {
        guard let theft, root != nil, try await revocation(at: nodes[0]) == nil else { return }
        let sellers = present.dropFirst().filter { $0 != theft.number && roles[$0] != .gate }
        guard let seller = sellers.randomElement(using: &random) else { return }
        let before = Set(tickets)
        try await issue(at: seller, count: 2)
        let sold = tickets.filter { !before.contains($0) }
        self.theft?.sold.formUnion(sold)
        guard try await sync(theft.number, seller) != nil else { return }
        let thief = nodes[theft.number]
        try await thief.ledger.write { db in
            for ticket in sold {
                let sql = "UPDATE ticket SET holder = 'Eve', rev = (SELECT max(rev) + 1 FROM ticket) WHERE id = ?"
                try db.execute(sql: sql, arguments: [ticket.blob])
            }
        }
        try await thief.ledger.stampLists(on: thief.clock.now)
        let spoilt = try await everything(of: theft.number).signed.filter { $0.record.author == thief.box.id }
        let page = SharedPage(
            start: nil, end: ListCursor(epoch: .random(using: &random)),
            signed: spoilt + (try absurd(spoilt.map(\.record), before: theft.moment, by: thief)))
        try await give(page, from: theft.number, to: 0)
        try await revokeStolen()
    }

    /// Versions that no table would take, and that the thief says are from before the theft.
    private func absurd(_ records: [SharedRecord], before moment: Timestamp, by thief: SimulatedNode) throws
        -> [SignedRecord]
    {
        try records.compactMap { record in
            guard case .ticket(var ticket) = record else { return nil }
            ticket.first = "absurd"
            ticket.stamp = HybridTimestamp(hlc: (moment.milliseconds - 1) << 16, box: thief.box.id)
            return SignedRecord(.ticket(ticket), signature: try VersionSignature.sign(.ticket(ticket), by: thief.key))
        }
    }
}
