// The files of a hub, and of a box that has joined one.

package import HubProtocol
package import Sync
import TicketSigning

extension KeyFolder {
    private var joinedHubPath: String { path + "/hub.fingerprint" }

    /// Returns the hub that this box has joined; `nil` for none.
    ///
    /// - Throws: `KeyFileError` for a file that is exposed or damaged.
    package func joinedHub() throws -> HubFingerprint? {
        try Self.line(at: joinedHubPath, expected: "a hub's fingerprint") { HubFingerprint($0) }
    }

    /// Stores the hub that this box has joined, in place of an earlier one.
    ///
    /// - Throws: `KeyFileError`.
    package func keep(_ hub: HubFingerprint) throws {
        try PrivateFile.create(joinedHubPath, contents: "\(hub)\n", replacing: true)
    }

    /// The file with the key with which a hub on this machine signs its answers.
    package var hubKeyPath: String { path + "/hub.secret" }

    /// Returns the key of a hub on this machine, after creating it if necessary.
    ///
    /// - Throws: `KeyFileError`, `SyncFileError`.
    package func hubKey() throws -> BoxKey {
        try makeFolder()
        return try BoxKey(at: hubKeyPath)
    }

    /// Replaces the key of a hub on this machine.
    ///
    /// - Throws: `KeyFileError`, `SyncFileError`.
    package func renewHubKey() throws -> BoxKey {
        try makeFolder()
        return try BoxKey(replacingKeyAt: hubKeyPath)
    }
}
