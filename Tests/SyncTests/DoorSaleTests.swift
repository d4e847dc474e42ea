// Which boxes sell tickets at the door, and what other ledgers take of it.

import Admission
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct DoorSaleTests {
    private func seller() throws -> Attribution { try Attribution(actor: "amina") }

    private func scene(in folder: String, _ rights: MemberRights) async throws -> MemberScene {
        let scene = try await MemberScene(in: folder, with: rights)
        let (office, event) = (scene.office.ledger, scene.office.event)
        try await office.add(
            KeyRecord(keyID: scene.office.key.keyID, event: event.id, epoch: 1), signedBy: scene.root)
        // A tier without terms of its own is known only where a ticket has it.
        let tiers = ["Regular", "VIP"].map { Tier(name: $0, policy: EntryPolicy(admits: 2)) }
        try await office.update(event, tiers: tiers)
        try await scene.syncAll()
        return scene
    }

    private func sell(
        _ tier: String?, _ scene: MemberScene, isPaid: Bool = true
    ) async throws -> DoorSaleResult<Verdict> {
        let sale = DoorSale(name: "\(tier ?? "")", tier: tier, holder: nil, people: 2, isPaid: isPaid)
        return try await scene.desk(of: scene.north).sell(sale, at: .main, on: MemberScene.noon, by: seller())
    }

    @Test("A desk sells tickets of its tiers, and every ledger has the ticket, the payment and the entries")
    func desk() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await scene(in: folder, MemberRights(.desk, tiers: ["Regular"]))
            let event = scene.office.event.id
            let rights = try #require(try await scene.north.salesRights(of: event))
            #expect(rights.tiers.map(\.name) == ["Regular"] && !rights.includesNone && rights.includesPayment)
            for tier in ["VIP", nil] {
                await #expect(throws: LedgerError.self) { try await sell(tier, scene) }
            }
            guard case .sold(let id, _) = try await sell("Regular", scene) else {
                Issue.record("nothing was sold")
                return
            }
            try await scene.syncAll()
            try await scene.expectAdmitted(2)
            for ledger in scene.ledgers {
                #expect(try await ledger.ticket(id)?.status == .valid)
                #expect(try await ledger.changes(of: id).map(\.isSale) == [true])
                #expect(try await ledger.salesRights(of: event) != nil || ledger.path == scene.south.path)
            }
        }
    }

    @Test("A sale that is sent again to a box whose disk was restored before it is the same ticket in every ledger")
    func restored() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await scene(in: folder, MemberRights(.desk))
            let copy = folder + "/restored.sqlite"
            _ = try await scene.north.backup(to: copy)
            guard case .sold(let id, _) = try await sell("VIP", scene) else {
                Issue.record("nothing was sold")
                return
            }
            try await scene.syncAll()
            let restored = try Ledger(opening: copy, for: .writing)
            let sale = DoorSale(name: "VIP", tier: "VIP", holder: nil, people: 2, isPaid: true)
            let later = Timestamp(milliseconds: MemberScene.noon.milliseconds + 1000)
            let again = try await scene.desk(of: restored).sell(sale, at: .main, on: later, by: seller())
            guard case .sold(id, _) = again else {
                Issue.record("\(again)")
                return
            }
            for _ in 0..<2 { try await scene.sync(restored, scene.office.ledger) }
            try await scene.syncAll()
            for ledger in scene.ledgers + [restored] {
                #expect(try await ledger.tickets(of: scene.office.event.id).map(\.ticket.id) == [id])
                #expect(try await ledger.ticket(id)?.status == .valid)
                // Both times the guests were shown as let in, and both count.
                #expect(try await ledger.entries(of: id).count == 4)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test(
        "A gate sells nothing, nor a desk of another event or without the right to admit or, if it is paid, to be paid",
        arguments: [
            MemberRights(.gate), MemberRights(.desk, actions: [.pay]), MemberRights(.desk, actions: [.admit]),
            MemberRights(.desk, events: [.random()]),
        ])
    func refused(rights: MemberRights) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await scene(in: folder, rights)
            let offered = try await scene.north.salesRights(of: scene.office.event.id)
            #expect((offered != nil) == (rights.actions == ["admit"]))
            #expect(offered?.includesPayment != true)
            await #expect(throws: LedgerError.self) { try await sell(nil, scene) }
            #expect(try await scene.north.tickets(of: scene.office.event.id).isEmpty)
            #expect(try await scene.north.counts(of: scene.office.event.id).admitted == 0)
            guard offered != nil else { return }
            guard case .sold = try await sell(nil, scene, isPaid: false) else {
                Issue.record("nothing was sold")
                return
            }
        }
    }
}
