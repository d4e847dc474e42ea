// One transaction of the hub.

import HubProtocol
import Ledger
import TicketSigning

/// A write request of a box.
enum HubRequest: Sendable {
    /// Records in the box's order, and how far the box has sent its lists; `nil` keeps the stored value. It fails if
    /// the hub's history is another one than the box goes by.
    case upload([HubRecord], from: EnrolledBox, cursor: String?, at: FeedCursor.Epoch? = nil)
    /// A claim.
    case claim(Wire.ClaimRequest, by: BoxID)
    /// What a box has of the places in a zone; whether the hub was started a moment ago; and the organiser's ledger.
    case places(Wire.PlaceRequest, by: BoxID, isBeginning: Bool, counting: any ZoneRegister)
    /// The release of an unused claim.
    case release(number: Int64, by: BoxID)
    /// A contact with the box.
    case contact(BoxContact)
    /// The number of the box's last scan, as it reports it.
    case scanCount(BoxID, scans: Int64)
    /// A limit that the box had reached.
    case overQuota(BoxID, QuotaLimit, at: Int64)

    /// The box that writes what others will see; `nil` if the request says something about a box only.
    var writer: BoxID? {
        switch self {
        case .upload(_, let sender, _, _): sender.id
        case .claim(_, let box), .release(_, let box), .places(_, let box, _, _): box
        case .contact, .scanCount, .overQuota: nil
        }
    }

    /// Whether it may be long; all others are claims and notes about boxes.
    var isUpload: Bool { if case .upload = self { true } else { false } }

    /// The records of an upload.
    var records: [HubRecord] { if case .upload(let records, _, _, _) = self { records } else { [] } }

    /// The maximum number of revisions that the request needs.
    var recordCount: Int { records.count }
}

/// The answer to a ``HubRequest``.
enum HubReply: Sendable {
    /// One result per record, and why records were refused.
    case uploaded([UploadResult], SyncFaultCounts)
    case claimed(Wire.ClaimAnswer)
    case places(Wire.PlaceAnswer)
    case done
    /// This request failed; others of the same transaction succeeded.
    case failed(HubError)
}

/// The changes of one transaction.
struct HubCommit: Sendable {
    /// The position of the history before the transaction.
    let before: FeedCursor
    /// The position after it.
    let after: FeedCursor
    /// The new records with their revisions, in order.
    let records: [(rev: Int64, record: HubRecord)]
    /// One per request.
    let replies: [HubReply]
}

extension HubStore {
    /// Executes requests of several boxes in one transaction.
    ///
    /// - Parameters:
    ///   - requests: The requests, in the order of their arrival.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The changes, which are on disk.
    /// - Throws: ``HubError``, in which case nothing was written.
    func commit(_ requests: [HubRequest], now: Int64) async throws -> HubCommit {
        let (commit, boxes) = try await database.write { session in
            let count = Int64(requests.reduce(0) { $0 + $1.recordCount })
            let state = try session.lock(revisions: count)
            let after = state.end
            var ingest = RecordIngest(session: session, firstRev: after.rev - count + 1, now: now)
            try ingest.load(around: requests.flatMap(\.records))
            let revoked = try session.revokedBoxes()
            let replies = try requests.map { request in
                // It may have been revoked after its request was accepted.
                if let writer = request.writer, revoked.contains(writer) { return HubReply.failed(.revoked) }
                return try reply(
                    to: request, in: session, &ingest, at: CommitPlace(now: now, rev: after.rev, epoch: after.epoch))
            }
            let commit = HubCommit(
                before: FeedCursor(epoch: after.epoch, rev: after.rev - count),
                after: after,
                records: try ingest.store(),
                replies: replies
            )
            return (commit, state.boxes)
        }
        // Before anybody reads the records: another hub may have let their writers in.
        boxCache.follow(boxes)
        return commit
    }

    private func reply(
        to request: HubRequest,
        in session: any SQLSession,
        _ ingest: inout RecordIngest,
        at place: CommitPlace
    ) throws -> HubReply {
        switch request {
        case .upload(let records, let sender, let cursor, let epoch):
            // Records and a cursor that follow others which a restored hub does not have would hide that it lacks them.
            guard epoch == nil || epoch == place.epoch else { return .failed(.otherHistory) }
            if let limit = try session.storageLimit(of: sender, under: quota, now: place.now) {
                return .failed(try session.overQuota(limit, sender.id, quota))
            }
            if let cursor {
                try session.run("UPDATE box SET cursor = $1 WHERE id = $2", [.text(cursor), sender.id.sql])
            }
            let (results, faults) = try ingest.take(records, from: sender)
            try session.count(records, with: results, by: sender, under: quota, now: place.now)
            return .uploaded(results, faults)
        case .claim(let claim, let box): return try session.claim(claim, by: box, under: quota, at: place)
        case .places(let request, let box, let isBeginning, let zones):
            do {
                return .places(
                    try session.places(
                        request, by: box, counting: zones, isBeginning: isBeginning, now: place.now))
            } catch let error as LedgerError {
                return .failed(.refused("The organiser's ledger cannot be read. \(error)"))
            }
        case .release(let number, let box):
            try session.run("DELETE FROM claim WHERE box = $1 AND number = $2", [box.sql, .integer(number)])
            try session.forgetOpenClaims([number], of: box)
            return .done
        case .contact(let contact):
            try session.note(contact)
            return .done
        case .scanCount(let box, let scans):
            try session.run("UPDATE box SET scans = $1 WHERE id = $2", [.integer(scans), box.sql])
            return .done
        case .overQuota(let box, let limit, let at):
            try session.note(limit, of: box, now: at)
            return .done
        }
    }
}
