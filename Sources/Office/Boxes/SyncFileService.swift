// Sync files of this office.

import BlockingCalls
import DoorInstallation
import Ledger
import Organising

/// Makes and opens sync files on a thread of its own: those of long lists take seconds.
actor SyncFileService {
    private let queue = BlockingQueue(label: "sync")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Returns a sync file for a box.
    ///
    /// - Throws: As `CommandContext.syncFile(for:)`.
    func file(for receiver: TrustedKey, in context: CommandContext) async throws -> [UInt8] {
        try await context.syncFile(for: receiver).bytes
    }

    /// Merges a sync file.
    ///
    /// - Throws: As `CommandContext.merge(syncFile:named:)`; ``FileError``.
    func merge(_ file: TemporaryFile, in context: CommandContext) async throws -> (MergeResult, from: TrustedKey?) {
        try await context.merge(syncFile: file.contents(), named: "The file")
    }
}
