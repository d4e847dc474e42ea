// The files of a hub, and of a box that has joined one.

package import HubClient
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
        try PrivateFile.create(joinedHubPath, contents: "\(hub)\n", replacing: true, shareable: true)
    }

    /// The file with the code by which a new box joins its hub; `doorcheck hub join --file` removes it.
    package var joinPath: String { path + "/hub.join" }

    /// The file with the certificate of the hub's authority that came with a new box's settings.
    package var authorityPath: String { path + "/hub.authority" }

    /// Returns the code by which this box is to join its hub; `nil` for none.
    ///
    /// - Throws: `KeyFileError` for a file that is exposed or damaged.
    package func waitingInvitation() throws -> HubInvitation? {
        try Self.line(at: joinPath, expected: "a code from `doorcheck hub enroll`") { HubInvitation($0) }
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

    /// The file with the certificate of the authority that a hub on this machine makes for itself. Boxes have it as
    /// their ``authorityPath``.
    package var hubAuthorityPath: String { path + "/hub-ca.pem" }

    /// The file with that authority's certificate and key.
    package var hubAuthoritySecretPath: String { path + "/hub-ca.secret" }

    /// Replaces the key of a hub on this machine.
    ///
    /// - Throws: `KeyFileError`, `SyncFileError`.
    package func renewHubKey() throws -> BoxKey {
        try makeFolder()
        return try BoxKey(replacingKeyAt: hubKeyPath)
    }

    /// Lets the hub's user read what a hub needs, if the folder is shared with it: event keys and the keys of this box
    /// and of the hub, and no master key, whatever its file is called.
    ///
    /// - Throws: `KeyFileError`; ``CommandError`` if the folder cannot be read.
    package func shareWithHub() throws {
        for path in try keyFiles() {
            if case .event = try? KeyFile.read(at: path) { try SharedFolder.share(path, readOnly: true) }
        }
        let shared = [
            "box.secret", "box.secret.new", "hub.secret", "hub.fingerprint", "organiser.pub", "hub-ca.pem",
            "hub-ca.secret",
        ]
        for name in shared {
            try SharedFolder.share(path + "/" + name, readOnly: true)
        }
    }
}
