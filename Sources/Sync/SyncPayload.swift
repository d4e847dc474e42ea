// One direction of a sync, to be carried over.

public import Ledger
public import TicketSigning

/// A ledger's version vector, and all records that another ledger lacks according to the latest version vector known
/// of it.
public struct SyncPayload: Hashable, Sendable {
    /// The sender and what it has.
    public let versionVector: VersionVector
    /// The records that the other side lacks.
    public let page: SharedPage
    /// When it was made, by the sender's logical clock.
    @Bounded<LogicalTimeBounds> public private(set) var made: Int64

    /// - Parameters:
    ///   - versionVector: The sender and what it has.
    ///   - page: The records that the other side lacks.
    ///   - made: When it was made, by the sender's logical clock.
    public init(versionVector: VersionVector, page: SharedPage, made: Int64) {
        self.versionVector = versionVector
        self.page = page
        self.made = made
    }

    /// Collects the records that another ledger lacks; all of them for an unknown ledger.
    ///
    /// - Parameters:
    ///   - ledger: The ledger that the records come from.
    ///   - signer: The key of its box.
    ///   - peer: The other ledger's own box; `nil` if it is not known yet.
    ///   - instant: The current time by this machine's wall clock.
    /// - Throws: `LedgerError`.
    public init(
        of ledger: Ledger,
        signedBy signer: any RecordSigner,
        for peer: BoxID?,
        on instant: Timestamp
    ) async throws {
        let nobody = BoxID.random()
        let known =
            try await peer.flatMapAsync { try await ledger.lastKnownVector(of: $0) }
            ?? VersionVector(
                ledger: peer ?? nobody, name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: []
            )
        // The other ledger may have been restored, and takes nothing of a box or event that it does not know.
        var heard = known.withoutLists
        versionVector = try await ledger.versionVector(for: peer, on: instant)
        made = try await ledger.logicalTime(on: instant)
        var records: [SignedRecord] = []
        var page = try await ledger.page(after: heard, on: instant, signedBy: signer, isOneWay: true)
        let start = page.start
        while !page.isEmpty {
            records += page.signed
            heard = heard.predicted(after: page)
            page = try await ledger.page(after: heard, on: instant, signedBy: signer, isOneWay: true)
        }
        let sorted = SharedRecord.Kind.allCases.flatMap { kind in records.filter { $0.record.kind == kind } }
        self.page = SharedPage(start: start, end: page.end, signed: sorted)
    }
}

extension Optional {
    fileprivate func flatMapAsync<Value>(_ body: (Wrapped) async throws -> Value?) async rethrows -> Value? {
        if let self { try await body(self) } else { nil }
    }
}

extension Ledger {
    /// Merges a payload, all of it or nothing.
    ///
    /// - Parameters:
    ///   - payload: A payload that was made for this ledger, or for any.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: What was new, and what was wrong with the records.
    /// - Throws: `LedgerError`; nothing was merged then.
    public func merge(_ payload: SyncPayload, on instant: Timestamp) async throws -> MergeResult {
        try await merge(payload.page, from: payload.versionVector, made: payload.made, on: instant)
    }
}
