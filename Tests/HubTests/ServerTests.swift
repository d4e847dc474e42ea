// The hub as boxes meet it.

import Accounts
import Admission
import Dispatch
import FoundationEssentials
import Glibc
import HTTPSupport
import Ledger
import NIOCore
import Sync
import Synchronization
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct ServerTests {
    private func upload(_ records: [HubRecord], cursor: String? = nil) -> Wire.Upload {
        Wire.Upload(records: records.map(WireRecord.init), cursor: cursor)
    }

    private func status(_ error: (any Error)?) -> Int? {
        guard case .refused(_, let status, _, _)? = error as? HubClientError else { return nil }
        return status
    }

    @Test("Two boxes join, send, and read what the other sent")
    func exchange() async throws {
        try await ServedHub.serve { hub in
            let (north, south) = (try await hub.box("North gate"), try await hub.box("South gate"))
            let before: Wire.Have = try await north.ask("GET", "/v1/have")
            #expect(before.logs.isEmpty)
            #expect(before.cursor.isEmpty)
            let ticket = try HubRecord.signedTicket(by: north.key, hlc: 1 << 62)
            let records = try HubRecord.signedScans(.sample, by: north.key) + [ticket]
            let sent: Wire.UploadAnswer = try await north.ask(
                "POST", "/v1/records", upload(records, cursor: "as far as 7"))
            #expect(sent.results == [.taken, .taken])
            let page: Wire.Page = try await south.ask("GET", "/v1/records")
            #expect(page.records.compactMap(\.record) == records)
            let next: Wire.Page = try await south.ask("GET", "/v1/records?epoch=\(page.epoch)&rev=\(page.rev)")
            #expect(next.records.isEmpty)
            let have: Wire.Have = try await north.ask("GET", "/v1/have")
            #expect(have.logs.map { $0.points.map(\.seq) } == [[1]])
            #expect(have.cursor == "as far as 7")
            let boxes: Wire.Boxes = try await south.ask("GET", "/v1/boxes")
            #expect(boxes.boxes.map(\.name) == ["North gate", "South gate"])
        }
    }

    @Test("What a box sends of its own needs its signature, also as long as the hub has no record of it")
    func ownRecords() async throws {
        try await ServedHub.serve { hub in
            let (north, stranger) = (try await hub.box("North gate"), try BoxKey())
            let signed = try HubRecord.signedScans(.sample, by: north.key) + [.signedTicket(by: north.key)]
            let line = try SignedRecord(line: Data(signed[0].body)).record
            let wrong = try [
                HubRecord.signed(line, by: stranger), .signedTicket(by: stranger, of: north.id), .scan(north.id, 1),
                #require(try WireRecord(SignedRecord(line, signature: nil)).record),
            ]
            let refused: Wire.UploadAnswer = try await north.ask("POST", "/v1/records", upload(wrong))
            #expect(refused.results == [.forbidden, .forbidden, .forbidden, .forbidden])
            // It would keep away the line itself, which others bring.
            let taken: Wire.UploadAnswer = try await north.ask("POST", "/v1/records", upload(signed))
            #expect(taken.results == [.taken, .taken])
        }
    }

    @Test("A connection that says nothing is closed, so that nobody uses them all up", .timeLimit(.minutes(30)))
    func silence() async throws {
        try await ServedHub.serve(timeout: ConnectionTimeouts(idle: .milliseconds(100))) { hub in
            let port = try #require(hub.address.url.split(separator: ":").last.flatMap { UInt16($0) })
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
            let silent = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(silent) }
            let connected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(silent, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(connected == 0)
            let received = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    var byte: UInt8 = 0
                    continuation.resume(returning: recv(silent, &byte, 1, 0))
                }
            }
            #expect(received == 0)
        }
    }

    @Test("A page that is waited for comes with the next record")
    func longPoll() async throws {
        try await ServedHub.serve { hub in
            let (north, south) = (try await hub.box("North"), try await hub.box("South"))
            let start: Wire.Page = try await south.ask("GET", "/v1/records")
            let target = "/v1/records?epoch=\(start.epoch)&rev=\(start.rev)&wait=25"
            async let page: Wire.Page = south.ask("GET", target)
            let scans = try HubRecord.signedScans(.sample, by: north.key)
            let _: Wire.UploadAnswer = try await north.ask("POST", "/v1/records", upload(scans))
            #expect(try await page.records.compactMap(\.record) == scans)
        }
    }

    @Test("A code is good for one box, once, and not for ever")
    func codes() async throws {
        try await ServedHub.serve { hub in
            let code = EnrolmentCode()
            let invitation = hub.invitation(code)
            let expiry = hub.clock.now + 1000
            try await hub.store.invite(Invitation(name: "North"), code: code.key().publicKey, expiry: expiry)
            let key = try BoxKey()
            let box = key.box
            _ = try await hub.join(invitation, as: box, key: key)
            // The answer may have been lost on the way.
            _ = try await hub.join(invitation, as: box, key: key)
            let stranger = try BoxKey()
            let other = await thrown { try await hub.join(invitation, as: stranger.box, key: stranger) }
            #expect(status(other) == 403)
            let late = EnrolmentCode()
            try await hub.store.invite(Invitation(name: "South"), code: late.key().publicKey, expiry: expiry)
            hub.clock.advance(by: 2000)
            let expired = hub.invitation(late)
            #expect(
                status(await thrown { try await hub.join(expired, as: stranger.box, key: stranger) }) == 403)
            let again = EnrolmentCode()
            try await hub.store.invite(
                Invitation(name: "North"), code: again.key().publicKey, expiry: hub.clock.now + 1000)
            let stolen = hub.invitation(again)
            // Nobody takes the identifier of a box whose key is another.
            #expect(status(await thrown { try await hub.join(stolen, as: box, key: stranger) }) == 422)
        }
    }

    @Test("A second box of one name is turned away, and joins with the same code when the first is revoked")
    func names() async throws {
        try await ServedHub.serve { hub in
            let (first, code) = (try await hub.box("North"), EnrolmentCode())
            let expiry = hub.clock.now + 1000
            try await hub.store.invite(Invitation(name: "North"), code: code.key().publicKey, expiry: expiry)
            let key = try BoxKey()
            let error = await thrown { try await hub.join(hub.invitation(code), as: key.box, key: key) }
            #expect(status(error) == 409)
            #expect("\(try #require(error))".contains("Another box of the hub is named 'North'"))
            try await hub.store.revoke(first.id, now: hub.clock.now)
            let joined = try await hub.join(hub.invitation(code), as: key.box, key: key)
            #expect(joined.name == "North")
        }
    }

    @Test("A box gets the membership of its code, again if the answer was lost, and no one else does")
    func membership() async throws {
        try await ServedHub.serve { hub in
            let (root, code) = (try MasterKey.random().rootKey(), EnrolmentCode())
            let given = try InvitedMembership(
                of: code, name: "North", rights: MemberRights(.gate), serial: 7, start: Timestamp(milliseconds: 1),
                signedBy: root)
            let expiry = hub.clock.now + 1000
            let invitation = Invitation(name: "North", membership: given)
            try await hub.store.invite(invitation, code: code.key().publicKey, expiry: expiry)
            let key = try BoxKey()
            for _ in 0..<2 {
                let joined = try await hub.join(hub.invitation(code), as: key.box, key: key)
                let signed = try #require(joined.membership)
                #expect(signed.isAuthentic && signed.membership.box == key.box && signed.membership.role == .gate)
                #expect(signed.membership.terms.root == Root(root.publicKey))
            }
            // The hub knows the public half of the code's key, which is not enough.
            let (stranger, other) = (try BoxKey(), EnrolmentCode())
            let second = Invitation(name: "South", membership: given)
            try await hub.store.invite(second, code: other.key().publicKey, expiry: expiry)
            let proof = BoxProof(box: stranger.box, key: stranger.publicKey, code: try other.key().publicKey)
            let enrolment = Wire.Enrolment(
                box: stranger.box, key: RecordBytes(stranger.publicKey.bytes),
                code: RecordBytes(try other.key().publicKey),
                proof: RecordBytes(stranger.sign(Membership.proofMessage(for: stranger.publicKey.bytes))),
                signature: RecordBytes(stranger.sign(proof.message)))
            let member = ServedHub.Member(id: stranger.box, key: stranger, hub: hub)
            let error = await thrown { try await member.ask("POST", "/v1/boxes", enrolment) as Wire.Box }
            #expect(status(error) == 403)
            // A hub that hands out the membership of another code is not believed.
            let mixed = await thrown {
                try await hub.join(hub.invitation(other), as: stranger.box, key: stranger)
            }
            #expect("\(try #require(mixed))".contains("not from whoever made the joining code"))
        }
    }

    @Test("A stranger, another key, an old request and a revoked box are turned away")
    func strangers() async throws {
        try await ServedHub.serve { hub in
            let north = try await hub.box("North")
            let stranger = ServedHub.Member(id: .random(), key: try BoxKey(), hub: hub)
            let thief = ServedHub.Member(id: north.id, key: try BoxKey(), hub: hub)
            for member in [stranger, thief] {
                let error = await thrown { try await member.ask("GET", "/v1/have") as Wire.Have }
                #expect(status(error) == 401)
            }
            let _: Wire.Have = try await north.ask("GET", "/v1/have")
            try await hub.store.revoke(north.id, now: hub.clock.now)
            #expect(status(await thrown { try await north.ask("GET", "/v1/have") as Wire.Have }) == 401)
        }
    }

    @Test("What a box was shut out for writing later is kept aside when another brings it")
    func quarantine() async throws {
        try await ServedHub.serve { hub in
            let (north, service) = (try await hub.box("North"), try await hub.box("Office", isRelay: true))
            let (first, second) = (
                try HubRecord.signedChange(of: north.id, by: north.key),
                try HubRecord.signedChange(of: north.id, by: north.key, "later")
            )
            let _: Wire.UploadAnswer = try await north.ask(
                "POST", "/v1/records", upload([try .box(north.key), first]))
            try await hub.store.revoke(north.id, now: hub.clock.now)
            let later = upload([first, second])
            let answer: Wire.UploadAnswer = try await service.ask("POST", "/v1/records", later)
            #expect(answer.results == [.known, .quarantined])
            let have: Wire.Have = try await service.ask("GET", "/v1/have")
            #expect(have.closed == [north.id])
        }
    }

    @Test("A box whose clock is years off is heard, and the hub knows how far")
    func wrongClock() async throws {
        try await ServedHub.serve { hub in
            let year: Int64 = 365 * 24 * 3_600_000
            let joined = try await hub.box("North")
            let north = ServedHub.Member(id: joined.id, key: joined.key, hub: hub, clockIsAheadBy: -year)
            let _: Wire.Have = try await north.ask("GET", "/v1/have")
            let box = try #require(try await hub.store.box(joined.id))
            #expect(box.skew == -year)
            #expect(await north.connection.clockOffset == year)
        }
    }

    private struct OtherClaim: Encodable, Sendable {
        var number: Int64 = 1
        var ordinal: Int64 = 1
        var at: Int64 = 77
        var hlc: Int64 = 77 << 16
        let ticket = TicketID.random()
        let event = EventID.sample
        let zone = "main"
        let gate = "main"
        let kind = "entry"
    }

    @Test("A claim with an impossible number is refused with the reason")
    func impossibleClaims() async throws {
        try await ServedHub.serve { hub in
            let north = try await hub.box("North gate")
            let _: Wire.ClaimAnswer = try await north.ask("POST", "/v1/claims", OtherClaim())
            let claims = [
                OtherClaim(number: 0), OtherClaim(ordinal: 0), OtherClaim(at: .max), OtherClaim(at: .min),
                OtherClaim(hlc: -1), OtherClaim(hlc: .max),
            ]
            for claim in claims {
                let error = await thrown { try await north.ask("POST", "/v1/claims", claim) as Wire.ClaimAnswer }
                #expect(status(error) == 422)
            }
        }
    }

    @Test("A claim is decided over the wire, and one that is given back is free")
    func claims() async throws {
        try await ServedHub.serve { hub in
            let (north, south) = (try await hub.box("North gate"), try await hub.box("South gate"))
            let ticket = TicketID.random()
            func claim(_ client: ClaimClient, at gate: String) async -> ClaimResult {
                await client.claim(.sample(ticket, at: gate))
            }
            // A busy machine that runs tests is slower than a door.
            let timeout = Duration.seconds(600)
            let first = ClaimClient(over: north.connection, timeout: timeout)
            let second = ClaimClient(over: south.connection, timeout: timeout)
            guard case .won(let number, let others) = await claim(first, at: "north") else {
                Issue.record("the first claim is not granted")
                return
            }
            #expect(others.isEmpty)
            let entry = Entry(at: Timestamp(milliseconds: 77), gate: "north", box: north.id, boxName: "North gate")
            let granted = Claim(sequenceNumber: 1, kind: .entry, entry: entry, number: number, logicalTime: 0)
            #expect(await claim(second, at: "south") == .taken([granted]))
            await first.release(number)
            guard case .won(_, let others) = await claim(second, at: "south") else {
                Issue.record("the released claim is not granted")
                return
            }
            #expect(others.isEmpty)
        }
    }

    @Test("A request that somebody sends again is turned away, and so is a changed one")
    func replay() async throws {
        try await ServedHub.serve { hub in
            let north = try await hub.box("North")
            func headers(_ target: String, nonce: UInt8, time: Int64) throws -> [(name: String, value: String)] {
                let signature = RequestSignature(
                    method: "GET", target: target, box: north.id, time: time,
                    nonce: [UInt8](repeating: nonce, count: 16), bodyHash: SHA256.hash([])
                )
                return [
                    (SignatureHeader.box, north.id.description), (SignatureHeader.time, String(time)),
                    (SignatureHeader.nonce, RecordBytes(signature.nonce).base64url),
                    (SignatureHeader.signature, RecordBytes(north.key.sign(signature.message)).base64url),
                ]
            }
            let visitor = Visitor()
            func send(_ target: String, _ headers: [(name: String, value: String)], body: String = "") async throws
                -> Int
            {
                try await visitor.ask(hub.address, "GET", target, headers, Array(body.utf8)).status
            }
            let now = hub.clock.now
            let good = try headers("/v1/have", nonce: 1, time: now)
            #expect(try await send("/v1/have", good) == 200)
            #expect(try await send("/v1/have", good) == 401)
            #expect(try await send("/v1/boxes", try headers("/v1/have", nonce: 2, time: now)) == 401)
            #expect(try await send("/v1/have?x=1", try headers("/v1/have", nonce: 3, time: now)) == 401)
            #expect(try await send("/v1/have", try headers("/v1/have", nonce: 4, time: now), body: "{}") == 401)
            #expect(try await send("/v1/have", try headers("/v1/have", nonce: 5, time: now - 61_000)) == 401)
            #expect(try await send("/v1/have", try headers("/v1/have", nonce: 6, time: now + 61_000)) == 401)
            #expect(try await send("/v1/have", try headers("/v1/have", nonce: 7, time: now)) == 200)
            #expect(try await send("/v1/have", []) == 401)
        }
    }

    @Test("A compressed body counts as what is in it, and any other coding is refused")
    func codings() async throws {
        try await ServedHub.serve { hub in
            let north = try await hub.box("North")
            let visitor = Visitor()
            func send(_ body: [UInt8], as coding: String, nonce: UInt8) async throws -> Int {
                let signature = RequestSignature(
                    method: "POST", target: "/v1/records", box: north.id, time: hub.clock.now,
                    nonce: [UInt8](repeating: nonce, count: 16), bodyHash: SHA256.hash(body)
                )
                let headers = [
                    (name: SignatureHeader.box, value: north.id.description),
                    (SignatureHeader.time, String(signature.time)),
                    (SignatureHeader.nonce, RecordBytes(signature.nonce).base64url),
                    (SignatureHeader.signature, RecordBytes(north.key.sign(signature.message)).base64url),
                    ("Content-Encoding", coding),
                ]
                return try await visitor.ask(hub.address, "POST", "/v1/records", headers, body).status
            }
            let plain = Array(#"{"records":[]}"#.utf8)
            let packed = try #require(ZstdFrame.pack(plain))
            #expect(try await send(packed, as: "zstd", nonce: 1) == 200)
            #expect(try await send(plain, as: "zstd", nonce: 2) == 400)
            #expect(try await send(packed, as: "gzip", nonce: 3) == 415)
            let long = try #require(ZstdFrame.pack([UInt8](repeating: UInt8(ascii: " "), count: 5 << 20)))
            #expect(try await send(long, as: "zstd", nonce: 4) == 400)
        }
    }

    @Test("A nonce is not forgotten before its request is too old")
    func nonces() async {
        let memory = NonceCache()
        #expect(await memory.take([1], now: 0))
        for now in stride(from: Int64(0), through: 2 * RequestSignature.window, by: 10_000) {
            #expect(await memory.take([1], now: now) == false)
        }
    }

    @Test("Nobody asks more often than is good for the others")
    func rates() async {
        let limit = RateLimit<Int>(burst: 3, perSecond: 1)
        let start = ContinuousClock.now
        for _ in 1...3 { #expect(await limit.allows(1, now: start)) }
        #expect(await limit.allows(1, now: start) == false)
        #expect(await limit.allows(2, now: start))
        #expect(await limit.allows(1, now: start + .seconds(2)))
        var allowed = 0
        for tenths in 21...120 where await limit.allows(1, now: start + .milliseconds(100 * tenths)) { allowed += 1 }
        #expect((10...11).contains(allowed), "who asks ten times a second gets one through")
    }

    @Test("A box with a long list waits its turn, and its guests' claims do not")
    func longList() async throws {
        let paused = Mutex(Duration.zero)
        let start = ContinuousClock.now
        // Nothing but the box's pauses takes time.
        try await ServedHub.serve(elapsed: { start + paused.withLock { $0 } }) { hub in
            let north = try await hub.box("North")
            let connection = HubConnection(
                to: hub.address, as: north.id, key: north.key, hub: hub.fingerprint, now: { hub.clock.now },
                within: ServedHub.patience, elapsed: { .now },
                pause: { pause in paused.withLock { $0 += pause } }, over: { CurlTransport(address: hub.address) })
            for _ in 1...150 { _ = try await connection.have(scans: nil) }
            #expect(paused.withLock { $0 } == .seconds(2))
            for _ in 1...30 { _ = try await connection.have(scans: nil) }
            let error = await thrown { let _: Wire.Have = try await north.ask("GET", "/v1/have") }
            guard case .refused(_, 429, _, _) = error as? HubClientError else {
                Issue.record("\(String(describing: error))")
                return
            }
            let claims = ClaimClient(over: north.connection, timeout: .seconds(600))
            guard case .won(_, let others) = await claims.claim(.sample(.random())) else {
                Issue.record("the claim is not granted")
                return
            }
            #expect(others.isEmpty)
        }
    }
}
