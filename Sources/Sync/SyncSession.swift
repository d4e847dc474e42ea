// One sync: what the other side has not got, then what this side has not got.

public import Ledger

/// Brings a ledger and whoever is behind a carrier to the same state.
///
/// Every step is taken whole or not at all and can be repeated, so a sync that was cut off simply begins anew. What to
/// send follows from what the other side says it has, and never from what was sent before: the other side may have been
/// set back since.
public struct SyncSession: Sendable {
    private let ledger: Ledger
    private let transport: any SyncTransport
    private let now: @Sendable () -> Timestamp

    /// What a sync did.
    public struct Outcome: Hashable, Sendable {
        /// Records that were sent.
        public var sent = 0
        /// What came, and what is wrong with it.
        public var received = MergeResult()
    }

    /// - Parameters:
    ///   - ledger: This side.
    ///   - transport: The way to the other side.
    ///   - now: This machine's wall clock.
    public init(_ ledger: Ledger, over transport: any SyncTransport, now: @escaping @Sendable () -> Timestamp) {
        self.ledger = ledger
        self.transport = transport
        self.now = now
    }

    /// Syncs once, both ways.
    ///
    /// - Returns: What was sent and what came.
    /// - Throws: `LedgerError`, and what the carrier throws; what was taken until then stays.
    public func run() async throws -> Outcome {
        var outcome = Outcome()
        var theirs = try await transport.versionVector(hearing: try await ledger.versionVector(for: nil, on: now()))
        outcome.received.add(try await ledger.note(theirs, on: now()))
        while true {
            let page = try await ledger.page(after: theirs, on: now())
            guard !page.isEmpty else { break }
            let answer = try await transport.send(
                page, from: try await ledger.versionVector(for: theirs.ledger, on: now()))
            outcome.sent += page.records.count
            // Whoever takes nothing of a page would be sent the same for ever.
            guard answer != theirs else { break }
            theirs = answer
            // Where guests come all the while, there is something new each time; that is for the next sync.
            guard !page.isLast else { break }
        }
        outcome.received.add(try await ledger.note(theirs, on: now()))
        while true {
            let own = try await ledger.versionVector(for: theirs.ledger, on: now())
            let page = try await transport.page(after: own)
            guard !page.isEmpty else { break }
            outcome.received.add(try await ledger.take(page, from: theirs.ledger, on: now()))
            guard !page.isLast else { break }
            guard try await ledger.versionVector(for: theirs.ledger, on: now()) != own else { break }
        }
        return outcome
    }
}
