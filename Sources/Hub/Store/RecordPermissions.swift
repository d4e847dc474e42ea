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
    /// The root of the organiser whose ledger syncs within the hub; `nil` for none.
    let root: Root?

    /// Returns why a sender may not write a version. An event, a ticket and a message must be signed by its author, and
    /// a key or a grant by the root that it names. If the sender takes part in some events only, the version and all
    /// others of the same object must belong to these. Keys that no root has signed are accepted from the organiser's
    /// machines only, because they end tickets for good.
    ///
    /// - Parameters:
    ///   - record: A version.
    ///   - events: The events of the versions that the hub has.
    ///   - key: What the version's author signs with; `nil` if the hub does not know.
    /// - Returns: `nil` if the version is accepted.
    func fault(inVersion record: HubRecord, beside events: Set<EventID>, key: [UInt8]?) -> SyncFault.Kind? {
        if record.kind == .key, let fault = fault(inKey: record) { return fault }
        if record.kind == .grant, let fault = fault(inGrant: record) { return fault }
        if record.kind.hasAuthor {
            guard key.map({ Self.isSigned(version: record, by: $0) }) ?? (record.author == sender.id) else {
                return .badSignature
            }
        }
        if record.kind == .membership { return fault(inMembership: record) }
        guard sender.events != nil else { return nil }
        guard record.event != nil || record.kind == .box else { return .notPermitted }
        return sender.sees(record.event) && events.allSatisfy { sender.sees($0) } ? nil : .otherEvent
    }

    /// Returns why a sender may not write a line. It must take part in the event; the line must be what its envelope
    /// says and signed by the box whose log it is. A sender whose key the hub does not know may write its own; no box
    /// that has joined is one.
    ///
    /// - Parameters:
    ///   - record: A line.
    ///   - box: The box whose log it is.
    ///   - key: What that box signs with; `nil` if the hub does not know.
    /// - Returns: `nil` if the line is accepted.
    /// - Throws: ``HubError``.
    func fault(inLine record: HubRecord, of box: BoxID, key: [UInt8]?) throws -> SyncFault.Kind? {
        let isOwn = box == sender.id
        guard sender.sees(record.event) else { return .otherEvent }
        guard isOwn || sender.isRelay || sender.events == nil else { return .notPermitted }
        guard key.map({ Self.isSigned(record, by: $0) }) ?? isOwn else { return .badSignature }
        guard sender.events != nil, record.kind == .change else { return nil }
        // The ticket of a change is only in its body.
        guard case .change(let change)? = try? SignedRecord(line: Data(record.body)).record else { return .unfit }
        return sender.sees(try session.event(of: change.ticket)) ? nil : .otherEvent
    }

    /// Returns why a record is no membership that the organiser's root has signed; `nil` if it is one. A hub that does
    /// not know the organiser keeps what any root has signed: every root has records of its own.
    private func fault(inMembership record: HubRecord) -> SyncFault.Kind? {
        guard record.event == nil, let line = try? SignedRecord(line: Data(record.body)),
            case .membership(let membership) = line.record,
            record.key == .version(of: membership.versionedID, stamp: membership.versionStamp)
        else { return .unfit }
        guard root == nil || root == membership.terms.root else { return .otherOrganiser }
        return membership.isSigned(line.signature) ? nil : .forgedMembership
    }

    /// Returns why a sender may not write a key; `nil` if it may. What the organiser's root has signed everybody may
    /// bring: the hub and the organiser's ledger may have lost it.
    private func fault(inKey record: HubRecord) -> SyncFault.Kind? {
        guard let line = try? SignedRecord(line: Data(record.body)), case .key(let key) = line.record,
            (try? WireRecord(line)) == WireRecord(record)
        else { return .unfit }
        guard key.root == nil || key.isSigned(line.signature) else { return .forgedKey }
        if sender.isRelay || key.root != nil && key.root == root { return nil }
        return key.root == nil ? .notPermitted : .forgedKey
    }

    /// Returns why a sender may not write a grant; `nil` if it may. Everybody may bring what the organiser's root has
    /// signed.
    private func fault(inGrant record: HubRecord) -> SyncFault.Kind? {
        guard let line = try? SignedRecord(line: Data(record.body)), case .grant(let grant) = line.record,
            grant.event != nil, (try? WireRecord(line)) == WireRecord(record)
        else { return .unfit }
        guard grant.isSigned(line.signature) else { return .forgedGrant }
        return sender.isRelay || grant.root == root ? nil : .forgedGrant
    }

    private static func isSigned(_ record: HubRecord, by key: [UInt8]) -> Bool {
        guard let line = try? SignedRecord(line: Data(record.body)), let place = line.record.place,
            (try? WireRecord(line)) == WireRecord(record)
        else { return false }
        return LineSignature.verifies(line.signature, of: place.chain, by: key)
    }

    private static func isSigned(version record: HubRecord, by key: [UInt8]) -> Bool {
        guard let line = try? SignedRecord(line: Data(record.body)), line.record.author == record.author,
            (try? WireRecord(line)) == WireRecord(record)
        else { return false }
        return VersionSignature.verifies(line.signature, of: line.record, by: key)
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
        try version(of: ticket, "event").flatMap { EventID(bytes: $0) }
    }

    /// Returns the bodies of all records of grants.
    func grants() throws -> [[UInt8]] {
        try rows("SELECT body FROM record WHERE kind = 'grant'", []).map { try $0.bytes(0) }
    }

    /// Returns the ticket that a ticket replaces, if the hub has its record.
    func ticket(replacedBy ticket: TicketID) throws -> TicketID? {
        guard let body = try version(of: ticket, "body"),
            case .ticket(let version)? = try? SignedRecord(line: Data(body)).record
        else { return nil }
        return version.replaces
    }

    /// Returns a column of the version of a ticket that counts, as far as the hub can tell: of its authors' versions,
    /// that of an organiser before that of a desk, then that of a box that the hub has no membership of, and of equals
    /// the latest.
    private func version(of ticket: TicketID, _ column: String) throws -> [UInt8]? {
        let sql = "SELECT \(column), box, hlc FROM record WHERE kind = 'ticket' AND id = $1 AND seq = 0"
        let versions = try rows(sql, [ticket.sql]).map { row in
            (value: try row.bytes(0), stamp: VersionStamp(hlc: try row.integer(2), box: try row.identifier(1)))
        }
        guard versions.count > 1 else { return versions.first?.value }
        let roles = try roles(of: versions.map(\.stamp.box))
        func rank(_ stamp: VersionStamp) -> Int {
            switch roles[stamp.box] {
            case .organiser: stamp.hlc < HybridTimestamp.earliest ? 2 : 3
            case .desk: 2
            case nil: 1
            case .gate: 0
            }
        }
        return versions.max { (rank($0.stamp), $0.stamp) < (rank($1.stamp), $1.stamp) }?.value
    }

    /// Returns the roles of boxes, according to the organisers that this hub knows; a revoked box is less than a gate.
    private func roles(of boxes: [BoxID]) throws -> [BoxID: BoxRole] {
        let memberships = try memberships(of: boxes).map(\.membership)
        return Dictionary(grouping: memberships, by: \.box).compactMapValues {
            guard let latest = $0.max(by: { $0.terms.serial < $1.terms.serial }) else { return nil }
            return $0.contains { $0.terms.revoked != nil } ? .gate : latest.role ?? .gate
        }
    }
}

extension HubRecord {
    /// The box that wrote a version of an event or a ticket, or a message; `nil` for other records.
    var author: BoxID? {
        guard kind.hasAuthor, case .version(_, let stamp) = key else { return nil }
        return stamp.box
    }
}

extension HubRecord {
    /// Returns what a refused record is counted by, as ``SyncFault/Kind-swift.enum`` says.
    ///
    /// - Parameters:
    ///   - fault: Why it is refused.
    ///   - sender: The box that sent it.
    /// - Returns: A box, a root, a key or a kind of record.
    func subject(of fault: SyncFault.Kind, from sender: BoxID) -> String {
        let record = try? SignedRecord(line: Data(body)).record
        return switch (fault, record) {
        case (.unfit, _): kind.rawValue
        case (.notPermitted, _), (.otherEvent, _): "box \(sender)"
        case (.otherOrganiser, .membership(let membership)): membership.terms.root.rootCode
        case (.forgedMembership, .membership(let membership)): "box \(membership.box)"
        case (.forgedKey, .key(let shared)): KeyID(shared.id)?.description ?? kind.rawValue
        case (.forgedGrant, .grant(let grant)): grant.id
        default: "box \(writer ?? sender)"
        }
    }

    /// The box that it names as its author; `nil` for what has none.
    private var writer: BoxID? {
        if case .line(let box, _) = key { box } else { author }
    }
}
