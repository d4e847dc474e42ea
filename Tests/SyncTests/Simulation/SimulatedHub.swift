// A hub with its real server and store, which can be killed, restarted and set back.

import FoundationEssentials
import HTTPSupport
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ledger
import Logging
import NIOCore
import NIOEmbedded
import Sync
import Synchronization
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

/// Two hubs on one database, without the network between them and the boxes.
actor SimulatedHub {
    private let path: String
    private let time: SimulatedTime
    private let network: SimulatedNetwork
    private let journals: AsyncStream<GroupCommitQueue>.Continuation
    /// Signs its answers, whatever becomes of its disk.
    let key: BoxKey
    private let channel = NIOAsyncTestingChannel()
    private let logger: Logger
    private var processes: [Process] = []
    private var members: [Member] = []
    /// The database without faults, for what the organiser does and for looking; opened once per disk.
    private var ground: HubStore?

    private struct Process {
        let service: HubService
        let responder: RouterResponder<HubContext>
    }

    private struct Member {
        let box: BoxID
        let name: String
        let key: BoxPublicKey
        let isRelay: Bool
    }

    /// A request on its way.
    struct Request: Sendable {
        let method: String
        let target: String
        let body: [UInt8]
        let headers: [(name: String, value: String)]
        /// Which of the hubs gets it.
        let process: Int
    }

    static let processCount = 2

    /// - Parameters:
    ///   - folder: Where its database is.
    ///   - time: Its clock.
    ///   - network: Draws what goes wrong.
    ///   - journals: Whoever gets one runs it until the simulation ends.
    /// - Throws: `SyncFileError`.
    init(
        in folder: String,
        time: SimulatedTime,
        network: SimulatedNetwork,
        journals: AsyncStream<GroupCommitQueue>.Continuation
    ) throws {
        path = folder + "/hub.sqlite"
        self.time = time
        self.network = network
        self.journals = journals
        key = try BoxKey()
        var logger = Logger(label: "simulation", factory: { _ in SwiftLogNoOpLogHandler() })
        logger.logLevel = .critical
        self.logger = logger
    }

    var isUp: Bool { !processes.isEmpty }

    func start() async throws {
        let time = time
        processes = []
        _ = try await store()
        for _ in 0..<Self.processCount {
            // A hub whose database does not let it begin an epoch does not start, and is started again.
            try await store().startEpoch()
            let database = FaultyHubDatabase(real: try SQLiteHubDatabase(path: path), network: network)
            let store = try await HubStore(database)
            let service = try await HubService(store: store, now: { time.now }, elapsed: { time.elapsed })
            journals.yield(service.journal)
            let server = HubServer(
                service: service, key: key, address: ListeningAddress.standard.with(port: 0), logger: logger)
            processes.append(Process(service: service, responder: server.router.buildResponder()))
        }
    }

    /// Kills all of them; what was answered is on disk.
    func kill() {
        processes = []
    }

    /// Lets a box in, as the organiser does.
    func admit(_ box: BoxID, name: String, key: BoxPublicKey, isRelay: Bool) async throws {
        let member = Member(box: box, name: name, key: key, isRelay: isRelay)
        members.append(member)
        try await enrol(member)
    }

    private func enrol(_ member: Member) async throws {
        let code = EnrolmentCode()
        let store = try await store()
        let invitation = Invitation(name: member.name, isRelay: member.isRelay)
        try await store.invite(invitation, code: code.key().publicKey, expiry: time.now + 60_000)
        _ = try await store.enrol(member.box, publicKey: member.key, code: code.key().publicKey, now: time.now)
    }

    /// Looks for what the other hub wrote, as each does several times a second.
    func watch() async throws {
        for process in processes { try await process.service.feed.catchUp(from: process.service.store) }
    }

    func answer(_ request: Request) async -> HubResponse? {
        guard let process = processes.isEmpty ? nil : processes[request.process % processes.count],
            let method = HTTPRequest.Method(request.method)
        else { return nil }
        var fields = HTTPFields()
        for (name, value) in request.headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "hub", path: request.target, headerFields: fields)
        let body = RequestBody(buffer: ByteBuffer(bytes: request.body))
        let context = HubContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let writer = Writer()
        do {
            let response = try await process.responder.respond(
                to: Hummingbird.Request(head: head, body: body), context: context)
            try await response.body.write(writer)
            return HubResponse(
                status: response.status.code,
                body: writer.bytes.withLock { $0 },
                headers: Dictionary(
                    response.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { first, _ in first })
            )
        } catch {
            return nil
        }
    }

    private final class Writer: ResponseBodyWriter {
        let bytes = Mutex<[UInt8]>([])

        func write(_ buffer: ByteBuffer) async throws {
            bytes.withLock { $0 += buffer.readableBytesView }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    // MARK: - Its disk

    /// Writes a backup in place of the last one.
    func backUp() throws {
        try? FileManager.default.removeItem(atPath: path + ".backup")
        try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")
    }

    /// Loses its disk, and goes on from the last backup, as docs/hub.md has it: boxes that joined since join again.
    ///
    /// - Returns: Whether there was a backup.
    func restore() async throws -> Bool {
        guard access(path + ".backup") else { return false }
        kill()
        ground = nil
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: path + ".backup", toPath: path)
        for member in members { try await enrol(member) }
        try await start()
        return true
    }

    // MARK: - What it has

    private func store() async throws -> HubStore {
        if let ground { return ground }
        let store = try await HubStore(try SQLiteHubDatabase(path: path))
        ground = store
        return store
    }

    /// Every record, as boxes read them.
    func records() async throws -> Set<SharedRecord> {
        let all = try await store().records(after: 0, limit: 1_000_000)
        return Set(try all.records.map { try SignedRecord(line: Data($0.record.body)).record })
    }

    /// The number under which each place is claimed.
    func claims() async throws -> Set<Int64> {
        try await store().database.read { session in
            Set(try session.rows("SELECT number FROM claim", []).map { try $0.integer(0) })
        }
    }

    /// Boxes whose logs contradict each other, as the hub sees it.
    func closed() async throws -> Set<BoxID> {
        try await store().logState().closed
    }
}
