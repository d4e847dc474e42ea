// How far a hub has read a box's lists, for each copy of the box.

import FoundationEssentials
import Ledger
import Synchronization

/// What a box has the hub keep for it: a position for each epoch of its ledger.
///
/// Two copies of a box have one place at the hub. If it were one position, each copy would begin anew after every sync
/// of the other.
final class UploadPositions: Sendable {
    private let positions = Mutex<[ListCursor]>([])

    /// As many as fit into what a hub keeps; whoever has none begins anew.
    private static let limit = 4

    /// - Parameter text: What the hub has kept; anything else is no position.
    func read(_ text: String) {
        let read = try? JSONDecoder().decode([ListCursor].self, from: Data(text.utf8))
        positions.withLock { $0 = read ?? [] }
    }

    /// - Returns: How far the hub has read the lists of an epoch; if not at all, how far it has read those of the last
    ///   one, which the ledger may know as one of its own; `nil` if it has read nothing.
    func position(in epoch: EpochID) -> ListCursor? {
        positions.withLock { positions in positions.last { $0.epoch == epoch } ?? positions.last }
    }

    /// Returns what the hub is to keep.
    ///
    /// - Parameter position: A new position, in place of the one of its epoch.
    /// - Returns: The positions, the latest last.
    /// - Throws: `EncodingError`.
    func text(with position: ListCursor) throws -> String {
        let others = positions.withLock { $0.filter { $0.epoch != position.epoch } }
        let kept = others.suffix(Self.limit - 1) + [position]
        return String(decoding: try JSONEncoder().encode(Array(kept)), as: UTF8.self)
    }
}
