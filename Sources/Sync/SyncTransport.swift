// The way between two ledgers: a hub, a file, or memory.

public import Ledger

/// Whoever is at the other end: another ledger, or a hub that keeps the same records.
///
/// A carrier may lose, repeat or delay anything; each call can be made again at any time.
public protocol SyncTransport: Sendable {
    /// Tells who asks, and asks what the other side has.
    ///
    /// - Parameter own: What this side has.
    /// - Returns: What the other side has, by its own word.
    /// - Throws: Whatever kept the message or the answer from arriving.
    func versionVector(hearing own: VersionVector) async throws -> VersionVector

    /// Sends a page.
    ///
    /// - Parameters:
    ///   - page: What the other side has not got.
    ///   - own: Who sends it, and what this side has.
    /// - Returns: What the other side has now, by its own word.
    /// - Throws: Whatever kept the page or the answer from arriving, or from being taken.
    func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector

    /// Asks for a page.
    ///
    /// - Parameter own: What this side has.
    /// - Returns: The next of what it has not got; an empty page when it has everything.
    /// - Throws: Whatever kept the message or the answer from arriving.
    func page(after own: VersionVector) async throws -> SharedPage
}
