// A hub's database whose connection breaks.

@testable import Hub
@testable import HubClient
@testable import HubProtocol

/// The real database, but for what becomes of some transactions.
struct FaultyHubDatabase: HubDatabase {
    let real: any HubDatabase
    let network: SimulatedNetwork

    /// What becomes of a transaction.
    enum Fate: CaseIterable {
        case isRefused, isRolledBack, isCommittedUnheard, runsAgain, isCommittedAndRunsAgain
    }

    var dialect: SQLDialect { real.dialect }

    private static let failure = HubError.database(place: "a hub", code: "simulated")

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        switch await network.transactionFate() {
        case nil: break
        case .isRefused: throw Self.failure
        case .isRolledBack: return try await rollBack(body)
        case .isCommittedUnheard:
            _ = try await real.write(body)
            throw Self.failure
        case .runsAgain: _ = try? await rollBack(body)
        case .isCommittedAndRunsAgain: _ = try await real.write(body)
        }
        return try await real.write(body)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await real.read(body)
    }

    func readAtOnce(_ body: (any SQLSession) throws -> Void) throws { try real.readAtOnce(body) }

    func compact() async throws { try await real.compact() }

    private func rollBack<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> Value
    ) async throws -> Value {
        try await real.write { session in
            _ = try body(session)
            throw Self.failure
        }
    }
}
