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
    /// - Parameter upload: Records, how far the caller has sent its lists with them, and from where on it reads.
    /// - Returns: What became of each record, and what the caller wanted to read.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    @discardableResult
    func take(_ upload: Wire.Upload) async throws -> Wire.UploadAnswer

    /// Returns records after a cursor.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of records.
    ///   - cursor: The last position that was read; `nil` for the beginning.
    ///   - least: A revision that the answer must know of, from another answer; 0 for none. Of several hubs with one
    ///     database, one may be behind the one that was asked before.
    ///   - timeout: How long the hub waits, in whole seconds, if there are no new records.
    /// - Returns: The next page of records.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    func page(
        of kinds: [RecordKind], after cursor: FeedCursor?, knowing least: Int64, waiting timeout: Duration
    ) async throws -> Wire.Page

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

extension HubEndpoint {
    /// Returns records after a cursor, those that there are now.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of records.
    ///   - cursor: The last position that was read; `nil` for the beginning.
    ///   - least: A revision that the answer must know of; 0 for none.
    /// - Returns: The next page of records.
    /// - Throws: As ``page(of:after:knowing:waiting:)``.
    package func page(of kinds: [RecordKind], after cursor: FeedCursor?, knowing least: Int64) async throws -> Wire.Page
    {
        try await page(of: kinds, after: cursor, knowing: least, waiting: .zero)
    }
}

extension HubConnection: HubEndpoint {
    package func have(scans: Int64?, since cursor: FeedCursor? = nil) async throws -> Wire.Have {
        let query =
            (scans.map { ["scans=\($0)"] } ?? []) + (cursor.map { ["epoch=\($0.epoch)", "rev=\($0.rev)"] } ?? [])
        return try await patiently { try await ask("GET", Self.target("/v1/have", query), by: deadline) }
    }

    @discardableResult
    package func take(_ upload: Wire.Upload) async throws -> Wire.UploadAnswer {
        try await patiently { try await send(upload, to: "/v1/records", by: deadline) }
    }

    /// How much longer than the hub is to wait its answer may take.
    private static let waitGrace: Duration = .seconds(5)

    package func present(_ membership: WireRecord) async throws {
        let _: Wire.Box = try await ask("POST", "/v1/memberships", body: membership, by: deadline)
    }

    package func page(
        of kinds: [RecordKind], after cursor: FeedCursor?, knowing least: Int64, waiting timeout: Duration
    ) async throws -> Wire.Page {
        let names = kinds.count < RecordKind.allCases.count ? kinds.map(\.rawValue).joined(separator: ",") : nil
        let query =
            (names.map { ["kinds=\($0)"] } ?? [])
            + (cursor.map { ["epoch=\($0.epoch)", "rev=\($0.rev)"] } ?? [])
            + (least > 0 ? ["least=\(least)"] : [])
        guard timeout > .zero else {
            return try await patiently { try await page(Self.target("/v1/records", query), by: deadline) }
        }
        let wait = Int(timeout / .seconds(1))
        return try await page(
            Self.target("/v1/records", query + ["wait=\(wait)"]), by: elapsed() + timeout + Self.waitGrace)
    }

    private static func target(_ path: String, _ query: [String]) -> String {
        path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
