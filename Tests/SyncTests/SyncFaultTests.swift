// What others have sent that has no effect is told, also later.

import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

@Suite struct SyncFaultTests {
    private let noon = MemberScene.noon

    @Test("What came without effect is told later, too, with the names of boxes, until it is too long ago")
    func later() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            try await scene.syncAll()
            try await scene.corrupt(scene.north)
            _ = try await scene.north.change(
                .revoke, of: code.ticket.id, by: Attribution(actor: "thief"), on: noon)
            try await scene.sync(scene.north, scene.south)
            let found = try await scene.south.syncFaults(since: noon)
            #expect(found.map(\.kind) == [.notPermitted] && found.first?.counts == ["box 'north-2'": 1])
            #expect(found.first?.last == noon)
            #expect(found.first?.description.contains("1 of box 'north-2'") == true)
            let later = Timestamp(milliseconds: noon.milliseconds + 1)
            #expect(try await scene.south.syncFaults(since: later) == [])
            let counts = try await scene.south.syncFaultCounts()
            #expect(counts.count == SyncFault.Kind.allCases.count)
            #expect(counts[.notPermitted] == 1 && counts[.badSignature] == 0)
        }
    }

    @Test("Each kind of fault has a sentence of its own, which says what to do or whom to distrust")
    func sentences() {
        let sentences = SyncFault.Kind.allCases.map { kind in
            SyncFault(kind: kind, counts: ["box 'north-2'": 2], last: nil).description
        }
        #expect(Set(sentences).count == SyncFault.Kind.allCases.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") && $0.contains("box 'north-2'") && $0.contains("; ") })
    }

    @Test("A membership from before a revocation lifts nothing and is told; one that the ledger has is not")
    func oldMembership() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let first = try await scene.north.testKey.publicKey.membership(.gate, name: "north-2", of: scene.root)
            try await scene.revoke(since: noon)
            try await scene.syncAll()
            for wanted in [1, 2] {
                let again = try await scene.south.merge(
                    SharedPage(
                        start: nil, end: ListCursor(epoch: .random()),
                        signed: [SignedRecord(.membership(first.membership), signature: first.signature)]),
                    from: scene.north.ownBox().id, on: noon)
                #expect(again.subjects(.oldMembership) == ["box \(try await scene.north.ownBox().id)"])
                #expect(try await scene.south.syncFaultCounts()[.oldMembership] == wanted)
            }
            #expect(try await scene.south.memberships().contains { $0.terms.revoked != nil })
            try await scene.south.readAgain()
            let honest = try await scene.sync(scene.south, scene.office.ledger)
            #expect(honest.received.faults.isEmpty)
        }
    }

    @Test("A membership that begins in the future is taken and told, unless the clocks differ by a minute at most")
    func earlyMembership() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            for (serial, lead, isTold) in [(2, 60_000, false), (3, 60_001, true)] as [(Int64, Int64, Bool)] {
                let terms = MembershipTerms(
                    key: try await scene.north.testKey.publicKey.bytes, name: "north-2", rights: MemberRights(.desk),
                    serial: serial, start: Timestamp(milliseconds: noon.milliseconds + lead), revoked: nil,
                    root: scene.root.publicKey)
                let signed = SignedRecord(.membership(Membership(terms)), signature: try scene.root.sign(terms))
                let page = SharedPage(start: nil, end: ListCursor(epoch: .random()), signed: [signed])
                let box = try await scene.north.ownBox().id
                let result = try await scene.south.merge(page, from: box, on: noon)
                #expect(result.new[.membership] == 1)
                #expect(result.subjects(.earlyMembership) == (isTold ? ["box \(box)"] : []))
            }
        }
    }

    @Test("Whoever invents boxes does not fill the ledger with them: there is a limit, and the number stays right")
    func limit() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/ledger.sqlite", boxName: "south-1")
            for _ in 0..<2 {
                var faults = SyncFaultCounts()
                for _ in 0..<250 { faults.add(.notMember, of: BoxID.random()) }
                try await ledger.report(faults, on: noon)
            }
            let kept = try await ledger.syncFaults(since: noon)
            #expect(kept.first?.counts.count == 101 && kept.first?.counts["others"] == 400)
            #expect(try await ledger.syncFaultCounts()[.notMember] == 500)
        }
    }
}
