// The operations of a transport at a hub, local or remote.

package import HubProtocol
package import Ledger

/// Uploads and downloads records, over the network or in the hub's own process.
package protocol HubEndpoint: Sendable {
    /// Returns what the hub has.
    ///
    /// - Parameters:
    ///   - scans: The number of the caller's own last scan.
    ///   - cursor: The position of an earlier answer, for the caller's own logs as far as they have grown since; `nil`
    ///     for all logs.
    /// - Returns: The records that the caller need not send.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    func have(scans: Int64?, since cursor: FeedCursor?) async throws -> Wire.Have

    /// Uploads records.
    ///
    /// - Parameter upload: Records, and how far the caller has sent its lists with them.
    /// - Returns: What became of each record.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    @discardableResult
    func take(_ upload: Wire.Upload) async throws -> [UploadResult]

    /// Waits until the hub has records that the caller may see and does not know.
    ///
    /// - Parameters:
    ///   - cursor: The end that the caller knows.
    ///   - timeout: How long the hub waits, in whole seconds.
    /// - Returns: The end of the history, and whether there may be such records before it.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    func news(after cursor: FeedCursor, for timeout: Duration) async throws -> Wire.News

    /// Returns records after a cursor.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of records.
    ///   - cursor: The last position that was read; `nil` for the beginning.
    ///   - least: A revision that the answer must know of, from another answer; 0 for none. Of several hubs with one
    ///     database, one may be behind the one that was asked before.
    /// - Returns: The next page of records.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    func page(of kinds: [RecordKind], after cursor: FeedCursor?, knowing least: Int64) async throws -> Wire.Page

    /// Presents the caller's membership to a hub that does not know the caller.
    ///
    /// - Parameter membership: The membership's record.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    func present(_ membership: WireRecord) async throws

    /// The hub's clock minus the caller's, in milliseconds, to within half a second; `nil` if it is not known.
    var knownClockOffset: Int64? { get async }

    /// The memberships by which roots have revoked the caller, as the hub said with its last refusal. Nobody has
    /// verified them.
    var revocations: [SignedMembership] { get async }
}

extension HubConnection: HubEndpoint {
    package func have(scans: Int64?, since cursor: FeedCursor? = nil) async throws -> Wire.Have {
        let query =
            (scans.map { ["scans=\($0)"] } ?? []) + (cursor.map { ["epoch=\($0.epoch)", "rev=\($0.rev)"] } ?? [])
        let target = "/v1/have" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        return try await patiently { try await ask("GET", target, by: deadline) }
    }

    @discardableResult
    package func take(_ upload: Wire.Upload) async throws -> [UploadResult] {
        let answer: Wire.UploadAnswer = try await patiently {
            try await ask("POST", "/v1/records", body: upload, by: deadline)
        }
        return answer.results
    }

    package func news(after cursor: FeedCursor, for timeout: Duration) async throws -> Wire.News {
        let wait = Int(timeout / .seconds(1))
        return try await ask(
            "GET", "/v1/news?epoch=\(cursor.epoch)&rev=\(cursor.rev)&wait=\(wait)",
            by: elapsed() + timeout + Self.newsGrace)
    }

    /// How much longer than the hub is to wait its answer may take.
    private static let newsGrace: Duration = .seconds(5)

    package func present(_ membership: WireRecord) async throws {
        let _: Wire.Box = try await ask("POST", "/v1/memberships", body: membership, by: deadline)
    }

    package func page(of kinds: [RecordKind], after cursor: FeedCursor?, knowing least: Int64) async throws -> Wire.Page
    {
        let names = kinds.map(\.rawValue).joined(separator: ",")
        let from = cursor.map { "&epoch=\($0.epoch)&rev=\($0.rev)" } ?? ""
        let known = least > 0 ? "&least=\(least)" : ""
        return try await patiently { try await page("/v1/records?kinds=\(names)\(from)\(known)", by: deadline) }
    }
}
