// A box believes its hub, and nobody who poses as it.

import Admission
import Ledger
import Sync
import Synchronization
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct SignedAnswerTests {
    /// Somebody on the way between a box and its hub.
    private final class Interceptor: Sendable {
        let change = Mutex<@Sendable (HubResponse) -> HubResponse>({ $0 })
        let heard = Mutex<[HubResponse]>([])
    }

    private struct InterceptedTransport: HTTPTransport {
        let real: CurlTransport
        let interceptor: Interceptor

        func run(
            _ method: String,
            _ target: String,
            body: [UInt8],
            headers: [(name: String, value: String)],
            by deadline: ContinuousClock.Instant
        ) async throws(HubClientError) -> HubResponse {
            let answer = try real.run(method, target, body: body, headers: headers, by: deadline)
            interceptor.heard.withLock { $0.append(answer) }
            return interceptor.change.withLock { $0 }(answer)
        }
    }

    private func connection(
        _ member: ServedHub.Member, _ hub: ServedHub, by interceptor: Interceptor, as other: HubFingerprint? = nil
    ) -> HubConnection {
        HubConnection(
            to: hub.address, as: member.id, key: member.key, hub: other ?? hub.fingerprint, now: { hub.clock.now },
            within: ServedHub.patience, elapsed: { .now }, pause: { _ in },
            over: { InterceptedTransport(real: CurlTransport(address: hub.address), interceptor: interceptor) })
    }

    private func isUnsigned(_ error: (any Error)?) -> Bool {
        if case .notSigned? = error as? HubClientError { true } else { false }
    }

    @Test("An answer that was altered, belongs to another request or is not signed at all is no answer")
    func altered() async throws {
        try await ServedHub.serve { hub in
            let (member, interceptor) = (try await hub.box("North"), Interceptor())
            let north = connection(member, hub, by: interceptor)
            _ = try await north.have(scans: nil)
            let earlier = try #require(interceptor.heard.withLock { $0.last })
            func without(_ name: String) -> @Sendable (HubResponse) -> HubResponse {
                { answer in
                    var headers = answer.headers
                    headers[name.lowercased()] = nil
                    return HubResponse(status: answer.status, body: answer.body, headers: headers)
                }
            }
            let changes: [@Sendable (HubResponse) -> HubResponse] = [
                { HubResponse(status: $0.status, body: $0.body + [0x20], headers: $0.headers) },
                { HubResponse(status: 201, body: $0.body, headers: $0.headers) },
                { answer in
                    let headers = answer.headers.merging([SignatureHeader.time.lowercased(): "1"]) { $1 }
                    return HubResponse(status: answer.status, body: answer.body, headers: headers)
                },
                { _ in earlier }, without(SignatureHeader.hubSignature), without(SignatureHeader.hubKey),
                without(SignatureHeader.time),
            ]
            for change in changes {
                interceptor.change.withLock { $0 = change }
                #expect(isUnsigned(await thrown { try await north.have(scans: nil) }))
            }
            interceptor.change.withLock { $0 = { $0 } }
            _ = try await north.have(scans: nil)
            #expect(await north.clockOffset == 0)
        }
    }

    @Test(
        "A proxy that says that no hub answers is not taken for a hub, nor for one with another key",
        arguments: [502, 503, 504])
    func proxy(status: Int) async throws {
        try await ServedHub.serve { hub in
            let (member, interceptor) = (try await hub.box("North"), Interceptor())
            let north = connection(member, hub, by: interceptor)
            interceptor.change.withLock {
                $0 = { HubResponse(status: status, body: Array("<html>".utf8) + $0.body, headers: [:]) }
            }
            let error = await thrown { try await north.have(scans: nil) } as? HubClientError
            guard case .unreachable(_, let reason) = error else {
                Issue.record("\(error.map { "\($0)" } ?? "nothing thrown")")
                return
            }
            #expect(reason.contains("\(status)"))
        }
    }

    @Test("Whoever answers instead of the hub decides no claim, and leaves the gate to decide alone")
    func claims() async throws {
        try await ServedHub.serve { hub in
            let (member, interceptor) = (try await hub.box("North"), Interceptor())
            let claims = ClaimClient(over: connection(member, hub, by: interceptor), timeout: .seconds(600))
            interceptor.change.withLock {
                $0 = { answer in
                    let taken = String(decoding: answer.body, as: UTF8.self).replacing("true", with: "false")
                    return HubResponse(status: answer.status, body: Array(taken.utf8), headers: answer.headers)
                }
            }
            #expect(await claims.claim(.sample(.random())) == .alone)
        }
    }

    @Test("A box does not believe another hub, whoever that has enrolled")
    func otherHub() async throws {
        try await ServedHub.serve { hub in
            let member = try await hub.box("North")
            let other = HubFingerprint(of: try BoxKey().publicKey)
            let north = connection(member, hub, by: Interceptor(), as: other)
            #expect(isUnsigned(await thrown { try await north.have(scans: nil) }))
            let code = EnrolmentCode()
            try await hub.store.invite(
                Invitation(name: "South"), code: code.key().publicKey, expiry: hub.clock.now + 1000)
            let invitation = HubInvitation(address: hub.address, code: code, hub: other)
            let key = try BoxKey()
            let error = await thrown { try await hub.join(invitation, as: key.box, key: key) }
            #expect(isUnsigned(error))
            // The code is not used up.
            #expect(try await hub.join(hub.invitation(code), as: key.box, key: key).name == "South")
        }
    }

    @Test("A box that has joined no hub asks none")
    func notJoined() async throws {
        try await ServedHub.serve { hub in
            let member = try await hub.box("North")
            let north = HubConnection(
                to: hub.address, as: member.id, key: member.key, hub: nil, now: { hub.clock.now })
            let error = await thrown { try await north.have(scans: nil) }
            #expect(error as? HubClientError == .notJoined(host: hub.address.host))
        }
    }

    @Test("Refusals are signed too, and so are compressed pages")
    func refusalsAndPages() async throws {
        try await ServedHub.serve { hub in
            let (north, office) = (try await hub.box("North"), try await hub.box("Office", isRelay: true))
            let records = try HubRecord.signedScans(Array(repeating: .sample, count: 100), by: office.key)
            try await office.connection.take(Wire.Upload(records: records.map(WireRecord.init), cursor: nil))
            let page = try await north.connection.page(of: [.scan], after: nil, knowing: 0)
            #expect(page.records.compactMap(\.record) == records)
            try await hub.store.revoke(north.id, now: hub.clock.now)
            let error = await thrown { try await north.connection.have(scans: nil) }
            guard case .refused(_, 401, .boxRevoked?, _)? = error as? HubClientError else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("The signed text of an answer is the one that the documents give")
    func vector() {
        let answer = AnswerSignature(
            method: "GET", target: "/v1/have", request: "c2lnbmVk", status: 200, time: "1795000000000",
            bodyHash: SHA256.hash([]))
        let text = "doorcheck/hub-answer/v1\nGET\n/v1/have\nc2lnbmVk\n200\n1795000000000\n"
        #expect(
            String(decoding: answer.message, as: UTF8.self)
                == text + "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU\n")
    }
}
