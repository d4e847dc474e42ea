// The hub as a box's sync peer.

import FoundationEssentials
import HubProtocol
public import Ledger
public import Sync
import TicketSigning

/// Uploads what a ledger shares to the hub, and downloads what the hub has from others.
///
/// The hub's one revision serves as both numbers of a `ListCursor`. Records that others refer to (boxes, events,
/// keys) are read before the rest, so no scan arrives before its event, whenever the event was last changed.
public struct HubSyncTransport: SyncTransport {
    private let client: any HubEndpoint
    /// For requests that wait; `nil` for none.
    private let waiting: (any HubEndpoint)?
    private let host: String
    private let onUnreadable: @Sendable (String) -> Void
    /// The hub's identifier in the list of peers.
    private let peer: BoxID
    /// How far the hub has read the lists, as it said last.
    private let positions = UploadPositions()
    private let memory = HubMemory()

    /// How many of these records a box holds in memory at a time: more than a festival has.
    private static let listLimit = 20_000
    private static let lists: [RecordKind] = [.box, .membership, .event, .key, .grant, .message]
    private static let rest: [RecordKind] = [.change, .ticket, .scan]

    /// - Parameters:
    ///   - connection: A connection for syncs only, so that claims never wait.
    ///   - waiting: A connection for ``hasNews(within:)``; `nil` if it is not asked.
    ///   - address: The hub's address.
    ///   - onUnreadable: Called with a description of the hub's records that no ledger could have written.
    public init(
        over connection: HubConnection,
        waiting: HubConnection? = nil,
        to address: HubAddress,
        onUnreadable: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.onUnreadable = onUnreadable
        client = connection
        self.waiting = waiting
        host = address.host
        peer = Self.identifier(of: "hub \(address.url)")
    }

    /// - Parameters:
    ///   - endpoint: The hub, in this process.
    ///   - onUnreadable: Called with a description of the hub's records that no ledger could have written.
    package init(within endpoint: any HubEndpoint, onUnreadable: @escaping @Sendable (String) -> Void = { _ in }) {
        self.onUnreadable = onUnreadable
        client = endpoint
        waiting = nil
        host = "this hub"
        peer = Self.identifier(of: "hub within")
    }

    public var clockOffset: Int64? { get async { await client.knownClockOffset } }

    public var revocations: [SignedMembership] { get async { await client.revocations } }

    public func present(_ membership: SignedMembership, after error: any Error) async throws -> Bool {
        guard case HubClientError.refused(_, _, .boxUnknown, _) = error else { return false }
        do {
            try await client.present(try WireRecord(membership))
            return true
        } catch HubClientError.refused(_, _, nil, _) {
            // It takes joining codes only, or none of this organiser.
            return false
        }
    }

    public func versionVector(hearing own: VersionVector) async throws -> VersionVector {
        let last = own.highWaterMarks.first { $0.box == own.ledger }?.last(of: .scan)
        let have = try await client.have(scans: last, since: memory.end)
        positions.read(have.cursor)
        memory.add(have)
        return versionVector(for: own)
    }

    public func lastVersionVector(for own: VersionVector) -> VersionVector? {
        memory.end == nil ? nil : versionVector(for: own)
    }

    /// Whether the last news were of the history in which the hub said what it has.
    var isSameHistory: Bool { memory.newsEpoch == memory.end?.epoch }

    /// Returns what is known of the hub. Records that it accepts from no one, or not from this box, are not sent.
    private func versionVector(for own: VersionVector) -> VersionVector {
        let (epoch, rev) = (memory.end.flatMap { EpochID(bytes: $0.epoch.bytes) }, memory.end?.rev ?? 0)
        return VersionVector(
            ledger: peer,
            name: host,
            end: ListCursor(epoch: epoch ?? .random(), lists: rev, tickets: rev),
            pulled: positions.position(in: own.end.epoch),
            highWaterMarks: memory.marks(for: own.ledger, among: own.highWaterMarks.map(\.box))
        )
    }

    public func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
        try await upload(page, from: own, readingAfter: nil).has
    }

    public func exchange(_ page: SharedPage, from own: VersionVector) async throws -> SyncAnswer? {
        // The position belongs to the history that the upload names.
        let start = own.pulled.flatMap { start in
            start.lists == start.tickets && start.epoch.bytes == memory.end?.epoch.bytes ? start : nil
        }
        let rev = start.map(memory.position)
        do {
            let (has, answer) = try await upload(page, from: own, readingAfter: rev)
            guard let start, let rev, let answer else { return SyncAnswer(versionVector: has, page: nil) }
            return SyncAnswer(versionVector: has, page: wholePage(answer, after: start, readTo: rev))
        } catch HubClientError.refused(_, status: 409, type: nil, _) {
            // It was started again.
            return nil
        }
    }

    /// Uploads a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - own: The box's version vector.
    ///   - rev: The revision after which the box reads; `nil` if it reads nothing.
    /// - Returns: What the hub has then, and what follows the revision.
    /// - Throws: ``HubClientError``, `EncodingError`.
    private func upload(
        _ page: SharedPage,
        from own: VersionVector,
        readingAfter rev: Int64?
    ) async throws -> (has: VersionVector, Wire.Page?) {
        let records = try page.signed.map { try WireRecord($0) }
        let end = try positions.text(with: page.end)
        let parts = Self.parts(of: records)
        var (results, answer): ([UploadResult], Wire.Page?) = ([], nil)
        for (place, part) in parts.enumerated() {
            let isLast = place == parts.count - 1
            let upload = Wire.Upload(
                records: part, cursor: isLast ? end : nil, epoch: memory.end?.epoch, after: isLast ? rev : nil)
            let reply = try await client.take(upload)
            results += reply.results
            answer = reply.page
        }
        guard results.count == records.count, results.allSatisfy({ $0 == .taken || $0 == .known }) else {
            return (try await versionVector(hearing: own), answer)
        }
        // The hub has all of it, so it need not be asked.
        positions.read(end)
        memory.add(page.records)
        return (versionVector(for: own), answer)
    }

    /// Waits until the hub has more than was read, and keeps it for the next ``page(after:)``.
    ///
    /// - Parameter timeout: How long the hub waits, in whole seconds.
    /// - Returns: Whether a sync may find something: `true` also before the first sync, and without a connection for
    ///   it.
    /// - Throws: ``HubClientError``.
    public func hasNews(within timeout: Duration) async throws -> Bool {
        guard let waiting, let end = memory.readEnd, memory.end?.epoch == end.epoch else { return true }
        let page = try await waiting.page(of: RecordKind.allCases, after: end, knowing: 0, waiting: timeout)
        return memory.note(page, after: end)
    }

    /// Splits records into uploads that the hub accepts, however long the records are: usually one, several for lists
    /// with long notes.
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
        try await page(after: own.pulled, or: own.end)
    }

    /// Requests the page after a position.
    ///
    /// - Parameters:
    ///   - start: How far the box has read; `nil` if not at all.
    ///   - place: Any position, for an empty page without one.
    /// - Returns: The next records; an empty page if there are none.
    /// - Throws: ``HubClientError``.
    private func page(after start: ListCursor?, or place: ListCursor) async throws -> SharedPage {
        if let start {
            if let page = try await wholePage(after: start) { return page }
            if let page = try await restPage(after: start) { return page }
        }
        var lists = try await lists(after: start)
        let epoch = EpochID(bytes: lists.epoch.bytes) ?? .random()
        let isSame = start?.epoch == epoch
        let nothing = SharedPage(start: start, end: start ?? place, records: [])
        let base = isSame ? start : try await position(of: start, in: lists)
        guard isSame || base?.epoch == epoch else { return nothing }
        guard lists.records.isEmpty else { return page(of: lists, after: base, from: isSame ? start : nil) }
        let rest = try await read(Self.rest, after: base, rev: base?.tickets ?? 0)
        // The epoch changed in between: the next page begins in the new one.
        guard rest.epoch == lists.epoch else { return nothing }
        var tries = 3
        while rest.rev > lists.rev {
            // Records that arrived in between may belong to a box that also arrived in between; a scan of an unknown
            // box would be skipped for good. Or the lists come from a hub that is behind the one that gave the rest.
            guard tries > 0 else { return nothing }
            tries -= 1
            lists = try await self.lists(after: ListCursor(epoch: epoch, lists: lists.rev), knowing: rest.rev)
            guard lists.epoch == rest.epoch else { return nothing }
            guard lists.records.isEmpty else { return page(of: lists, after: base, from: isSame ? start : nil) }
        }
        // Without records there is no position to store: the next request starts here again, at no cost.
        let isNews = !rest.records.isEmpty || rest.more || !isSame
        let end = isNews ? ListCursor(epoch: epoch, lists: lists.rev, tickets: rest.rev) : base
        let records = known(rest.records)
        if !rest.more {
            memory.noteRead(upTo: rest.end, from: isNews ? rest.rev : base?.tickets ?? 0)
        }
        return SharedPage(start: isSame ? start : nil, end: end ?? place, signed: records, isLast: !rest.more)
    }

    public func page(following page: SharedPage, for own: VersionVector) async throws -> SharedPage? {
        // Lists are short, and decide on what is read next.
        guard !page.isLast, page.end.tickets > page.start?.tickets ?? 0 else { return nil }
        return try await self.page(after: page.end, or: own.end)
    }

    /// Reads the next records after lists, as long as these were read further: then all that they refer to is there.
    ///
    /// - Returns: `nil` if lists have to be read first.
    private func restPage(after start: ListCursor) async throws -> SharedPage? {
        guard start.lists > start.tickets else { return nil }
        let page = try await read(Self.rest, after: start, rev: start.tickets)
        guard page.epoch.bytes == start.epoch.bytes, page.from == start.tickets, page.rev <= start.lists,
            page.more || !page.records.isEmpty
        else { return nil }
        let end = ListCursor(epoch: start.epoch, lists: start.lists, tickets: page.rev)
        return SharedPage(start: start, end: end, signed: known(page.records))
    }

    /// Reads records of all kinds at once, if lists and the rest were read equally far, as in almost every sync.
    ///
    /// - Returns: `nil` if they have to be read apart: the hub was started again, or there are lists, which are merged
    ///   before what refers to them.
    private func wholePage(after start: ListCursor) async throws -> SharedPage? {
        guard start.lists == start.tickets else { return nil }
        let rev = memory.position(after: start)
        if let page = memory.takeNextPage(after: rev, in: start.epoch) {
            return wholePage(page, after: start, readTo: rev)
        }
        return wholePage(try await read(RecordKind.allCases, after: start, rev: rev), after: start, readTo: rev)
    }

    /// Returns a page of records of all kinds as a sync merges it.
    ///
    /// - Parameters:
    ///   - page: The hub's page.
    ///   - start: The position in the box's ledger.
    ///   - rev: The revision up to which there is nothing to read.
    /// - Returns: `nil` if lists and the rest have to be read apart.
    private func wholePage(_ page: Wire.Page, after start: ListCursor, readTo rev: Int64) -> SharedPage? {
        guard page.epoch.bytes == start.epoch.bytes, page.from == rev,
            !page.records.contains(where: { Self.lists.contains($0.kind) })
        else { return nil }
        // Without records there is no position to store.
        let isNews = !page.records.isEmpty || page.more
        if !page.more { memory.noteRead(upTo: page.end, from: isNews ? page.rev : start.tickets) }
        let end = isNews ? ListCursor(epoch: start.epoch, lists: page.rev, tickets: page.rev) : start
        return SharedPage(start: start, end: end, signed: known(page.records), isLast: !page.more)
    }

    /// Returns where a position in a past epoch is in the present one: the hub was started again, perhaps from a
    /// backup.
    private func position(of start: ListCursor?, in lists: Wire.Page) async throws -> ListCursor? {
        let rest = try await read(Self.rest, after: start, rev: start?.tickets ?? 0)
        guard rest.epoch == lists.epoch else { return nil }
        return ListCursor(epoch: EpochID(bytes: rest.epoch.bytes) ?? .random(), lists: lists.from, tickets: rest.from)
    }

    private func page(of lists: Wire.Page, after base: ListCursor?, from start: ListCursor?) -> SharedPage {
        let epoch = EpochID(bytes: lists.epoch.bytes) ?? .random()
        let end = ListCursor(epoch: epoch, lists: lists.rev, tickets: base?.tickets ?? 0)
        return SharedPage(start: start, end: end, signed: readable(lists.records).sortedByKind)
    }

    /// Returns records in the order in which a sync sends them, and notes that the hub has them.
    private func known(_ records: [WireRecord]) -> [SignedRecord] {
        let records = readable(records)
        memory.add(records.lazy.map(\.record))
        return records.sortedByKind
    }

    /// One box's bad records must not keep all others from sharing, so they are left out and reported. A log ends at
    /// the first line that is left out, because the following lines no longer have a chain. The hub goes by a
    /// record's envelope; the envelope and the body must agree, so that no one can use one to smuggle in the other.
    private func readable(_ records: [WireRecord]) -> [SignedRecord] {
        records.compactMap { record in
            guard let shared = try? SignedRecord(record), WireRecord(shared.record, body: record.body) == record else {
                onUnreadable("\(record.kind.rawValue) of box \(record.box)")
                return nil
            }
            return shared
        }
    }

    /// Returns the new records that others refer to: a key whose event was changed later precedes its event, possibly
    /// on another page. There are few of them; the rest of very many is left for the next page.
    private func lists(after start: ListCursor?, knowing least: Int64 = 0) async throws -> Wire.Page {
        var page = try await read(Self.lists, after: start, rev: start?.lists ?? 0, knowing: least)
        let start = page.from
        var records = page.records
        while page.more, records.count < Self.listLimit {
            let cursor = FeedCursor(epoch: page.epoch, rev: page.rev)
            page = try await client.page(of: Self.lists, after: cursor, knowing: least)
            records += page.records
        }
        return Wire.Page(epoch: page.epoch, from: start, rev: page.rev, more: false, records: records)
    }

    private func read(
        _ kinds: [RecordKind],
        after start: ListCursor?,
        rev: Int64,
        knowing least: Int64 = 0
    ) async throws -> Wire.Page {
        let epoch = start.flatMap { FeedCursor.Epoch(bytes: $0.epoch.bytes) }
        return try await client.page(of: kinds, after: epoch.map { FeedCursor(epoch: $0, rev: rev) }, knowing: least)
    }

    fileprivate static func identifier<Subject>(of text: String) -> Identifier<Subject> {
        Identifier(bytes: SHA256.hash(Array("doorcheck/\(text)".utf8)).prefix(16)) ?? .random()
    }
}

extension [SignedRecord] {
    /// The records in the order in which a sync sends them; each log keeps its own order.
    fileprivate var sortedByKind: [SignedRecord] {
        SharedRecord.Kind.allCases.flatMap { kind in filter { $0.record.kind == kind } }
    }
}

extension WireRecord {
    /// Creates the record of a membership.
    package init(_ signed: SignedMembership) throws {
        try self.init(SignedRecord(.membership(signed.membership), signature: signed.signature))
    }

    /// Creates a record with the ledger's line as the body.
    package init(_ shared: SignedRecord) throws {
        self.init(shared.record, body: String(decoding: try shared.line(), as: UTF8.self))
    }

    /// Creates a record's envelope with its line unchanged.
    fileprivate init(_ shared: SharedRecord, body: String) {
        switch shared {
        case .scan(let scan):
            self.init(.scan, scan.event, box: scan.box, LogPoint(seq: scan.seq, chain: scan.chain), body)
        case .change(let change):
            self.init(.change, nil, box: change.box, LogPoint(seq: change.seq, chain: change.chain), body)
        case .event(let event):
            self.init(.event, event.id, id: VersionedID(bytes: event.id.bytes), event.stamp, body)
        case .ticket(let ticket):
            self.init(.ticket, ticket.event, id: VersionedID(bytes: ticket.id.bytes), ticket.stamp, body)
        // These never change, except that a key or a grant can be retired: the first version wins, whoever uploads it.
        case .box(let box):
            self.init(.box, nil, id: VersionedID(bytes: box.id.bytes), HybridTimestamp(hlc: 0, box: box.id), body)
        case .membership(let membership):
            let stamp = HybridTimestamp(hlc: membership.terms.serial, box: membership.box)
            self.init(.membership, nil, id: membership.versionedID, stamp, body)
        case .key(let key):
            // Of each root's, so that nobody else's displaces it.
            let root = key.root.map { " \($0.base64url)" } ?? ""
            let id: VersionedID = HubSyncTransport.identifier(of: "key \(key.id)\(root)")
            let stamp = HybridTimestamp(hlc: key.retired == true ? 1 : 0, box: HubSyncTransport.identifier(of: "key"))
            self.init(.key, key.event, id: id, stamp, body)
        case .grant(let grant):
            let id: VersionedID = HubSyncTransport.identifier(
                of: "grant \(grant.id) \(grant.root?.base64url ?? "")")
            let stamp = HybridTimestamp(
                hlc: grant.retired == true ? 1 : 0, box: HubSyncTransport.identifier(of: "grant"))
            self.init(.grant, grant.event, id: id, stamp, body)
        case .message(let message):
            let stamp = HybridTimestamp(hlc: 0, box: message.box)
            self.init(.message, message.event, id: VersionedID(bytes: message.id.bytes), stamp, body)
        }
    }

    private init(_ kind: RecordKind, _ event: EventID?, id: VersionedID?, _ stamp: HybridTimestamp, _ body: String) {
        self.init(
            kind: kind, event: event, box: stamp.box, seq: nil, chain: nil, id: id, hlc: String(stamp.hlc), body: body)
    }

    private init(_ kind: RecordKind, _ event: EventID?, box: BoxID, _ point: LogPoint, _ body: String) {
        self.init(
            kind: kind, event: event, box: box, seq: point.seq, chain: point.chain, id: nil, hlc: nil, body: body)
    }
}

extension SignedRecord {
    fileprivate init(_ wire: WireRecord) throws {
        try self.init(line: Data(wire.body.utf8))
    }
}
