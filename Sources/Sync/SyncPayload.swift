// A sync in one direction that somebody carries over.

public import Ledger
public import TicketSigning

/// What a ledger says of itself, and everything that another one has not got, by the last word heard of that.
public struct SyncPayload: Hashable, Sendable {
    /// Who made it, and what they have.
    public let versionVector: VersionVector
    /// What the other side has not got.
    public let page: SharedPage
    /// When it was made, by its maker's logical clock.
    public let made: Int64

    /// - Parameters:
    ///   - versionVector: Who made it, and what they have.
    ///   - page: What the other side has not got.
    ///   - made: When it was made, by its maker's logical clock.
    public init(versionVector: VersionVector, page: SharedPage, made: Int64) {
        self.versionVector = versionVector
        self.page = page
        self.made = made
    }

    /// Collects what another ledger has not got; everything, for one that was never heard of.
    ///
    /// - Parameters:
    ///   - ledger: Whose records.
    ///   - peer: The other ledger's own box; `nil` where it is not known yet.
    ///   - instant: Now, by this machine's wall clock.
    /// - Throws: `LedgerError`.
    public init(of ledger: Ledger, for peer: BoxID?, on instant: Timestamp) async throws {
        let nobody = BoxID.random()
        var heard =
            try await peer.flatMapAsync { try await ledger.lastHeard(of: $0) }
            ?? VersionVector(
                ledger: peer ?? nobody, name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: []
            )
        versionVector = try await ledger.versionVector(for: peer, on: instant)
        made = try await ledger.logicalTime(on: instant)
        var records: [SharedRecord] = []
        var page = try await ledger.page(after: heard, on: instant)
        let start = page.start
        while !page.isEmpty {
            records += page.records
            heard = heard.predicted(after: page)
            page = try await ledger.page(after: heard, on: instant)
        }
        let sorted = SharedRecord.Kind.allCases.flatMap { kind in records.filter { $0.kind == kind } }
        self.page = SharedPage(start: start, end: page.end, records: sorted)
    }
}

extension Optional {
    fileprivate func flatMapAsync<Value>(_ body: (Wrapped) async throws -> Value?) async rethrows -> Value? {
        if let self { try await body(self) } else { nil }
    }
}

extension Ledger {
    /// Takes a bundle in, all of it or nothing.
    ///
    /// - Parameters:
    ///   - payload: As its maker made it for this ledger, or for anybody.
    ///   - instant: Now, by this machine's wall clock.
    /// - Returns: What was new, and what cannot be believed.
    /// - Throws: `LedgerError`; then nothing was taken.
    public func take(_ payload: SyncPayload, on instant: Timestamp) async throws -> MergeResult {
        try await take(payload.page, from: payload.versionVector, made: payload.made, on: instant)
    }
}
