// Measures when scans are at a box.

import Hub
import Ledger
import Sync
import Synchronization
import TicketSigning

/// A box's carrier: everything goes to the hub and comes from it, but what comes is written down and not taken in. Forty
/// thousand records a second are for two hundred machines' disks, not for one's.
struct ScanWatch: SyncTransport {
    private let hub: HubSyncTransport
    private let box: BoxID
    private let number: Int
    private let times: ScanTimes
    private let read: Read

    /// How far the box has read.
    private final class Read: Sendable {
        let cursor = Mutex<ListCursor?>(nil)
    }

    init(over hub: HubSyncTransport, of box: BoxID, number: Int, times: ScanTimes) {
        self.hub = hub
        self.box = box
        self.number = number
        self.times = times
        read = Read()
    }

    func versionVector(hearing own: VersionVector) async throws -> VersionVector {
        let versionVector = try await hub.versionVector(hearing: own)
        // What was there before the box came is the list, which it has.
        read.cursor.withLock { if $0 == nil { $0 = versionVector.end } }
        return alone(versionVector)
    }

    func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
        alone(try await hub.send(page, from: own))
    }

    func page(after own: VersionVector) async throws -> SharedPage {
        while true {
            let start = read.cursor.withLock { $0 }
            let asker = VersionVector(
                ledger: own.ledger, name: own.name, end: own.end, pulled: start, highWaterMarks: own.highWaterMarks)
            let page = try await hub.page(after: asker)
            for case .scan(let scan) in page.records where scan.box != box {
                times.seen(scan.box, scan.seq, at: number)
            }
            read.cursor.withLock { $0 = page.end }
            if page.isEmpty || page.isLast {
                return SharedPage(start: own.pulled, end: own.pulled ?? page.end, records: [])
            }
        }
    }

    /// The other boxes are not in this one's ledger.
    private func alone(_ versionVector: VersionVector) -> VersionVector {
        VersionVector(
            ledger: versionVector.ledger, name: versionVector.name, end: versionVector.end,
            pulled: versionVector.pulled,
            highWaterMarks: versionVector.highWaterMarks.filter { $0.box == box }
        )
    }
}
