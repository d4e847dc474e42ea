// One sync: sends what the other side lacks, then receives what this side lacks.

public import Ledger

/// Brings a ledger and the other end of a transport to the same state.
///
/// Every step is atomic and can be repeated, so an interrupted sync simply starts again. What to send follows from
/// the other side's current version vector, never from what was sent before: the other side may have been restored
/// since.
public struct SyncSession: Sendable {
    private let ledger: Ledger
    private let signer: any RecordSigner
    private let transport: any SyncTransport
    private let now: @Sendable () -> Timestamp

    /// What a sync did.
    public struct Outcome: Hashable, Sendable {
        /// The number of records sent.
        public var sent = 0
        /// What was received, and what is wrong with it.
        public var received = MergeResult()
    }

    /// - Parameters:
    ///   - ledger: This side's ledger.
    ///   - signer: The key of its box.
    ///   - transport: The connection to the other side.
    ///   - now: This machine's wall clock.
    public init(
        _ ledger: Ledger,
        signedBy signer: any RecordSigner,
        over transport: any SyncTransport,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.ledger = ledger
        self.signer = signer
        self.transport = transport
        self.now = now
    }

    /// Syncs once, in both directions. A hub that does not know this box is shown its membership; if it has revoked the
    /// box, the ledger takes the revocation.
    ///
    /// - Returns: What was sent and what was received.
    /// - Throws: `LedgerError`, and any error of the transport; what was merged until then stays.
    public func run() async throws -> Outcome { try await presenting { try await exchange() } }

    /// Sends what is new on this side, and receives what is new on the other, without asking it what it has: where it
    /// takes everything, that is one request.
    ///
    /// - Returns: What was sent and what was received.
    /// - Throws: As ``run()``.
    public func update() async throws -> Outcome {
        try await presenting {
            let own = try await ledger.versionVector(for: nil, on: now())
            guard let theirs = transport.lastVersionVector(for: own) else { return try await exchange() }
            let page = try await ledger.page(after: theirs, on: now(), signedBy: signer)
            // What fits on no page takes several requests anyway.
            guard !page.isEmpty, page.isLast else { return try await exchange() }
            if let outcome = try await exchange(page, knowing: theirs) { return outcome }
            return try await exchange()
        }
    }

    /// Presents this box's membership if the other side does not know the box, and takes a revocation.
    private func presenting(_ body: () async throws -> Outcome) async throws -> Outcome {
        do {
            do { return try await body() } catch {
                guard let membership = try await ledger.membership(),
                    try await transport.present(membership, after: error)
                else { throw error }
            }
            return try await exchange()
        } catch {
            let held = try await ledger.membership()?.membership
            for revocation in await transport.revocations where revocation.membership != held {
                try await ledger.take(revocation, on: now())
            }
            throw error
        }
    }

    /// - Returns: The data version of this side's ledger: as long as it stays the same, nobody has written to it.
    /// - Throws: `LedgerError`.
    public func dataVersion() async throws -> LedgerDataVersion { try await ledger.dataVersion() }

    /// - Returns: Whether this side has records that the other one lacks, as far as is known without asking it.
    /// - Throws: `LedgerError`.
    public func hasNews() async throws -> Bool {
        let own = try await ledger.versionVector(for: nil, on: now())
        guard let theirs = transport.lastVersionVector(for: own) else { return true }
        return try await !ledger.page(after: theirs, on: now(), signedBy: signer).signed.isEmpty
    }

    /// Receives what this side lacks, and sends nothing.
    ///
    /// - Returns: What was received.
    /// - Throws: As ``run()``.
    public func receive() async throws -> Outcome {
        var outcome = Outcome()
        let own = try await ledger.versionVector(for: nil, on: now())
        guard let theirs = transport.lastVersionVector(for: own) else { return try await run() }
        try await receive(&outcome, from: theirs)
        return outcome
    }

    /// Notes that the other side was heard of, which had nothing to say.
    ///
    /// - Throws: `LedgerError`.
    public func noteContact() async throws {
        let own = try await ledger.versionVector(for: nil, on: now())
        if let theirs = transport.lastVersionVector(for: own) { try await ledger.record(theirs, on: now()) }
    }

    private func exchange() async throws -> Outcome {
        var outcome = Outcome()
        let theirs = try await send(&outcome)
        try await receive(&outcome, from: theirs)
        try await finish(&outcome)
        return outcome
    }

    private func finish(_ outcome: inout Outcome) async throws {
        // Of a log that branched, the other side was taken to be ahead.
        if outcome.received.hasNewBranch { _ = try await send(&outcome) }
        if let offset = await transport.clockOffset { try await ledger.note(clockOffset: offset) }
    }

    /// Sends a page and receives what this side lacks.
    ///
    /// - Returns: `nil` if the other side has to be asked what it has.
    private func exchange(_ page: SharedPage, knowing theirs: VersionVector) async throws -> Outcome? {
        let own = try await ledger.versionVector(for: theirs.ledger, on: now())
        guard let answer = try await transport.exchange(page, from: own) else { return nil }
        var outcome = Outcome(sent: page.records.count)
        try await ledger.record(answer.versionVector, on: now())
        if let received = answer.page, !received.isEmpty {
            outcome.received.add(try await ledger.merge(received, from: theirs.ledger, on: now()))
        }
        if answer.page?.isLast != true { try await receive(&outcome, from: answer.versionVector) }
        try await finish(&outcome)
        return outcome
    }

    /// - Returns: What the other side then has.
    private func send(_ outcome: inout Outcome) async throws -> VersionVector {
        var theirs = try await transport.versionVector(hearing: try await ledger.versionVector(for: nil, on: now()))
        try await ledger.record(theirs, on: now())
        while true {
            let page = try await ledger.page(after: theirs, on: now(), signedBy: signer)
            guard !page.isEmpty else { break }
            let answer = try await transport.send(
                page, from: try await ledger.versionVector(for: theirs.ledger, on: now()))
            outcome.sent += page.records.count
            // A side that accepts nothing of a page would otherwise be sent the same page forever.
            guard !answer.hasSameRecords(as: theirs) else { break }
            theirs = answer
            // While guests arrive there is always something new; it is left for the next sync.
            guard !page.isLast else { break }
        }
        try await ledger.record(theirs, on: now())
        return theirs
    }

    private func receive(_ outcome: inout Outcome, from theirs: VersionVector) async throws {
        var held = try await ledger.versionVector(for: theirs.ledger, on: now())
        var next = try await transport.page(after: held)
        guard !next.isEmpty else { return }
        while !next.isEmpty {
            let (own, page) = (held, next)
            async let following = transport.page(following: page, for: own)
            outcome.received.add(try await ledger.merge(page, from: theirs.ledger, on: now()))
            guard !page.isLast else { return }
            held = try await ledger.versionVector(for: theirs.ledger, on: now())
            guard held != own else { break }
            // A ledger that has to read something again is elsewhere.
            if let page = try await following, page.start == held.pulled {
                next = page
            } else {
                next = try await transport.page(after: held)
            }
        }
        // The last page had nothing, and was not merged.
        try await ledger.recallRevoked(on: now())
    }
}
