// What the hub knows of boxes, kept in memory.

import HubProtocol
import Synchronization
import TicketSigning

/// The boxes that send requests, as long as nothing about any box's rights changes.
///
/// What changes them counts in the database, so that each hub that shares it, and each command, is heard of within a
/// moment; a request that writes is checked again in its transaction.
final class BoxCache: Sendable {
    /// What is known of one box.
    struct Entry {
        let box: EnrolledBox
        /// The audiences that it belongs to; `nil` for all.
        let audiences: Set<RecordAudience>?
    }

    private struct State {
        var entries: [BoxID: Entry] = [:]
        var change: Int64?
        /// How often everything was forgotten.
        var round = 0
    }

    private let state = Mutex(State())

    /// More boxes than any organiser has.
    private static let capacity = 5000

    /// Returns what is known of a box; otherwise reads it, and keeps it unless something changes meanwhile.
    ///
    /// - Parameters:
    ///   - id: The box.
    ///   - read: Reads the box from the database.
    /// - Returns: `nil` if there is no such box.
    func entry(_ id: BoxID, reading read: () async throws -> Entry?) async rethrows -> Entry? {
        let (known, round) = state.withLock { ($0.entries[id], $0.round) }
        if let known { return known }
        guard let entry = try await read() else { return nil }
        state.withLock { state in
            guard state.round == round else { return }
            if state.entries.count >= Self.capacity { state.entries = [:] }
            state.entries[id] = entry
        }
        return entry
    }

    /// Forgets everything.
    func forget() {
        state.withLock { state in
            state.entries = [:]
            state.round += 1
        }
    }

    /// Forgets everything if the database counts another change than before.
    func follow(_ change: Int64) {
        let isNew = state.withLock { state in
            defer { state.change = change }
            return state.change != change
        }
        if isNew { forget() }
    }
}
