// A transport to another ledger on the same machine.

public import Ledger

/// Connects two ledgers in one program.
public struct LocalSyncTransport: SyncTransport {
    private let ledger: Ledger
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - ledger: The other side's ledger.
    ///   - now: The other side's wall clock.
    public init(to ledger: Ledger, now: @escaping @Sendable () -> Timestamp) {
        self.ledger = ledger
        self.now = now
    }

    public func versionVector(hearing own: VersionVector) async throws -> VersionVector {
        _ = try await ledger.note(own, on: now())
        return try await ledger.versionVector(for: own.ledger, on: now())
    }

    public func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
        _ = try await ledger.take(page, from: own.ledger, on: now())
        return try await ledger.versionVector(for: own.ledger, on: now())
    }

    public func page(after own: VersionVector) async throws -> SharedPage {
        try await ledger.page(after: own, on: now())
    }
}
