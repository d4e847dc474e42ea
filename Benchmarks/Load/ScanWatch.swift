// Measures when scans are at a box.

import Hub
import Ledger
import Sync
import Synchronization
import TicketSigning

/// A box's carrier: everything goes to the hub and comes from it, but what comes is written down and not taken in. Forty
/// thousand records a second are for two hundred machines' disks, not for one's.
struct ScanWatch: Carrier {
    private let hub: HubCarrier
    private let box: BoxID
    private let number: Int
    private let times: ScanTimes
    private let read: Read

    /// How far the box has read.
    private final class Read: Sendable {
        let cursor = Mutex<ListCursor?>(nil)
    }

    init(over hub: HubCarrier, of box: BoxID, number: Int, times: ScanTimes) {
        self.hub = hub
        self.box = box
        self.number = number
        self.times = times
        read = Read()
    }

    func standing(hearing own: Standing) async throws -> Standing {
        let standing = try await hub.standing(hearing: own)
        // What was there before the box came is the list, which it has.
        read.cursor.withLock { if $0 == nil { $0 = standing.end } }
        return alone(standing)
    }

    func send(_ page: SharedPage, from own: Standing) async throws -> Standing {
        alone(try await hub.send(page, from: own))
    }

    func page(after own: Standing) async throws -> SharedPage {
        while true {
            let start = read.cursor.withLock { $0 }
            let asker = Standing(
                ledger: own.ledger, name: own.name, end: own.end, pulled: start, holdings: own.holdings)
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
    private func alone(_ standing: Standing) -> Standing {
        Standing(
            ledger: standing.ledger, name: standing.name, end: standing.end, pulled: standing.pulled,
            holdings: standing.holdings.filter { $0.box == box }
        )
    }
}
