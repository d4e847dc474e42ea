// The connection between two ledgers: through a hub, or within one program.

public import Ledger

/// The other end of a sync: another ledger, or a hub that keeps the same records.
///
/// A transport may lose, repeat or delay anything; each call can be repeated at any time.
public protocol SyncTransport: Sendable {
    /// Exchanges version vectors with the other side.
    ///
    /// - Parameter own: This side's version vector.
    /// - Returns: The other side's version vector.
    /// - Throws: Any error that prevented the request or the response from arriving.
    func versionVector(hearing own: VersionVector) async throws -> VersionVector

    /// Sends a page.
    ///
    /// - Parameters:
    ///   - page: Records that the other side lacks.
    ///   - own: The sender's version vector.
    /// - Returns: The other side's new version vector.
    /// - Throws: Any error that prevented the page or the response from arriving, or the page from being accepted.
    func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector

    /// Sends a page and requests one at once.
    ///
    /// - Parameters:
    ///   - page: Records that the other side lacked when it was last heard of.
    ///   - own: The sender's version vector.
    /// - Returns: The answer; `nil` if the other side has taken nothing, because it is no longer what it was, and has
    ///   to be asked what it has.
    /// - Throws: Any error that prevented the page or the response from arriving, or the page from being accepted.
    func exchange(_ page: SharedPage, from own: VersionVector) async throws -> SyncAnswer?

    /// Requests a page.
    ///
    /// - Parameter own: This side's version vector.
    /// - Returns: The next records that this side lacks; an empty page if there are none.
    /// - Throws: Any error that prevented the request or the response from arriving.
    func page(after own: VersionVector) async throws -> SharedPage

    /// Requests the page after one that is being merged.
    ///
    /// - Parameters:
    ///   - page: The page that is being merged.
    ///   - own: This side's version vector before it.
    /// - Returns: The next records that this side lacks then; `nil` if ``page(after:)`` has to ask for them once the
    ///   page is merged.
    /// - Throws: Any error that prevented the request or the response from arriving.
    func page(following page: SharedPage, for own: VersionVector) async throws -> SharedPage?

    /// Returns what is known of the other side without asking it: what it said last, and what was sent to it and
    /// received from it since.
    ///
    /// - Parameter own: This side's version vector.
    /// - Returns: The other side's version vector; `nil` if it has to be asked.
    func lastVersionVector(for own: VersionVector) -> VersionVector?

    /// The clock of the hub at the other end minus this side's, in milliseconds; `nil` if there is no hub, or it is not
    /// known.
    var clockOffset: Int64? { get async }

    /// The memberships by which roots have revoked this side's box, as the other end said with its last refusal; nobody
    /// has verified them.
    var revocations: [SignedMembership] { get async }

    /// Presents this side's membership to a hub that does not know this box, because its database was restored from
    /// before the box joined.
    ///
    /// - Parameters:
    ///   - membership: This side's valid membership.
    ///   - error: What prevented a sync.
    /// - Returns: Whether the hub knows the box now, so that a sync may succeed.
    /// - Throws: Any error that prevented the request or the response from arriving, or what the hub has against the
    ///   box.
    func present(_ membership: SignedMembership, after error: any Error) async throws -> Bool
}

/// The answer to a page.
public struct SyncAnswer: Sendable {
    /// The other side's new version vector.
    public let versionVector: VersionVector
    /// The next records that this side lacks; `nil` if ``SyncTransport/page(after:)`` has to ask for them.
    public let page: SharedPage?

    /// - Parameters:
    ///   - versionVector: The other side's new version vector.
    ///   - page: The next records that this side lacks; `nil` if they have to be asked for.
    public init(versionVector: VersionVector, page: SharedPage?) {
        self.versionVector = versionVector
        self.page = page
    }
}

extension SyncTransport {
    /// Other ledgers answer one question at a time.
    public func exchange(_ page: SharedPage, from own: VersionVector) async throws -> SyncAnswer? {
        SyncAnswer(versionVector: try await send(page, from: own), page: nil)
    }

    /// Other ledgers' pages depend on what was merged.
    public func page(following page: SharedPage, for own: VersionVector) async throws -> SharedPage? { nil }

    /// Other ledgers are asked.
    public func lastVersionVector(for own: VersionVector) -> VersionVector? { nil }

    /// Other ledgers' clocks may be wrong as well.
    public var clockOffset: Int64? { nil }

    /// Other ledgers refuse nobody.
    public var revocations: [SignedMembership] { [] }

    /// Other ledgers know nobody, and refuse nobody.
    public func present(_ membership: SignedMembership, after error: any Error) -> Bool { false }
}

/// Connects two ledgers in one program.
public struct LocalSyncTransport: SyncTransport {
    private let ledger: Ledger
    private let signer: any RecordSigner
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - ledger: The other side's ledger.
    ///   - signer: The key of its box.
    ///   - now: The other side's wall clock.
    public init(to ledger: Ledger, signedBy signer: any RecordSigner, now: @escaping @Sendable () -> Timestamp) {
        self.ledger = ledger
        self.signer = signer
        self.now = now
    }

    public func versionVector(hearing own: VersionVector) async throws -> VersionVector {
        try await ledger.record(own, on: now())
        return try await ledger.versionVector(for: own.ledger, on: now())
    }

    public func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
        _ = try await ledger.merge(page, from: own.ledger, on: now())
        return try await ledger.versionVector(for: own.ledger, on: now())
    }

    public func page(after own: VersionVector) async throws -> SharedPage {
        try await ledger.page(after: own, on: now(), signedBy: signer)
    }
}
