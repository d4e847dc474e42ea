// The folder with the key files of this machine.

import DoorOutput
import FoundationEssentials
import Glibc
package import Ledger
package import Sync
package import TicketSigning

/// The key files in one folder: the issuer's `master.key`, and any number of other `.key` files with event keys.
package struct KeyFolder {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    package var masterPath: String { path + "/master.key" }

    /// Whether the issuer's secret is on this machine, and may be read here.
    package var hasMaster: Bool { access(masterPath, R_OK) == 0 }

    /// Reads the issuer's secret.
    ///
    /// - Throws: ``CommandError`` with advice if there is none; `KeyFileError`.
    package func master() throws -> MasterKey {
        guard FileManager.default.fileExists(atPath: masterPath) else {
            throw CommandError(
                .noInput,
                "There is no master key at \(masterPath); issue tickets on the machine that has it, or create one with "
                    + "`doorcheck key new` before the first event."
            )
        }
        return try KeyFile.readMasterKey(at: masterPath)
    }

    /// Returns all keys that can verify tickets.
    ///
    /// - Throws: `KeyFileError` for a file that is exposed or damaged; ``CommandError`` if there is no key at all.
    package func ring(for facts: [KeyRecord]) throws -> KeyRing {
        let ring = try knownRing(for: facts)
        guard ring.contains(where: { _ in true }) || facts.contains(where: \.isRetired) else {
            throw CommandError(
                .noInput,
                "There is no event key in \(path); copy the file from `doorcheck key export` into it."
            )
        }
        return ring
    }

    /// Returns all keys that can verify tickets; may be none.
    ///
    /// - Parameter facts: The keys in the ledger, which has the public keys of suite 2 itself.
    /// - Returns: The keys that are not retired, each once.
    /// - Throws: `KeyFileError` for a file that is exposed or damaged; ``CommandError`` for a public key of another
    ///   organiser.
    package func knownRing(for facts: [KeyRecord]) throws -> KeyRing {
        let retired = Set(facts.filter(\.isRetired).map(\.keyID))
        var ring = KeyRing()
        for key in try eventKeys(for: facts) { try ring.insert(key) }
        for key in try facts.compactMap(\.verifyingKey) + certifiedKeys() where !retired.contains(key.keyID) {
            try ring.insert(key)
        }
        return ring
    }

    /// Reads the public keys in the folder's files, each of which the organiser must have signed.
    private func certifiedKeys() throws -> [VerifyingKey] {
        try keyFiles().filter { $0 != masterPath }.compactMap { path in
            guard case .certificate(let certificate) = try KeyFile.read(at: path) else { return nil }
            let signer = Root(certificate.root)
            let found = "\(path) has a public key of the organiser with the code \(signer.rootCode)"
            guard let organiser = try organiser() else {
                throw CommandError(
                    .noInput,
                    "\(found), and this box belongs to no organiser yet: let it join the hub, or run `doorcheck sync "
                        + "trust` with that organiser's file, and compare the code.")
            }
            guard signer == organiser else {
                throw CommandError(
                    .badData,
                    "\(found), and this box belongs to the one with the code \(organiser.rootCode): remove the file.")
            }
            return certificate.key
        }
    }

    /// Reads the secret keys in event key files and, if the master key is present, derives those of the events in the
    /// ledger. Only suite 1 has any.
    ///
    /// - Parameters:
    ///   - facts: The keys in the ledger.
    ///   - opensMaster: Whether the master key may be opened; a hub must not have it.
    /// - Returns: The keys that are not retired, each once.
    /// - Throws: `KeyFileError` for a file that is exposed or damaged; ``CommandError`` if there is no folder.
    package func eventKeys(for facts: [KeyRecord], opensMaster: Bool = true) throws -> [EventKey] {
        let paths = try keyFiles().filter { opensMaster || $0 != masterPath }
        let keys = try paths.flatMap { path -> [EventKey] in
            switch try KeyFile.read(at: path) {
            case .event(let key): return [key]
            case .master(let master) where opensMaster:
                return try facts.filter { $0.suite == .hmacSHA256 }.map {
                    try master.eventKey(for: $0.event, epoch: $0.epoch)
                }
            case .master, .certificate: return []
            }
        }
        let retired = Set(facts.filter(\.isRetired).map(\.keyID))
        var seen: Set<KeyID> = []
        return keys.filter { !retired.contains($0.keyID) && seen.insert($0.keyID).inserted }
    }

    /// Stores an event's key, which a hub on this machine gives to boxes, and removes it again if `body` fails. A key
    /// of suite 2 is not stored: boxes need its public half alone, which is in the ledger.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Records the key in the ledger. It comes second: a folder that cannot be written leaves no event
    ///     without its key.
    /// - Throws: `KeyFileError`; rethrows errors of `body`.
    package func keep(_ key: EventKey, while body: () async throws -> Void) async throws {
        guard key.suite == .hmacSHA256 else { return try await body() }
        let isNew = try keep(key)
        do {
            try await body()
        } catch {
            // A file that was there before may belong to a rotation that another process has recorded.
            if isNew { unlink(path(of: key)) }
            throw error
        }
    }

    private func path(of key: EventKey) -> String { "\(path)/\(key.event)-\(key.epoch).key" }

    /// Stores an event's key; does not replace an existing file.
    ///
    /// - Returns: `false` if there was a file already.
    /// - Throws: `KeyFileError`.
    @discardableResult
    package func keep(_ key: EventKey) throws -> Bool {
        do {
            try KeyFile.writeEventKey(key, to: path(of: key))
            return true
        } catch KeyFileError.exists {
            return false
        }
    }

    /// Returns the key that signs this box's sync files and requests to a hub, after creating it if necessary.
    ///
    /// - Throws: `KeyFileError`, `SyncFileError`.
    package func boxKey() throws -> BoxKey {
        try makeFolder()
        return try BoxKey(at: path + "/box.secret")
    }

    /// Creates the folder if it does not exist.
    ///
    /// - Throws: ``CommandError`` if root would create files among those of another user.
    func makeFolder() throws {
        try Ownership.check(path + "/box.secret")
        // If creating the folder fails, creating a file in it reports it.
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Gives this box a new key together with a new identity; the old key is gone, and a copy of it is of no use.
    ///
    /// - Parameter change: Changes the identity from that of the old key to that of the new one. Before that, the new
    ///   key is on disk beside the old one, so that a folder that cannot be written or a full disk changes neither.
    /// - Throws: `KeyFileError`, `SyncFileError`; rethrows errors of `change`.
    package func renewBoxKey(with change: (_ old: BoxKey, _ new: BoxKey) async throws -> Void) async throws {
        let old = try boxKey()
        let key = try BoxKey(replacingKeyAt: newBoxKeyPath)
        try await change(old, key)
        try PrivateFile.move(newBoxKeyPath, replacing: path + "/box.secret")
    }

    /// Where a new key is until the ledger has its identity.
    private var newBoxKeyPath: String { path + "/box.secret.new" }

    /// Returns the key of a box, if this folder has it. A key that was made for the box and not put in place, because
    /// the power failed, is put there.
    ///
    /// - Throws: `KeyFileError`, `SyncFileError`.
    package func boxKey(of box: BoxID) throws -> BoxKey? {
        let key = try boxKey()
        guard key.box != box else { return key }
        guard access(newBoxKeyPath, F_OK) == 0 else { return nil }
        let new = try BoxKey(at: newBoxKeyPath)
        guard new.box == box else { return nil }
        try PrivateFile.move(newBoxKeyPath, replacing: path + "/box.secret")
        return new
    }

    /// Reads a file of one line.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - expected: What the line is, for people.
    ///   - value: What the line says; `nil` if it is not of its form.
    /// - Returns: `nil` if there is no such file.
    /// - Throws: `KeyFileError` for a file that is exposed or damaged.
    static func line<Value>(at path: String, expected: String, _ value: (String) -> Value?) throws -> Value? {
        do {
            let text = String(decoding: try PrivateFile.readShareable(path).bytes, as: UTF8.self)
            guard text.hasSuffix("\n"), let value = value(String(text.dropLast())) else {
                throw KeyFileError.malformed(path: path, line: 1, expected: expected)
            }
            return value
        } catch KeyFileError.io(_, _, ENOENT) {
            return nil
        }
    }

    func keyFiles() throws -> [String] {
        guard access(path, R_OK | X_OK) == 0 || errno != EACCES else {
            throw CommandError(.noPermission, "The key folder \(path) cannot be read\(UserName.advice).")
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw CommandError(
                .noInput,
                "There is no key folder \(path); set `keys` in the configuration, or run `doorcheck key new`."
            )
        }
        return names.filter { $0.hasSuffix(".key") }.sorted().map { path + "/" + $0 }
    }
}
