// The databases that every test of the store runs on.

import FoundationEssentials
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger

/// SQLite and PostgreSQL, each new and empty for a test.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case sqlite
    case postgreSQL

    var testDescription: String { rawValue }

    private static let schemas = Atomic(0)

    /// Makes an empty database and gives the place that opens it, any number of times.
    func withPlace(_ body: (String) async throws -> Void) async throws {
        switch self {
        case .sqlite: try await withTemporaryFolder { try await body($0 + "/hub.sqlite") }
        case .postgreSQL:
            let server = try #require(PostgresServer.place)
            let schema = "test\(Self.schemas.wrappingAdd(1, ordering: .relaxed).newValue)"
            try await PostgresConnection(place: server, planning: .once)
                .transaction("BEGIN") { try $0.run("CREATE SCHEMA \(schema)") }
            try await body(server + "&options=-csearch_path%3D" + schema)
        }
    }

    /// Opens a place that ``withPlace(_:)`` gave.
    func open(_ place: String) async throws -> HubStore {
        switch self {
        case .sqlite: try await HubStore(try SQLiteHubDatabase(path: place))
        case .postgreSQL: try await HubStore(PostgresHubDatabase(place: place))
        }
    }

    func withStore(_ body: (HubStore) async throws -> Void) async throws {
        try await withPlace { try await body(try await open($0)) }
    }
}

extension EnrolledBox {
    /// A box that was enrolled some time ago.
    static func sample(
        _ name: String = "north",
        id: BoxID? = nil,
        isRelay: Bool = false,
        events: Set<EventID>? = nil
    ) throws -> EnrolledBox {
        let key = try BoxKey()
        return EnrolledBox(
            id: id ?? .random(), name: name, publicKey: key.publicKey, isRelay: isRelay, events: events,
            enrolled: 1, revoked: nil, contact: nil, skew: 0, cursor: ""
        )
    }
}

extension HubStore {
    /// Stores a box as one that has joined.
    func enrol(_ box: EnrolledBox) async throws {
        try await settle(box.id, name: box.name, publicKey: box.publicKey, now: box.enrolled)
        try await set(MemberRights(box.isRelay ? .organiser : .gate, events: box.events), of: box.id)
    }
}

extension HubRecord {
    /// A line as its box signs it.
    static func signed(_ line: SharedRecord, by key: BoxKey) throws -> HubRecord {
        let place = try #require(line.place)
        let signature = LineSignature.sign(place.chain, by: key)
        return try #require(try WireRecord(SignedRecord(line, signature: signature)).record)
    }

    /// The first change in a box's log, signed with a key.
    static func signedChange(of box: BoxID, by key: BoxKey, _ actor: String = "desk") throws -> HubRecord {
        try signed(
            .change(
                SharedChange(
                    box: box, seq: 1, ticket: .random(), action: .block, was: .valid, status: .blocked,
                    by: Attribution(actor: actor), at: Timestamp(milliseconds: 1), hlc: 1, after: .start)),
            by: key)
    }

    /// The first entries in a box's log, as it signs them.
    static func signedScans(_ events: EventID..., by key: BoxKey) throws -> [HubRecord] {
        try signedScans(events, by: key)
    }

    /// The first entries in a box's log, one for each of the events.
    static func signedScans(_ events: [EventID], by key: BoxKey) throws -> [HubRecord] {
        var chain: RecordBytes?
        return try events.enumerated().map { place, event in
            let line = try chained(scanLine(of: .random(), Int64(place + 1), at: key.box, event: event), after: chain)
            chain = line.place?.chain
            return try signed(line, by: key)
        }
    }

    /// An entry with any chain value.
    static func scanLine(of ticket: TicketID, _ seq: Int64, at box: BoxID, event: EventID = .sample) -> String {
        let chain = RecordBytes(SHA256.hash(Array("\(seq)".utf8))).base64url
        return #"{"kind":"scan","record":{"at":\#(1_795_000_000_000 + seq),"box":"\#(box)","chain":"\#(chain)","#
            + #""event":"\#(event)","gate":"north","hlc":1,"kind":"entry","people":1,"reason":"admitted","#
            + #""seq":\#(seq),"slot":1,"ticket":"\#(ticket)","verdict":"admit","zone":"main"}}"#
    }

    /// A version of a ticket, signed with a key.
    static func signedTicket(
        by key: BoxKey,
        of box: BoxID? = nil,
        event: EventID = .sample,
        hlc: Int64 = 1
    ) throws -> HubRecord {
        try signedVersion(
            #"{"kind":"ticket","record":{"epoch":1,"event":"\#(event)","first":"valid","id":"\#(TicketID.random())","#
                + #""stamp":{"box":"\#(box ?? key.box)","hlc":\#(hlc)},"user":"\#(UserID.random())"}}"#,
            by: key)
    }

    /// A version of an event, signed with a key.
    static func signedEvent(_ event: EventID, by key: BoxKey) throws -> HubRecord {
        try signedVersion(
            #"{"kind":"event","record":{"admits":1,"gates":[],"id":"\#(event)","name":"Night","reentry":"none","#
                + #""slug":"night","stamp":{"box":"\#(key.box)","hlc":1},"tiers":[],"undo":600000,"#
                + #""unlisted":"refuse","zones":[]}}"#,
            by: key)
    }

    /// A message, signed with a key.
    static func signedMessage(_ event: EventID, by key: BoxKey) throws -> HubRecord {
        try signedVersion(
            #"{"kind":"message","record":{"actor":"desk","at":1,"box":"\#(key.box)","event":"\#(event)","#
                + #""id":"\#(MessageID.random())","text":"Close at ten","until":2}}"#,
            by: key)
    }

    /// A version, signed with a key.
    static func signedVersion(_ line: String, by key: BoxKey) throws -> HubRecord {
        let version = try SharedRecord(line: Data(line.utf8))
        let signature = try VersionSignature.sign(version, by: key)
        return try #require(try WireRecord(SignedRecord(version, signature: signature)).record)
    }

    /// The public facts of a key.
    static func key(
        event: EventID,
        id: String = "3f9a01bc",
        of root: RootKey? = nil,
        signedBy signer: RootKey? = nil
    ) throws -> HubRecord {
        let facts = KeyRecord(keyID: try #require(KeyID(id)), event: event, epoch: 1)
        let key = SharedKey(facts, of: root.map { Root($0.publicKey) })
        let signature = try signer.map { try $0.sign(facts) }
        return try #require(try WireRecord(SignedRecord(.key(key), signature: signature)).record)
    }

    /// What a partner may sell.
    static func grant(event: EventID, of root: RootKey, signedBy signer: RootKey) throws -> HubRecord {
        let grant = try PartnerGrant(
            event: event, eventName: "Night", partner: "Campus shop", publicKey: PartnerKey.random().publicKey,
            ranges: [.init(1...9, tier: nil)])
        let record = SharedGrant(body: RecordBytes(root.sign(grant).body), isRetired: false)
        let signature = RecordBytes(signer.sign(SignedGrant.message(record.body.bytes)))
        return try #require(try WireRecord(SignedRecord(.grant(record), signature: signature)).record)
    }

    /// A box's own record.
    static func box(_ key: BoxKey) throws -> HubRecord {
        let text = RecordBytes(key.publicKey.bytes).base64url
        let line = #"{"kind":"box","record":{"id":"\#(key.box)","key":"\#(text)","name":"north"}}"#
        return try #require(try WireRecord(SignedRecord(line: Data(line.utf8))).record)
    }

    static func scan(_ box: BoxID, _ seq: Int64, event: EventID = .sample, _ body: String? = nil) throws -> HubRecord {
        try line(.scan, box, seq, event: event, body)
    }

    static func line(
        _ kind: RecordKind,
        _ box: BoxID,
        _ seq: Int64,
        event: EventID = .sample,
        _ body: String? = nil
    ) throws -> HubRecord {
        let bytes = Array((body ?? "\(kind) \(seq) of \(box)").utf8)
        return try #require(
            HubRecord(
                kind: kind, event: event, key: .line(box: box, point: .sample(seq, body ?? "")), body: bytes))
    }

    /// A line with the chain value that it has in its box's log.
    ///
    /// - Parameters:
    ///   - text: A line with any chain value, which is in its place.
    ///   - chain: The chain value of the line before; `nil` for the first line.
    /// - Returns: The line.
    /// - Throws: `DecodingError`, and an issue for what is no line.
    static func chained(_ text: String, after chain: RecordBytes? = nil) throws -> SharedRecord {
        let value = try #require(try SharedRecord(line: Data(text.utf8)).chainValue(after: chain))
        let other = text.replacing(/"chain":"[^"]*"/, with: #""chain":"\#(value.base64url)""#)
        return try SharedRecord(line: Data(other.utf8))
    }

    static func version(
        _ kind: RecordKind = .ticket,
        of id: VersionedID,
        _ hlc: Int64,
        by box: BoxID,
        event: EventID = .sample,
        _ body: String = "version"
    ) throws -> HubRecord {
        let stamp = VersionStamp(hlc: hlc, box: box)
        return try #require(
            HubRecord(kind: kind, event: event, key: .version(of: id, stamp: stamp), body: Array(body.utf8)))
    }
}

extension EventID {
    /// The event of most tests.
    static let sample = EventID.random()
}

/// The error that a body ends with; `nil` where it does not.
func thrown(by body: () async throws -> some Any) async -> (any Error)? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

extension LogPoint {
    /// A line with a chain value of its own for each number and text.
    static func sample(_ seq: Int64, _ text: String = "") -> LogPoint {
        LogPoint(seq: seq, chain: RecordBytes(SHA256.hash(Array("\(seq) \(text)".utf8))))
    }
}

extension SQLSession {
    /// Takes back what upgrades have added since a version.
    func takeBack(to version: Int64) throws {
        if version < 13 { try run("ALTER TABLE place DROP COLUMN uncertain") }
        if version < 12 {
            for column in ["gate", "version"] { try run("ALTER TABLE box DROP COLUMN \(column)") }
            try run("DROP TABLE event_change")
        }
        if version < 10 { for table in ["account", "session"] { try run("DROP TABLE \(table)") } }
        if version < 9 { try run("DROP TABLE purge") }
        try run("UPDATE meta SET version = $1", [.integer(version)])
    }
}

extension HubRecord {
    /// What the record of a grant says.
    var grantFacts: PartnerGrant {
        get throws {
            let record = try SignedRecord(line: Data(body)).record
            guard case .grant(let grant) = record else { throw CocoaError(.fileReadCorruptFile) }
            return try SignedGrant.facts(in: grant.body.bytes).grant
        }
    }
}
