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

    /// The name of the file with the accounts of the office.
    package static let officeAccounts = "office-accounts.json"

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

    /// Creates the issuer's secret, and the folder for it.
    ///
    /// - Throws: ``CommandError`` if there is one already, or if root would create it among another user's files;
    ///   ``FileError``, `KeyFileError`.
    package func createMaster() throws {
        try Ownership.check(masterPath)
        try OutputFolder.make(path)
        do {
            try KeyFile.writeMasterKey(.random(), to: masterPath)
        } catch KeyFileError.exists {
            throw CommandError(
                .badData,
                "\(masterPath) already holds a master key, which is never overwritten, because all tickets depend on "
                    + "it; keep using it.")
        }
    }

    /// Returns all keys that can verify tickets.
    ///
    /// - Parameter recorded: The keys in the ledger.
    /// - Returns: The keys that are not retired, each once.
    /// - Throws: `KeyFileError` for a file that is exposed or damaged; ``CommandError`` if there is no key at all.
    package func ring(for recorded: RecordedKeys) throws -> KeyRing {
        let ring = try knownRing(for: recorded)
        guard !ring.isEmpty || recorded.facts.contains(where: \.isRetired) else {
            throw CommandError(
                .noInput,
                "There is no event key in \(path); copy the file from `doorcheck key export` into it."
            )
        }
        return ring
    }

    /// Returns all keys and grants that can verify tickets; may be none.
    ///
    /// - Parameter recorded: The keys in the ledger, which has the public keys of suite 2 itself.
    /// - Returns: The keys that are not retired, each once.
    /// - Throws: `KeyFileError` for a file that is exposed or damaged; ``CommandError`` if there is no folder.
    package func knownRing(for recorded: RecordedKeys) throws -> KeyRing {
        let files = try contents()
        let certified = files.compactMap(\.certificate).filter { Root($0.root) == recorded.organiser }.map(\.key)
        var ring = KeyRing()
        for key in try secretKeys(in: files, for: recorded.facts, opensMaster: true) { try ring.insert(key) }
        let retired = recorded.retired
        for key in recorded.publicKeys + certified where !retired.contains(key.keyID) { try ring.insert(key) }
        for grant in recorded.grants { ring.insert(grant) }
        return ring
    }

    /// Says which files have public keys that this box does not accept: another organiser has signed them, or this box
    /// belongs to nobody yet.
    ///
    /// - Parameter organiser: The organiser that the box belongs to; `nil` for none.
    /// - Returns: A sentence without its full stop for each file.
    /// - Throws: As ``knownRing(for:)``.
    package func foreignKeys(to organiser: Root?) throws -> [String] {
        try contents().compactMap { file in
            guard let certificate = file.certificate, Root(certificate.root) != organiser else { return nil }
            let signer = Root(certificate.root).rootCode
            return "\(file.path) has a public key of the organiser with the code \(signer), and this box belongs to "
                + (organiser.map { "the one with the code \($0.rootCode)" } ?? "no organiser yet")
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
        try secretKeys(in: contents(opensMaster: opensMaster), for: facts, opensMaster: opensMaster)
    }

    /// A key file, as it was read.
    private struct File {
        let path: String
        let contents: KeyFile.Contents

        var certificate: EventKeyCertificate? {
            guard case .certificate(let certificate) = contents else { return nil }
            return certificate
        }
    }

    private func contents(opensMaster: Bool = true) throws -> [File] {
        try keyFiles().filter { opensMaster || $0 != masterPath }
            .map { File(path: $0, contents: try KeyFile.read(at: $0)) }
    }

    private func secretKeys(in files: [File], for facts: [KeyRecord], opensMaster: Bool) throws -> [EventKey] {
        let keys = try files.flatMap { file -> [EventKey] in
            switch file.contents {
            case .event(let key): return isRecorded(key, among: facts) ? [key] : []
            case .master(let master) where opensMaster:
                return try facts.filter { $0.suite == .hmacSHA256 }.map {
                    try master.eventKey(for: $0.event, epoch: $0.epoch)
                }
            case .master, .certificate, .partner, .partnerPublic: return []
            }
        }
        let retired = Set(facts.filter(\.isRetired).map(\.keyID))
        var seen: Set<KeyID> = []
        return keys.filter { !retired.contains($0.keyID) && seen.insert($0.keyID).inserted }
    }

    /// Returns whether a key is the one that the ledger has for its event and epoch. Otherwise whoever writes a file
    /// could make tickets for an event of suite 2. Of an event that the ledger does not know yet, it knows no key.
    private func isRecorded(_ key: EventKey, among facts: [KeyRecord]) -> Bool {
        let known = facts.filter { $0.event == key.event }
        return known.isEmpty
            || known.contains { $0.keyID == key.keyID && $0.epoch == key.epoch && $0.suite == key.suite }
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
    package func makeFolder() throws {
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
