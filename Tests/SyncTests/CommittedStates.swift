// What others can see between the transactions of a long operation.

import GRDB
import Synchronization

@testable import Ledger

/// Reads a state after each commit of a ledger. Another reader that looks again and again may miss one on a busy
/// machine.
final class CommittedStates<State: Sendable>: TransactionObserver, Sendable {
    private let look: @Sendable (Database) throws -> State
    private let states = Mutex<[State]>([])

    private init(_ look: @escaping @Sendable (Database) throws -> State) {
        self.look = look
    }

    /// Returns the states that others can see while something goes on.
    ///
    /// - Parameters:
    ///   - ledger: The ledger.
    ///   - look: Reads the state.
    ///   - work: What goes on.
    /// - Returns: The state after each commit, in their order.
    /// - Throws: What `work` throws.
    static func of(
        _ ledger: Ledger,
        _ look: @escaping @Sendable (Database) throws -> State,
        during work: () async throws -> Void
    ) async throws -> [State] {
        let observer = CommittedStates(look)
        try await ledger.write { $0.add(transactionObserver: observer, extent: .observerLifetime) }
        try await work()
        return observer.states.withLock(\.self)
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseDidCommit(_ db: Database) {
        guard let state = try? look(db) else { return }
        states.withLock { $0.append(state) }
    }

    func databaseDidRollback(_ db: Database) {}
}
