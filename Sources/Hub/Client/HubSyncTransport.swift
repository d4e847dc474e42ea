// The hub as the other side of a sync.

import FoundationEssentials
public import Ledger
public import Sync
import TicketSigning

/// Takes what a ledger shares to the hub, and brings what the hub has from others.
///
/// The hub's one revision stands for both numbers of a `ListCursor`: what belongs together (boxes, events, keys) is
/// read before the rest, so that no scan comes before its event, whenever that was changed last.
public struct HubSyncTransport: SyncTransport {
    private let client: any HubClient
    private let host: String
    private let onUnreadable: @Sendable (String) -> Void
    /// The hub in the list of peers.
    private let peer: BoxID

    private static let lists: [RecordKind] = [.box, .event, .key, .message]
    private static let rest: [RecordKind] = [.change, .ticket, .scan]

    /// - Parameters:
    ///   - connection: For syncs alone, so that claims wait for nothing.
    ///   - address: Where it leads.
    ///   - onUnreadable: Told which records of the hub's are of a form that no ledger writes.
    public init(
        over connection: HubConnection,
        to address: HubAddress,
        onUnreadable: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.onUnreadable = onUnreadable
        client = connection
        host = address.host
        peer = Self.identifier(of: "hub \(address.url)")
    }

    /// - Parameters:
    ///   - service: Of the hub in this process.
    ///   - box: The ledger's own box, enrolled there.
    ///   - onUnreadable: Told which records of the hub's are of a form that no ledger writes.
    init(
        within service: HubService,
        as box: BoxID,
        onUnreadable: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.onUnreadable = onUnreadable
        client = LocalHubClient(service: service, box: box)
        host = "this hub"
        peer = Self.identifier(of: "hub within")
    }

    public func versionVector(hearing own: VersionVector) async throws -> VersionVector {
        let last = own.highWaterMarks.first { $0.box == own.ledger }?.scans
        let have = try await client.have(scans: last)
        var held: [BoxID: HighWaterMark] = [:]
        for log in have.logs {
            let old = held[log.box]
            held[log.box] = HighWaterMark(
                box: log.box,
                scans: log.kind == .scan ? log.seq : old?.scans ?? 0,
                changes: log.kind == .change ? log.seq : old?.changes ?? 0
            )
        }
        // What the hub takes from nobody, or not from this box, is not sent to it.
        let foreign = have.carrier ? [] : own.highWaterMarks.map(\.box).filter { $0 != own.ledger }
        for box in Set(have.closed + foreign) {
            let old = held[box]
            held[box] = HighWaterMark(box: box, scans: old?.scans ?? 0, changes: old?.changes ?? 0, refused: true)
        }
        let epoch = EpochID(bytes: have.epoch.bytes)
        return VersionVector(
            ledger: peer,
            name: host,
            end: ListCursor(epoch: epoch ?? .random(), lists: have.rev, tickets: have.rev),
            pulled: try? JSONDecoder().decode(ListCursor.self, from: Data(have.cursor.utf8)),
            highWaterMarks: held.values.sorted { $0.box < $1.box }
        )
    }

    public func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
        let records = try page.records.map { try WireRecord($0) }
        let end = String(decoding: try JSONEncoder().encode(page.end), as: UTF8.self)
        let parts = Self.parts(of: records)
        for part in parts.dropLast() { try await client.take(Wire.Upload(records: part, cursor: nil)) }
        try await client.take(Wire.Upload(records: parts.last ?? [], cursor: end))
        return try await versionVector(hearing: own)
    }

    /// Uploads that the hub takes, however long the records are: one, but for lists with long notes.
    private static func parts(of records: [WireRecord]) -> [[WireRecord]] {
        var (parts, part, bytes): ([[WireRecord]], [WireRecord], Int) = ([], [], 0)
        for record in records {
            bytes += record.body.utf8.count
            if bytes > FeedPage.byteLimit, !part.isEmpty {
                parts.append(part)
                (part, bytes) = ([], record.body.utf8.count)
            }
            part.append(record)
        }
        return parts + [part]
    }

    public func page(after own: VersionVector) async throws -> SharedPage {
        let start = own.pulled
        var lists = try await lists(after: start)
        let isSame = start.map { $0.epoch.bytes == lists.epoch.bytes } ?? false
        let base = isSame ? start : nil
        let epoch = EpochID(bytes: lists.epoch.bytes) ?? .random()
        guard lists.records.isEmpty else { return page(of: lists, after: base) }
        let rest = try await read(Self.rest, after: base, rev: base?.tickets ?? 0)
        // The history changed in between: the next page begins it.
        guard rest.epoch == lists.epoch else { return SharedPage(start: base, end: base ?? own.end, records: []) }
        var tries = 3
        while rest.rev > lists.rev {
            // What came in between may be of a box that came in between as well: a scan whose box is not known would be
            // passed over for good. Or the lists are of a hub that is behind the one that gave the rest, and the next
            // that is asked may not be.
            guard tries > 0 else { return SharedPage(start: base, end: base ?? own.end, records: []) }
            tries -= 1
            lists = try await self.lists(after: ListCursor(epoch: epoch, lists: lists.rev, tickets: 0))
            guard lists.epoch == rest.epoch else {
                return SharedPage(start: base, end: base ?? own.end, records: [])
            }
            guard lists.records.isEmpty else { return page(of: lists, after: base) }
        }
        // Without records there is nothing to remember: the next look begins here again, at no cost.
        let isNews = !rest.records.isEmpty || rest.more || base == nil
        let end = isNews ? ListCursor(epoch: epoch, lists: lists.rev, tickets: rest.rev) : base
        let records = readable(rest.records).sortedByKind
        return SharedPage(start: base, end: end ?? own.end, records: records, isLast: !rest.more)
    }

    private func page(of lists: Wire.Page, after base: ListCursor?) -> SharedPage {
        let epoch = EpochID(bytes: lists.epoch.bytes) ?? .random()
        let end = ListCursor(epoch: epoch, lists: lists.rev, tickets: base?.tickets ?? 0)
        return SharedPage(start: base, end: end, records: readable(lists.records).sortedByKind)
    }

    /// What one box spoiled must not keep every other from sharing: it is left out, and told. A line that is left out
    /// ends its log here, since what follows has no chain. The hub goes by what stands around a record; so that nobody
    /// gets past it with something else inside, the two have to say the same.
    private func readable(_ records: [WireRecord]) -> [SharedRecord] {
        records.compactMap { record in
            guard let shared = try? SharedRecord(record), WireRecord(shared, body: record.body) == record else {
                onUnreadable("\(record.kind.rawValue) of box \(record.box)")
                return nil
            }
            return shared
        }
    }

    /// All that is new of what belongs together: a key whose event was changed later comes before it, maybe on another
    /// page. It is little.
    private func lists(after start: ListCursor?) async throws -> Wire.Page {
        var page = try await read(Self.lists, after: start, rev: start?.lists ?? 0)
        var records = page.records
        while page.more {
            page = try await client.page(of: Self.lists, after: FeedCursor(epoch: page.epoch, rev: page.rev))
            records += page.records
        }
        return Wire.Page(epoch: page.epoch, rev: page.rev, more: false, records: records)
    }

    private func read(_ kinds: [RecordKind], after start: ListCursor?, rev: Int64) async throws -> Wire.Page {
        let epoch = start.flatMap { FeedCursor.Epoch(bytes: $0.epoch.bytes) }
        return try await client.page(of: kinds, after: epoch.map { FeedCursor(epoch: $0, rev: rev) })
    }

    fileprivate static func identifier<Subject>(of text: String) -> Identifier<Subject> {
        Identifier(bytes: SHA256.hash(Array("doorcheck/\(text)".utf8)).prefix(16)) ?? .random()
    }
}

extension [SharedRecord] {
    /// In the order in which a sync sends them; each log keeps its own.
    fileprivate var sortedByKind: [SharedRecord] {
        SharedRecord.Kind.allCases.flatMap { kind in filter { $0.kind == kind } }
    }
}

extension WireRecord {
    /// A ledger's record with its line as the body.
    init(_ shared: SharedRecord) throws {
        self.init(shared, body: String(decoding: try shared.line(), as: UTF8.self))
    }

    /// What stands around a record, with its line as it is.
    fileprivate init(_ shared: SharedRecord, body: String) {
        switch shared {
        case .scan(let scan):
            self.init(kind: .scan, event: scan.event, box: scan.box, seq: scan.seq, id: nil, hlc: nil, body: body)
        case .change(let change):
            self.init(kind: .change, event: nil, box: change.box, seq: change.seq, id: nil, hlc: nil, body: body)
        case .event(let event):
            self.init(.event, event.id, id: VersionedID(bytes: event.id.bytes), event.stamp, body)
        case .ticket(let ticket):
            self.init(.ticket, ticket.event, id: VersionedID(bytes: ticket.id.bytes), ticket.stamp, body)
        // These never change, apart from a key that is retired: the first version stands, whoever brings it.
        case .box(let box):
            self.init(.box, nil, id: VersionedID(bytes: box.id.bytes), HybridTimestamp(hlc: 0, box: box.id), body)
        case .key(let key):
            let id: VersionedID = HubSyncTransport.identifier(of: "key \(key.id)")
            let stamp = HybridTimestamp(hlc: key.retired == true ? 1 : 0, box: HubSyncTransport.identifier(of: "key"))
            self.init(.key, key.event, id: id, stamp, body)
        case .message(let message):
            let stamp = HybridTimestamp(hlc: 0, box: message.box)
            self.init(.message, message.event, id: VersionedID(bytes: message.id.bytes), stamp, body)
        }
    }

    private init(_ kind: RecordKind, _ event: EventID?, id: VersionedID?, _ stamp: HybridTimestamp, _ body: String) {
        self.init(kind: kind, event: event, box: stamp.box, seq: nil, id: id, hlc: String(stamp.hlc), body: body)
    }
}

extension SharedRecord {
    fileprivate init(_ wire: WireRecord) throws {
        try self.init(line: Data(wire.body.utf8))
    }
}
