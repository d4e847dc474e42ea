// Keeps long requests from delaying claims.

import Glibc
import Synchronization

/// Lets a few long requests be worked on at a time, so that a claim finds a processor and a database connection free
/// however many boxes send and read whole lists.
final class BulkLane: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// Half of the processors, but at most 2: PostgreSQL has three connections for reading.
    static var standardWidth: Int { max(1, min(2, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) / 2)) }

    /// - Parameter width: How many requests are worked on at a time, 1 or more.
    init(width: Int = BulkLane.standardWidth) {
        state = Mutex(State(free: width))
    }

    /// Waits for a turn, in the order of the calls, and does the work.
    func run<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
        await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
