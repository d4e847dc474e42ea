// Long lists on their way while guests are at the doors.

import HubClient
import HubProtocol
import Ledger
import Sync
import TicketSigning

/// A machine that sends new tickets to the hub and reads all records of the hub, one request after the other.
struct BulkBox: Sendable {
    let introduction: String
    private let id: BoxID
    private let sending: HubConnection
    private let reading: HubConnection

    /// The number of tickets per request; the hub accepts 1000.
    private static let count = 1000
    /// The length of a ticket's record, in bytes.
    private static let length = 400

    /// - Parameters:
    ///   - number: 0, 1, 2 …
    ///   - address: The hub's address.
    ///   - hub: The hub's fingerprint.
    /// - Throws: `SyncFileError`.
    init(_ number: Int, at address: HubAddress, _ hub: HubFingerprint) throws {
        let key = try BoxKey()
        id = .random()
        introduction = introduce(id, named: "bulk-\(number + 1)", key)
        let box = id
        func connection() -> HubConnection {
            HubConnection(to: address, as: box, key: key, hub: hub, now: { LoadClock.now.milliseconds })
        }
        (sending, reading) = (connection(), connection())
    }

    /// Sends and reads until the task is cancelled.
    ///
    /// - Returns: The number of requests that the hub answered.
    func run() async -> Int {
        async let sent = repeated { try await sending.take(upload) }
        async let read = readAll()
        return await sent + read
    }

    private func readAll() async -> Int {
        var cursor: FeedCursor?
        return await repeated {
            let page = try await reading.page(of: RecordKind.allCases, after: cursor, knowing: 0)
            cursor = page.more ? FeedCursor(epoch: page.epoch, rev: page.rev) : nil
        }
    }

    private func repeated(_ body: () async throws -> Void) async -> Int {
        var answers = 0
        while !Task.isCancelled {
            do {
                try await body()
                answers += 1
            } catch {
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        return answers
    }

    /// New versions of new tickets; the hub does not look into them.
    private var upload: Wire.Upload {
        let body = String(repeating: "x", count: Self.length)
        let records = (0..<Self.count).map { _ in
            WireRecord(
                kind: .ticket, event: nil, box: id, seq: nil, chain: nil, id: .random(), hlc: "1", body: body)
        }
        return Wire.Upload(records: records, cursor: nil)
    }
}
