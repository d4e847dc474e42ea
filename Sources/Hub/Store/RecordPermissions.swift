// Write permissions of boxes.

import FoundationEssentials
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
        guard sender.events != nil else { return true }
        guard record.event != nil || record.kind == .box else { return false }
        return sender.sees(record.event) && sender.sees(event)
    }

    /// Returns whether a sender may write a line: it must be of its own log or signed by the box whose log it is, and
    /// of an event that the sender takes part in.
    ///
    /// - Parameters:
    ///   - record: A line.
    ///   - box: The box whose log it is.
    /// - Returns: Whether the line is accepted.
    /// - Throws: ``HubError``.
    func mayWrite(line record: HubRecord, of box: BoxID) throws -> Bool {
        guard sender.sees(record.event), try box == sender.id || isSigned(record, by: box) else { return false }
        guard sender.events != nil, record.kind == .change else { return true }
        // The ticket of a change is only in its body.
        guard case .change(let change)? = try? SignedRecord(line: Data(record.body)).record else {
            return false
        }
        return sender.sees(try session.event(of: change.ticket))
    }
}

extension RecordPermissions {
    /// Returns whether a line carries the signature of the box whose log it is, and is what its envelope says.
    private func isSigned(_ record: HubRecord, by box: BoxID) throws -> Bool {
        guard let key = try session.key(of: box), let line = try? SignedRecord(line: Data(record.body)),
            let place = line.record.place, let signature = line.signature
        else { return false }
        return record.key == .line(box: place.box, point: LogPoint(seq: place.seq, chain: place.chain))
            && LineSignature.verifies(signature, of: place.chain, by: key)
    }
}

extension SQLSession {
    /// Returns the key that a box signs with, which its identifier follows from; `nil` if the hub has no record of it.
    fileprivate func key(of box: BoxID) throws -> [UInt8]? {
        let sql = "SELECT body FROM record WHERE kind = 'box' AND id = $1 AND seq = 0"
        guard let row = try row(sql, [box.sql]),
            case .box(let known)? = try? SharedRecord(line: Data(try row.bytes(0))), known.id == box, known.isSound
        else { return nil }
        return known.key.bytes
    }

    /// Returns the event of a ticket, if the hub has its record.
    ///
    /// - Returns: The event; `nil` if the hub does not have the ticket's record.
    func event(of ticket: TicketID) throws -> EventID? {
        let sql = "SELECT event FROM record WHERE kind = 'ticket' AND id = $1 AND seq = 0"
        return try row(sql, [ticket.sql]).flatMap { try EventID(bytes: $0.bytes(0)) }
    }
}
