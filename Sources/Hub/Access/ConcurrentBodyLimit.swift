// Limits the bodies that are read before their sender is known.

import Synchronization
import TicketSigning

/// Limits how many bodies sent in a box's name are read at once: the sender is not authenticated until the body is
/// complete. They are also counted by address, so that someone who only knows a box's name cannot keep that box
/// waiting.
final class ConcurrentBodyLimit: Sendable {
    /// The claimed sender and its address.
    struct Reader: Hashable {
        let box: BoxID
        let network: String
    }

    private let reading = Mutex<[Reader: Int]>([:])

    /// More than a box has connections; with bodies of 4 MiB, at most 32 MiB for each.
    static let most = 8

    /// - Returns: Whether there is room; if so, call ``end(_:)`` afterwards.
    func begin(_ reader: Reader) -> Bool {
        reading.withLock { reading in
            guard reading[reader, default: 0] < Self.most else { return false }
            reading[reader, default: 0] += 1
            return true
        }
    }

    func end(_ reader: Reader) {
        reading.withLock { reading in
            let left = (reading[reader] ?? 1) - 1
            reading[reader] = left > 0 ? left : nil
        }
    }
}
