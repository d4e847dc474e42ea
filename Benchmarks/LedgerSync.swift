// ledger.sync: what signatures cost when boxes share their scans.

import Ledger
import Sync
import TicketSigning

/// The time in which a new ledger gets another one's scans, against the same without signing and verifying them.
struct LedgerSync: Benchmark {
    let name = "ledger.sync"
    let summary = "a scan synced to another ledger, against the same without its signature"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let (key, count) = (try BoxKey(), context.isQuick ? 500 : 4_000)
        let source = try await Self.ledger(at: context.folder + "/sync.sqlite", scans: count, key: key)
        var copies = 0
        let times = try await Samples(rounds: context.isQuick ? 3 : 15) {
            copies += 1
            return try await Self.copy(source, to: "\(context.folder)/sync-\(copies).sqlite", scans: count, key: key)
        } theirs: {
            try await Self.sign(count, with: key)
        }
        let scans = times.withoutPart.map { $0 * 1e6 / Double(count) }
        return .figures([Figure(name, in: .microseconds, against: "no signatures", goal: .atMost(1.2), scans)])
    }

    /// Creates a ledger with scans of its own.
    private static func ledger(at path: String, scans: Int, key: BoxKey) async throws -> Ledger {
        let ledger = try Ledger(creating: path, boxName: "bench", key: key.publicKey.bytes)
        let event = Event(slug: "night", name: "Summer Night")
        try await ledger.add(event, gates: [.main])
        let gate = Gate(event: event.id, name: .main)
        let staff = try Attribution(actor: "bench")
        for _ in 0..<scans {
            let ticket = Ticket(event: event.id, user: .random(), id: .random())
            _ = try await ledger.decideWithoutVerifying(
                ticket, at: gate, on: SampleLedger.instant, attribution: staff
            ) { _ in Entered() }
        }
        return ledger
    }

    /// Returns the seconds in which a new ledger gets all of another one's.
    private static func copy(_ source: Ledger, to path: String, scans: Int, key: BoxKey) async throws -> Double {
        let own = try BoxKey()
        let copy = try Ledger(creating: path, boxName: "copy", key: own.publicKey.bytes)
        let now = { @Sendable in SampleLedger.instant }
        let session = SyncSession(
            copy, signedBy: own, over: LocalSyncTransport(to: source, signedBy: key, now: now), now: now)
        var received = 0
        let elapsed = try await seconds { received = try await session.run().received.new[.scan] ?? 0 }
        guard received == scans else { throw BenchmarkError.unequal(what: "scans", ours: received, theirs: scans) }
        return elapsed
    }

    /// Returns the seconds in which as many lines are signed and verified, page by page.
    private static func sign(_ count: Int, with key: BoxKey) async throws -> Double {
        let chains = (0..<count).map { RecordBytes(SHA256.hash(Array("\($0)".utf8))) }
        return try await seconds {
            for start in stride(from: 0, to: count, by: SharedPage.limit) {
                let page = Array(chains[start..<min(start + SharedPage.limit, count)])
                let signatures = LineSignature.sign(page, by: key)
                var verifier = LineVerifier()
                let isValid = zip(signatures, page).allSatisfy { signature, chain in
                    verifier.verifies(signature, of: chain, by: key.publicKey.bytes)
                }
                guard isValid else {
                    throw BenchmarkError.unequal(what: "signatures", ours: signatures.count, theirs: page.count)
                }
            }
        }
    }
}
