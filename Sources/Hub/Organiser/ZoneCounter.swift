// How many people are in zones, for boxes that ask for places.

import Ledger
import Synchronization
import TicketSigning

/// Knows how many people are in a zone.
protocol ZoneRegister: Sendable {
    /// Returns what the organiser's ledger knows of a zone at this moment. Blocks its thread for some look-ups.
    ///
    /// - Parameters:
    ///   - zone: The zone.
    ///   - event: Its event.
    ///   - lines: Lines of boxes, which the ledger may have.
    ///   - numbers: The boxes whose entries are counted, each with the number of the line after which they are.
    /// - Returns: The count; `nil` if the ledger does not have the event.
    /// - Throws: `LedgerError`.
    func count(
        of zone: ZoneName,
        in event: EventID,
        lines: [BoxID: LogPoint],
        entriesAfter numbers: [BoxID: Int64]
    ) throws -> ZoneCount?
}

/// Counts in the organiser's ledger.
final class ZoneCounter: ZoneRegister {
    private let ledger: Ledger
    /// Of each box the line that was looked up last, and is there: what the ledger has it keeps.
    private let known = Mutex<[BoxID: LogPoint]>([:])

    /// - Parameter ledger: The ledger, open for reading.
    init(_ ledger: Ledger) { self.ledger = ledger }

    func count(
        of zone: ZoneName,
        in event: EventID,
        lines: [BoxID: LogPoint],
        entriesAfter numbers: [BoxID: Int64]
    ) throws -> ZoneCount? {
        let before = known.withLock { $0 }
        let unknown = lines.filter { before[$0.key] != $0.value }
        guard var count = try ledger.zoneCount(of: zone, in: event, lines: unknown, entriesAfter: numbers) else {
            return nil
        }
        known.withLock { $0.merge(count.lines) { $1 } }
        count.lines.merge(lines.filter { before[$0.key] == $0.value }) { $1 }
        return count
    }
}
