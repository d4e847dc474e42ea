// The hub's client for a ledger in the same process.

import HubClient
import HubProtocol
import Ledger
import TicketSigning

/// Provides the hub's own ledger with the operations that the server provides to boxes.
struct LocalHubClient: HubEndpoint {
    /// The same clock.
    let knownClockOffset: Int64? = 0
    let revocations: [SignedMembership] = []
    let service: HubService
    /// The ledger's own box.
    let box: BoxID

    func have(scans: Int64?, since cursor: FeedCursor?) async throws -> Wire.Have {
        let box = try await enrolled()
        return Wire.Have(try await service.store.logState(since: cursor, for: box.id), for: box)
    }

    func take(_ upload: Wire.Upload) async throws -> Wire.UploadAnswer {
        let (box, records) = (try await enrolled(), upload.records.compactMap(\.record))
        let results = try await service.take(records, from: box, cursor: upload.cursor, at: upload.epoch)
        guard let epoch = upload.epoch, let rev = upload.after else { return Wire.UploadAnswer(results: results) }
        let page = try await service.page(after: FeedCursor(epoch: epoch, rev: rev), for: box)
        return Wire.UploadAnswer(results: results, page: Wire.Page(page.withoutLines(of: records)))
    }

    func page(
        of kinds: [RecordKind], after cursor: FeedCursor?, knowing least: Int64, waiting timeout: Duration
    ) async throws -> Wire.Page {
        let page = try await service.page(
            after: cursor, for: enrolled(), of: Set(kinds), knowing: least, timeout: timeout)
        return Wire.Page(page)
    }

    /// The hub enrols its own ledger without being asked.
    func present(_ membership: WireRecord) {}

    /// Reads the box each time, because the hub's own machine can be revoked like any other.
    private func enrolled() async throws -> EnrolledBox {
        guard let box = try await service.store.box(box), box.revoked == nil else {
            throw HubError.refused(
                "The hub's own ledger was revoked, so the organiser's pages are no longer updated; "
                    + "give it a new identity with `doorcheck sync id --new`."
            )
        }
        return box
    }
}

extension Wire.Have {
    /// - Parameters:
    ///   - logState: The extent of the hub's records.
    ///   - box: The box that asks.
    init(_ logState: HubLogState, for box: EnrolledBox) {
        self.init(
            epoch: logState.newest.epoch,
            rev: logState.newest.rev,
            whole: logState.isWhole,
            cursor: box.cursor,
            relay: box.isRelay || box.events == nil,
            // Where a log branched matters to those that may send it.
            logs: logState.ends.sorted { $0.key < $1.key }.map { log, ends in
                let isNeeded = box.isRelay || log.box == box.id || ends.count > 1
                let others = isNeeded ? logState.checkpoints[log] ?? [] : []
                return Log(kind: log.kind, box: log.box, points: others + ends)
            },
            closed: logState.closed.sorted()
        )
    }
}

extension Wire.Page {
    init(_ page: FeedPage) {
        self.init(
            epoch: page.cursor.epoch, from: page.start, rev: page.cursor.rev, more: page.hasMore,
            records: page.records.map(WireRecord.init)
        )
    }
}
