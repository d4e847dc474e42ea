// The operations of a transport at a hub, local or remote.

package import HubProtocol
package import Ledger

/// Uploads and downloads records, over the network or in the hub's own process.
package protocol HubEndpoint: Sendable {
    /// Returns what the hub has.
    ///
    /// - Parameter scans: The number of the caller's own last scan.
    /// - Returns: The records that the caller need not send.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    func have(scans: Int64?) async throws -> Wire.Have

    /// Uploads records.
    ///
    /// - Parameter upload: Records, and how far the caller has sent its lists with them.
    /// - Throws: ``HubClientError``; a hub in the same process also throws its own errors.
    func take(_ upload: Wire.Upload) async throws

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
    package func have(scans: Int64?) async throws -> Wire.Have {
        try await patiently { try await ask("GET", "/v1/have" + (scans.map { "?scans=\($0)" } ?? ""), by: deadline) }
    }

    package func take(_ upload: Wire.Upload) async throws {
        let _: Wire.UploadAnswer = try await patiently {
            try await ask("POST", "/v1/records", body: upload, by: deadline)
        }
    }

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
