// What a carrier asks of a hub, wherever the hub is.

/// Where records are handed in and out: over the network, or in the hub's own process.
protocol HubClient: Sendable {
    /// What the hub has.
    ///
    /// - Parameter scans: The number of the asker's own last scan.
    /// - Returns: What the asker need not send.
    /// - Throws: ``HubClientError``, ``HubError``.
    func have(scans: Int64?) async throws -> Wire.Have

    /// Hands records in.
    ///
    /// - Parameter upload: Records, and how far the asker has sent its lists with them.
    /// - Throws: ``HubClientError``, ``HubError``.
    func take(_ upload: Wire.Upload) async throws

    /// Records after a place.
    ///
    /// - Parameters:
    ///   - kinds: Which ones.
    ///   - cursor: What was read; `nil` for nothing.
    /// - Returns: The next of them.
    /// - Throws: ``HubClientError``, ``HubError``.
    func page(of kinds: [RecordKind], after cursor: FeedCursor?) async throws -> Wire.Page
}

extension HubConnection: HubClient {
    func have(scans: Int64?) async throws -> Wire.Have {
        try await patiently { try await ask("GET", "/v1/have" + (scans.map { "?scans=\($0)" } ?? ""), by: deadline) }
    }

    func take(_ upload: Wire.Upload) async throws {
        let _: Wire.UploadAnswer = try await patiently {
            try await ask("POST", "/v1/records", body: upload, by: deadline)
        }
    }

    func page(of kinds: [RecordKind], after cursor: FeedCursor?) async throws -> Wire.Page {
        let names = kinds.map(\.rawValue).joined(separator: ",")
        let from = cursor.map { "&epoch=\($0.epoch)&rev=\($0.rev)" } ?? ""
        return try await patiently { try await page("/v1/records?kinds=\(names)\(from)", by: deadline) }
    }

    private nonisolated var deadline: ContinuousClock.Instant { elapsed() + .seconds(30) }
}
