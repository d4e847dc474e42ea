// Measuring when scans reach a box.

import HubClient
import Ledger
import Sync
import Synchronization
import TicketSigning

/// A box's transport: it sends to and receives from the hub, but records the arrival of records instead of merging
/// them. Forty thousand records a second are a load for the disks of two hundred machines, not of one.
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
        // The records that existed before the box started are the list, which the box has.
        read.cursor.withLock { if $0 == nil { $0 = versionVector.end } }
        return alone(versionVector)
    }

    func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
        alone(try await hub.send(page, from: own))
    }

    func page(after own: VersionVector) async throws -> SharedPage {
        while true {
            let page = try await hub.page(after: asking(as: own))
            note(page)
            if page.isEmpty || page.isLast { return nothing(after: own, page) }
        }
    }

    func exchange(_ page: SharedPage, from own: VersionVector) async throws -> SyncAnswer? {
        guard let answer = try await hub.exchange(page, from: asking(as: own)) else { return nil }
        if let received = answer.page { note(received) }
        return SyncAnswer(
            versionVector: alone(answer.versionVector),
            page: answer.page.flatMap { $0.isLast ? nothing(after: own, $0) : nil })
    }

    /// The box's version vector with how far it has read.
    private func asking(as own: VersionVector) -> VersionVector {
        VersionVector(
            ledger: own.ledger, name: own.name, end: own.end, pulled: read.cursor.withLock { $0 },
            highWaterMarks: own.highWaterMarks)
    }

    private func note(_ page: SharedPage) {
        for case .scan(let scan) in page.records where scan.box != box { times.seen(scan.box, scan.seq, at: number) }
        read.cursor.withLock { $0 = page.end }
    }

    private func nothing(after own: VersionVector, _ page: SharedPage) -> SharedPage {
        SharedPage(start: own.pulled, end: own.pulled ?? page.end, records: [])
    }

    func lastVersionVector(for own: VersionVector) -> VersionVector? {
        hub.lastVersionVector(for: own).map(alone)
    }

    /// Returns the version vector without other boxes, which are not in this box's ledger.
    private func alone(_ versionVector: VersionVector) -> VersionVector {
        VersionVector(
            ledger: versionVector.ledger, name: versionVector.name, end: versionVector.end,
            pulled: versionVector.pulled,
            highWaterMarks: versionVector.highWaterMarks.filter { $0.box == box }
        )
    }
}
