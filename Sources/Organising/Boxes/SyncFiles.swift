// Sync files: what boxes give each other on a stick.

package import DoorInstallation
import DoorOutput
import DoorTexts
package import Ledger
import Sync
import TicketSigning

extension CommandContext {
    /// Creates a sync file with what another box does not have yet, as far as is known.
    ///
    /// - Parameters:
    ///   - receiver: The box, which this one trusts.
    ///   - isolation: Where the file is made, which takes seconds for a long list.
    /// - Returns: The bytes of the file, which only that box can open, and the number of records in it.
    /// - Throws: ``CommandError`` if the receiver's key is not one; `SyncFileError`, `LedgerError`, `KeyFileError`.
    package func syncFile(
        for receiver: TrustedKey,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (bytes: [UInt8], records: Int) {
        guard let key = BoxPublicKey(bytes: receiver.key) else {
            throw CommandError(
                .badData, "The key of '\(receiver.name.printable)' is not one; introduce the box again.")
        }
        let own = try await boxKey()
        let payload = try await SyncPayload(of: ledger, signedBy: own, for: receiver.box, on: WallClock.now)
        return (try SyncFile.seal(payload, by: own, for: key), payload.page.records.count)
    }

    /// Merges a sync file that another box made for this one; merging it again changes nothing.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - name: Its name, for errors.
    ///   - isolation: Where the file is opened, which takes seconds for a long list.
    /// - Returns: What it brought, and the box that made it.
    /// - Throws: `SyncFileError`, `LedgerError`, `KeyFileError`.
    package func merge(
        syncFile bytes: [UInt8],
        named name: String,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (MergeResult, from: TrustedKey?) {
        let known = try await ledger.trustedKeys()
        let key = try await boxKey()
        var sender: TrustedKey?
        var isOwn = false
        let payload: SyncPayload
        do {
            payload = try SyncFile.open(bytes, path: name, with: key) { other in
                isOwn = other.bytes == key.publicKey.bytes
                sender = known.first { $0.key == other.bytes }
                return sender != nil
            }
        } catch _ where isOwn {
            throw SyncFileError.ownFile(path: name)
        }
        let result = try await ledger.merge(payload, on: WallClock.now)
        if let sender { try await ledger.trust(sender.key, as: sender.name, box: payload.versionVector.ledger) }
        return (result, sender)
    }
}

extension MergeResult {
    /// What the file brought, such as "3 tickets, 1 scan"; "nothing new" otherwise.
    package var summary: String {
        let counts = SharedRecord.Kind.allCases.compactMap { kind in new[kind].map { kind.rawValue.counted($0) } }
        return counts.isEmpty ? "nothing new" : "new " + counts.joined(separator: ", ")
    }

    /// What somebody has to know about the file besides, a sentence each.
    ///
    /// - Parameter sender: The name of the box that made it.
    /// - Returns: May be empty.
    package func remarks(on sender: String) -> [String] {
        let older =
            "This file is older than the last one imported from '\(sender)'; what was still missing here was taken "
            + "from it."
        return (isOlderFile ? [older] : []) + faults.sentences
    }
}
