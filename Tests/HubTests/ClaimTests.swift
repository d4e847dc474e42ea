// Who is first, on every database.

import Admission
import Foundation
import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

@Suite(.postgreSQL)
struct ClaimTests {
    private let won = Wire.ClaimAnswer(won: true, claims: [])

    private func request(
        _ number: Int64,
        _ ticket: TicketID,
        ordinal: Int64 = 1,
        zone: String = "main",
        gate: String = "north",
        kind: Claim.Kind = .entry
    ) -> Wire.ClaimRequest {
        Wire.ClaimRequest(
            number: number, ticket: ticket, event: .sample, zone: zone, ordinal: ordinal, kind: kind, gate: gate,
            at: 1_795_000_000_000 + number, hlc: 0)
    }

    private func ask(_ request: Wire.ClaimRequest, _ box: BoxID, _ store: HubStore) async throws -> Wire.ClaimAnswer {
        let commit = try await store.commit([.claim(request, by: box)], now: 1)
        switch commit.replies.first {
        case .claimed(let answer): return answer
        case .failed(let error): throw error
        default: throw HubError.damaged(column: 0)
        }
    }

    @Test(
        "The first box wins, the second learns whom it lost to, and asking again changes nothing",
        arguments: StoreKind.allCases)
    func twoGates(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (north, south, ticket) = (BoxID.random(), BoxID.random(), TicketID.random())
            let taken = Wire.ClaimAnswer.GrantedClaim(
                ordinal: 1, kind: .entry, box: north, number: 7, name: "", gate: "north",
                at: 1_795_000_000_007, hlc: 0)
            for _ in 1...3 {
                #expect(try await ask(request(7, ticket), north, store) == won)
                let answer = try await ask(request(4, ticket, gate: "south"), south, store)
                #expect(answer == Wire.ClaimAnswer(won: false, claims: [taken]))
            }
            #expect(try await ask(request(5, ticket, zone: "backstage"), south, store) == won)
        }
    }

    @Test(
        "Each thing that happens with a ticket has a place, and who is behind learns of all the others",
        arguments: StoreKind.allCases)
    func order(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (north, south, ticket) = (BoxID.random(), BoxID.random(), TicketID.random())
            let kinds: [Claim.Kind] = [.entry, .exit, .entry, .void]
            for (index, kind) in kinds.enumerated() {
                let place = Int64(index + 1)
                #expect(try await ask(request(place, ticket, ordinal: place, kind: kind), north, store).won)
            }
            let answer = try await ask(request(1, ticket, ordinal: 2, gate: "south"), south, store)
            #expect(!answer.won)
            #expect(answer.claims.map(\.ordinal) == [1, 2, 3, 4])
            #expect(answer.claims.map(\.kind) == kinds)
            let last = try await ask(request(2, ticket, ordinal: 5, gate: "south"), south, store)
            #expect(last.won)
            #expect(last.claims.count == 4)
        }
    }

    @Test(
        "A revoked box claims nothing more, and tickets that it claimed without using them are free again",
        arguments: StoreKind.allCases)
    func revoked(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (thief, south) = (try EnrolledBox.sample(), BoxID.random())
            try await store.settle(thief.id, name: "north", publicKey: thief.publicKey, now: 1)
            let (used, unused, reissued) = (TicketID.random(), TicketID.random(), TicketID.random())
            #expect(try await ask(request(1, used), thief.id, store) == won)
            // Another ticket, and a further place of the one that somebody enters with, reissued as another.
            #expect(try await ask(request(2, unused), thief.id, store) == won)
            #expect(try await ask(request(3, used, ordinal: 2), thief.id, store).won)
            let chain = String(repeating: "A", count: 43)
            let line =
                #"{"kind":"scan","record":{"at":1795000000001,"box":"\#(thief.id)","chain":"\#(chain)","#
                + #""event":"\#(EventID.sample)","gate":"north","hlc":1,"kind":"entry","people":1,"reason":"admitted","#
                + #""seq":1,"slot":1,"ticket":"\#(reissued)","verdict":"admit","zone":"main"}}"#
            let ticket =
                #"{"kind":"ticket","record":{"epoch":1,"event":"\#(EventID.sample)","first":"valid","#
                + #""id":"\#(reissued)","replaces":"\#(used)","stamp":{"box":"\#(thief.id)","hlc":1},"#
                + #""user":"\#(UserID.random())"}}"#
            func upload(_ record: HubRecord) async throws -> HubReply? {
                try await store.commit([.upload([record], from: thief, cursor: nil)], now: 1).replies.first
            }
            let wire = try #require(try WireRecord(SignedRecord(line: Data(ticket.utf8))).record)
            let scan = String(decoding: try HubRecord.chained(line).line(), as: UTF8.self)
            for record in [wire, try .scan(thief.id, 1, scan)] {
                guard case .uploaded([.taken], _) = try await upload(record) else {
                    Issue.record("the hub has no scan")
                    return
                }
            }
            #expect(try await store.revoke(thief.id, now: 2) == 2)
            #expect(try await ask(request(1, unused, gate: "south"), south, store).won)
            #expect(try await !ask(request(2, used, gate: "south"), south, store).won)
            // Requests that were accepted before it was revoked, and wait for their transaction.
            await #expect(throws: HubError.revoked) { try await ask(request(9, .random()), thief.id, store) }
            guard case .failed(.revoked) = try await upload(.version(of: .random(), 1, by: thief.id)) else {
                Issue.record("a revoked box wrote a version")
                return
            }
            #expect(try await store.revoke(thief.id, now: 3) == 0)
        }
    }

    @Test(
        "A ticket that a desk has reissued stands for the old one, although an organiser took it off the list",
        arguments: StoreKind.allCases)
    func takenOffTheList(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (root, office, desk) = (try MasterKey.random().rootKey(), try BoxKey(), try BoxKey())
            var records: [HubRecord] = []
            for (key, role) in [(office, BoxRole.organiser), (desk, .desk)] {
                let code = EnrolmentCode()
                let given = try InvitedMembership(
                    of: code, name: "\(role)", rights: MemberRights(role), serial: 7, start: Timestamp(milliseconds: 1),
                    signedBy: root)
                try await store.invite(
                    Invitation(name: "\(role)", isRelay: role == .organiser, membership: given),
                    code: code.key().publicKey, expiry: 1000)
                _ = try await store.enrol(key.box, publicKey: key.publicKey, code: code.key().publicKey, now: 1)
                let signed = try key.publicKey.membership(role, serial: 8, name: "\(role)", of: root)
                let line = SignedRecord(.membership(signed.membership), signature: signed.signature)
                records += [try .box(key), try #require(try WireRecord(line).record)]
            }
            let (old, new, event) = (TicketID.random(), TicketID.random(), EventID.sample)
            let start = #"{"kind":"ticket","record":{"epoch":1,"event":"\#(event)","first":"valid","id":"\#(new)","#
            let end = #","user":"\#(UserID.random())"}}"#
            func stamp(_ key: BoxKey, _ hlc: Int64) -> String { #""stamp":{"box":"\#(key.box)","hlc":\#(hlc)}"# }
            records += [
                try .signedVersion(
                    start + #""replaces":"\#(old)","# + stamp(desk, 1 << 40) + end, by: desk),
                try .signedVersion(start + #""removed":true,"# + stamp(office, 1) + end, by: office),
            ]
            let sender = try EnrolledBox.sample(isRelay: true)
            let reply = try await store.commit([.upload(records, from: sender, cursor: nil)], now: 1).replies.first
            guard case .uploaded(Array(repeating: .taken, count: 6), _) = reply else {
                Issue.record("\(String(describing: reply))")
                return
            }
            #expect(try await store.database.read { try $0.ticket(replacedBy: new) } == old)
        }
    }

    @Test("A box that asks anew for what it has is told so", arguments: StoreKind.allCases)
    func again(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (north, ticket) = (BoxID.random(), TicketID.random())
            #expect(try await ask(request(1, ticket), north, store) == won)
            let answer = try await ask(request(2, ticket), north, store)
            #expect(!answer.won)
            #expect(answer.claims.map(\.number) == [1])
        }
    }

    @Test("A number is for one question", arguments: StoreKind.allCases)
    func numbers(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = BoxID.random()
            let first = try await ask(request(1, .random()), box, store)
            #expect(first == won)
            let error = await thrown { try await ask(request(1, .random()), box, store) }
            #expect(error as? HubError == .numberReused(number: 1))
            #expect(try await ask(request(1, .random()), .random(), store) == won)
        }
    }

    @Test("A claim that is given back is another's, and only its own box gives it back", arguments: StoreKind.allCases)
    func release(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (north, south, ticket) = (BoxID.random(), BoxID.random(), TicketID.random())
            #expect(try await ask(request(1, ticket), north, store) == won)
            _ = try await store.commit([.release(number: 1, by: south), .release(number: 2, by: north)], now: 1)
            #expect(try await ask(request(1, ticket), south, store) != won)
            _ = try await store.commit([.release(number: 1, by: north)], now: 1)
            #expect(try await ask(request(1, ticket), south, store) == won)
        }
    }

    @Test("Six boxes that race for 300 tickets have exactly one winner for each", arguments: StoreKind.allCases)
    func race(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let tickets = (1...300).map { _ in TicketID.random() }
            // Each box asks a hub of its own where several can share a database.
            let only = kind == .sqlite ? try await kind.open(place) : nil
            let wins = try await withThrowingTaskGroup(of: [(TicketID, Wire.ClaimAnswer)].self) { group in
                for _ in 1...6 {
                    let store = if let only { only } else { try await kind.open(place) }
                    let box = BoxID.random()
                    group.addTask {
                        var answers: [(TicketID, Wire.ClaimAnswer)] = []
                        for (index, ticket) in tickets.enumerated() {
                            let claim = request(Int64(index + 1), ticket)
                            let answer = try await ask(claim, box, store)
                            #expect(try await ask(claim, box, store) == answer)
                            answers.append((ticket, answer))
                        }
                        return answers
                    }
                }
                return try await group.reduce(into: [TicketID: [Wire.ClaimAnswer]]()) { all, answers in
                    for (ticket, answer) in answers { all[ticket, default: []].append(answer) }
                }
            }
            #expect(wins.count == 300)
            for answers in wins.values {
                #expect(answers.count == 6)
                #expect(answers.count { $0.won } == 1)
            }
        }
    }
}
