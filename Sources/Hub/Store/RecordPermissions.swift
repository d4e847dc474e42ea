// Write permissions of boxes.

import FoundationEssentials
import HubClient
import HubProtocol
import Ledger
import Sync
import TicketSigning

/// Decides which records are accepted from a sender, beyond the checks on their envelopes.
struct RecordPermissions {
    let sender: EnrolledBox
    let session: any SQLSession

    /// Returns whether a sender that takes part in some events only may write a version: both the version and the one
    /// that it would replace must belong to one of its events. Keys are accepted from the organiser's machines only,
    /// because they end tickets for good.
    ///
    /// - Parameters:
    ///   - record: A version.
    ///   - event: The event of the current version; `nil` if there is none, or if it has no event.
    /// - Returns: Whether the version is accepted.
    func mayWrite(version record: HubRecord, replacing event: EventID?) -> Bool {
        guard record.kind != .key || sender.isRelay else { return false }
        if record.kind == .membership { return Self.isMembership(record) }
        guard sender.events != nil else { return true }
        guard record.event != nil || record.kind == .box else { return false }
        return sender.sees(record.event) && sender.sees(event)
    }

    /// Returns whether a sender may write a line of an event that it takes part in. The line must be what its envelope
    /// says and signed by the box whose log it is; a box that the hub has no record of may write its own.
    ///
    /// - Parameters:
    ///   - record: A line.
    ///   - box: The box whose log it is.
    ///   - key: What that box signs with; `nil` if the hub does not know.
    /// - Returns: Whether the line is accepted.
    /// - Throws: ``HubError``.
    func mayWrite(line record: HubRecord, of box: BoxID, key: [UInt8]?) throws -> Bool {
        let isOwn = box == sender.id
        guard sender.sees(record.event), isOwn || sender.isRelay || sender.events == nil else { return false }
        guard key.map({ Self.isSigned(record, by: $0) }) ?? isOwn else { return false }
        guard sender.events != nil, record.kind == .change else { return true }
        // The ticket of a change is only in its body.
        guard case .change(let change)? = try? SignedRecord(line: Data(record.body)).record else { return false }
        return sender.sees(try session.event(of: change.ticket))
    }

    /// Returns whether a record is a membership that the root which it names has signed: the hub does not know the
    /// right root, and every root has records of its own.
    private static func isMembership(_ record: HubRecord) -> Bool {
        guard record.event == nil, let line = try? SignedRecord(line: Data(record.body)),
            case .membership(let membership) = line.record,
            record.key == .version(of: membership.versionedID, stamp: membership.versionStamp)
        else { return false }
        return membership.isSigned(line.signature)
    }

    private static func isSigned(_ record: HubRecord, by key: [UInt8]) -> Bool {
        guard let line = try? SignedRecord(line: Data(record.body)), let place = line.record.place,
            (try? WireRecord(line)) == WireRecord(record)
        else { return false }
        return LineSignature.verifies(line.signature, of: place.chain, by: key)
    }

    /// Returns the key in a box's record; `nil` if the record is not that of the box.
    static func key(of box: BoxID, in body: [UInt8]) -> [UInt8]? {
        guard case .box(let known)? = try? SharedRecord(line: Data(body)), known.id == box, known.isSound else {
            return nil
        }
        return known.key.bytes
    }
}

extension SQLSession {
    /// Returns the event of a ticket, if the hub has its record.
    ///
    /// - Returns: The event; `nil` if the hub does not have the ticket's record.
    func event(of ticket: TicketID) throws -> EventID? {
        let sql = "SELECT event FROM record WHERE kind = 'ticket' AND id = $1 AND seq = 0"
        return try row(sql, [ticket.sql]).flatMap { try EventID(bytes: $0.bytes(0)) }
    }
}
