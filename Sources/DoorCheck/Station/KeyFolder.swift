// The folder with the key files of this machine.

import FoundationEssentials
import Ledger
import Sync
import TicketSigning

/// Key files in one folder: `master.key` with the issuer, and any number of other `.key` files with event keys.
struct KeyFolder {
    let path: String

    var masterPath: String { path + "/master.key" }

    /// The issuer's secret.
    ///
    /// - Throws: ``CommandError`` with what to do when there is none; `KeyFileError`.
    func master() throws -> MasterKey {
        guard FileManager.default.fileExists(atPath: masterPath) else {
            throw CommandError(
                .noInput,
                "There is no master key at \(masterPath); make one with `doorcheck key new`, on the issuer's machine only."
            )
        }
        return try KeyFile.readMasterKey(at: masterPath)
    }

    /// All keys that tickets can be checked with: those in event key files and, where the master key is, those of
    /// the events in the ledger.
    ///
    /// - Throws: `KeyFileError` for a file that is exposed or damaged; ``CommandError`` when there is no key at all.
    func ring(for facts: [KeyFacts]) throws -> KeyRing {
        var ring = KeyRing()
        var isEmpty = true
        for path in try keyFiles() {
            switch try KeyFile.read(at: path) {
            case .event(let key):
                try ring.insert(key)
                isEmpty = false
            case .master(let master):
                for fact in facts { try ring.insert(master.eventKey(for: fact.event, epoch: fact.epoch)) }
                isEmpty = isEmpty && facts.isEmpty
            }
        }
        guard !isEmpty else {
            throw CommandError(
                .noInput,
                "There is no event key in \(path); copy the file that `doorcheck key export` wrote to it."
            )
        }
        return ring
    }

    /// What this box signs its sync files and its requests to a hub with; made where there is none.
    ///
    /// - Throws: `KeyFileError`, `SyncFileError`.
    func boxKey() throws -> BoxKey {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try BoxKey(at: path + "/box.secret")
    }

    private func keyFiles() throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw CommandError(
                .noInput,
                "There is no key folder \(path); name it in the configuration's `keys`, or make a key with `doorcheck key new`."
            )
        }
        return names.filter { $0.hasSuffix(".key") }.sorted().map { path + "/" + $0 }
    }
}
