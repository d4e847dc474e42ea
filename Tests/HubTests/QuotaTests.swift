// What one box may store and claim within a day.

import Admission
import Foundation
import Sync
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger

@Suite(.postgreSQL)
struct QuotaTests {
    /// A hub with a small quota and the services that write.
    private func open(
        _ kind: StoreKind,
        _ quota: BoxQuota,
        _ body: (HubService, TestClock) async throws -> Void
    ) async throws {
        try await kind.withStore { store in
            var store = store
            store.quota = quota
            let clock = TestClock()
            let service = try await HubService(store: store, now: { clock.now })
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await service.journal.run() }
                do { try await body(service, clock) } catch { Issue.record(error) }
                group.cancelAll()
            }
        }
    }

    private func enrolled(
        _ name: String = "North",
        key: BoxKey? = nil,
        isRelay: Bool = false,
        at service: HubService
    ) async throws -> EnrolledBox {
        let (box, code) = (try EnrolledBox.sample(name, id: key?.box), EnrolmentCode())
        let expiry = service.now() + 60_000
        try await service.store.invite(
            Invitation(name: name, isRelay: isRelay), code: code.key().publicKey, expiry: expiry)
        return try await service.store.enrol(
            box.id, publicKey: box.publicKey, code: code.key().publicKey, now: service.now())
    }

    private func limit(_ body: () async throws -> some Any) async -> QuotaLimit? {
        guard case .overQuota(let limit, _, _)? = await thrown(by: body) as? HubError else { return nil }
        return limit
    }

    private func claim(_ number: Int64, of ticket: TicketID = .random()) -> Wire.ClaimRequest {
        Wire.ClaimRequest(
            number: number, ticket: ticket, event: .sample, zone: "main", ordinal: 1, kind: .entry, gate: "north",
            at: 1_795_000_000_000 + number, hlc: 0)
    }

    @Test(
        "A box that has sent its records of a day keeps further ones, until the next day or the organiser's word",
        arguments: StoreKind.allCases)
    func records(_ kind: StoreKind) async throws {
        try await open(kind, BoxQuota(records: 4)) { service, clock in
            let (north, south) = (try await enrolled(at: service), try await enrolled("South", at: service))
            let scans = try (1...12).map { try HubRecord.scan(north.id, $0) }
            #expect(try await service.take(Array(scans[0..<3]), from: north).allSatisfy { $0 == .taken })
            // What the hub has already is not counted again.
            #expect(try await service.take(Array(scans[0..<3]), from: north).allSatisfy { $0 == .known })
            #expect(try await service.take(Array(scans[3..<5]), from: north).allSatisfy { $0 == .taken })
            #expect(await limit { try await service.take(Array(scans[5..<6]), from: north) } == .records)
            #expect(try await service.store.logState().ends[LogID(kind: .scan, box: north.id)]?.map(\.seq) == [5])
            let refusal = try #require(try await service.quotaRefusals()[north.id])
            #expect(refusal.limit == .records && refusal.sentence.contains("hub allow 'North'"))
            #expect(try await service.take([.scan(south.id, 1)], from: south) == [.taken])
            #expect(try await service.resetQuota(of: "North").id == north.id)
            #expect(try await service.quotaRefusals().isEmpty)
            #expect(try await service.take(Array(scans[5..<9]), from: north).allSatisfy { $0 == .taken })
            #expect(await limit { try await service.take(Array(scans[9..<10]), from: north) } == .records)
            clock.advance(by: BoxQuota.day)
            #expect(try await service.take(Array(scans[9..<12]), from: north).allSatisfy { $0 == .taken })
        }
    }

    @Test("Long records count by their length, and a relay's do not count", arguments: StoreKind.allCases)
    func bytes(_ kind: StoreKind) async throws {
        try await open(kind, BoxQuota(bytes: 1000)) { service, _ in
            let (north, office) = (
                try await enrolled(at: service), try await enrolled("Office", isRelay: true, at: service)
            )
            let long = String(repeating: "x", count: 600)
            for (box, seqs) in [(north, 1...2 as ClosedRange<Int64>), (office, 1...9)] {
                for seq in seqs {
                    #expect(try await service.take([.scan(box.id, seq, long)], from: box) == [.taken])
                }
            }
            #expect(await limit { try await service.take([.scan(north.id, 3, "x")], from: north) } == .bytes)
        }
    }

    @Test("What a box brings of an enrolled one counts for that one, and what it brings of others for itself")
    func broughtLines() async throws {
        try await open(.sqlite, BoxQuota(records: 4, recordsPerUnknownBox: 1)) { service, _ in
            let (key, stranger) = (try BoxKey(), try BoxKey())
            let (north, south) = (
                try await enrolled(key: key, at: service), try await enrolled("South", at: service)
            )
            #expect(try await service.take([.box(key), .box(stranger)], from: south) == [.taken, .taken])
            for number in 1...4 {
                let line = try HubRecord.signedChange(of: key.box, by: key, "\(number)")
                #expect(try await service.take([line], from: south) == [.taken])
            }
            #expect(try await service.take([.scan(south.id, 1)], from: south) == [.taken])
            #expect(await limit { try await service.take([.scan(north.id, 1)], from: north) } == .records)
            let line = try HubRecord.signedChange(of: stranger.box, by: stranger)
            #expect(try await service.take([line], from: south) == [.taken])
            #expect(await limit { try await service.take([.scan(south.id, 2)], from: south) } == .records)
        }
    }

    @Test("A stolen box makes few boxes known that nobody let in", arguments: StoreKind.allCases)
    func inventedBoxes(_ kind: StoreKind) async throws {
        try await open(kind, BoxQuota(records: 500)) { service, _ in
            let (key, thief) = (try BoxKey(), try await enrolled(at: service))
            _ = try await enrolled("South", key: key, at: service)
            for _ in 1...4 { #expect(try await service.take([.box(BoxKey())], from: thief) == [.taken]) }
            // One that joined counts as any record.
            #expect(try await service.take([.box(key)], from: thief) == [.taken])
            #expect(try await service.take([.box(BoxKey())], from: thief) == [.taken])
            #expect(await limit { try await service.take([.box(BoxKey())], from: thief) } == .records)
        }
    }

    @Test("A stolen box claims a few tickets, not every ticket", arguments: StoreKind.allCases)
    func unusedClaims(_ kind: StoreKind) async throws {
        try await open(kind, BoxQuota(unusedClaims: 3)) { service, clock in
            let (thief, south) = (try await enrolled(at: service), try await enrolled("South", at: service))
            let tickets = (0..<4).map { _ in TicketID.random() }
            for number in 1...3 {
                #expect(try await service.claim(claim(Int64(number), of: tickets[number - 1]), by: thief.id).won)
            }
            #expect(await limit { try await service.claim(claim(4, of: tickets[3]), by: thief.id) } == .unusedClaims)
            #expect(try await service.quotaRefusals()[thief.id]?.limit == .unusedClaims)
            // A repeated request is answered as before, and the refused ticket is free.
            #expect(try await service.claim(claim(1, of: tickets[0]), by: thief.id).won)
            #expect(try await service.claim(claim(1, of: tickets[3]), by: south.id).won)
            try await service.release(number: 2, by: thief.id)
            #expect(try await service.claim(claim(5), by: thief.id).won)
            #expect(await limit { try await service.claim(claim(6), by: thief.id) } == .unusedClaims)
            clock.advance(by: BoxQuota.day)
            #expect(try await service.claim(claim(7), by: thief.id).won)
        }
    }

    @Test("A gate whose scans arrive claims as many tickets as there are guests", arguments: StoreKind.allCases)
    func usedClaims(_ kind: StoreKind) async throws {
        try await open(kind, BoxQuota(unusedClaims: 3)) { service, _ in
            let key = try BoxKey()
            let (north, office) = (
                try await enrolled(key: key, at: service), try await enrolled("Office", isRelay: true, at: service)
            )
            #expect(try await service.take([.box(key)], from: north) == [.taken])
            var chain: RecordBytes?
            for number in 1...20 as ClosedRange<Int64> {
                let ticket = TicketID.random()
                #expect(try await service.claim(claim(number, of: ticket), by: north.id).won)
                let line = try HubRecord.chained(HubRecord.scanLine(of: ticket, number, at: north.id), after: chain)
                chain = line.place?.chain
                let scan = try HubRecord.signed(line, by: key)
                // Another machine may bring it.
                let sender = number.isMultiple(of: 5) ? office : north
                #expect(try await service.take([scan], from: sender) == [.taken])
            }
            #expect(try await service.quotaRefusals().isEmpty)
            for number in 1...9 as ClosedRange<Int64> {
                #expect(try await service.claim(claim(number), by: office.id).won)
            }
        }
    }

    @Test("A box that claims faster than guests come is answered more slowly, and the organiser sees it")
    func claimRate() async throws {
        let start = ContinuousClock.now
        try await ServedHub.serve(elapsed: { start }) { hub in
            let (north, office) = (try await hub.box("North"), try await hub.box("Office", isRelay: true))
            func answered(_ box: ServedHub.Member) async -> Int64 {
                for number in 1...200 as ClosedRange<Int64> {
                    let error = await thrown {
                        try await box.ask("POST", "/v1/claims", claim(number)) as Wire.ClaimAnswer
                    }
                    guard let error else { continue }
                    guard case .refused(_, 429, .overQuota?, _)? = error as? HubClientError else { return 0 }
                    return number - 1
                }
                return 200
            }
            #expect(await answered(north) == 10 * BoxQuota.claimsPerSecond)
            #expect(try await hub.service.quotaRefusals()[north.id]?.limit == .claimsPerSecond)
            // A relay reaches only the general limit.
            #expect(await answered(office) == 0)
            #expect(try await hub.service.quotaRefusals()[office.id] == nil)
        }
    }

    @Test("A box over its quota hears it at once, with a sentence, and sends everything when the organiser lets it")
    func sentence() async throws {
        try await ServedHub.serve(quota: BoxQuota(records: 1)) { hub in
            let north = try await hub.box("North")
            let scans = try HubRecord.signedScans(.sample, .sample, by: north.key)
            func send(_ seq: Int) async throws {
                try await north.connection.take(
                    Wire.Upload(records: [WireRecord(scans[seq - 1])], cursor: "\(seq)"))
            }
            try await send(1)
            let error = await thrown { try await send(2) }
            guard case .refused(_, 429, .overQuota?, let detail)? = error as? HubClientError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(detail.contains("'North'") && detail.contains("hub allow"))
            let have: Wire.Have = try await north.ask("GET", "/v1/have")
            #expect(have.logs.map { $0.points.map(\.seq) } == [[1]] && have.cursor == "1")
            _ = try await hub.service.resetQuota(of: "North")
            try await send(2)
        }
    }
}
