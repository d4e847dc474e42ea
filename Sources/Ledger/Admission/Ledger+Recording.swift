// Whether scans can be recorded, before anybody shows a ticket.

import Glibc
public import TicketSigning

extension Ledger {
    /// Free space below which SQLite may not be able to record a scan, in bytes.
    private static let leastSpace: UInt = 1 << 18

    /// Finds out whether this box could record a scan now. Nothing is written.
    ///
    /// - Parameter event: The event.
    /// - Throws: The ``LedgerError`` with which recording would fail: this box was revoked or does not take part in the
    ///   event, the file was removed or replaced, or its disk is full or cannot be written.
    public func requireRecording(at event: EventID) async throws {
        try requireOwnFiles()
        try await read { db in _ = try Authority.requireTakingPart(in: event, by: Box.owner(in: db).id, in: db) }
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return }
        guard disk.f_flag & UInt(ST_RDONLY) == 0 else { throw LedgerError.readOnlyDisk(path: path) }
        // Some file systems do not say how large they are.
        guard disk.f_blocks > 0 else { return }
        let blocks = geteuid() == 0 ? disk.f_bfree : disk.f_bavail
        guard blocks * disk.f_frsize >= Self.leastSpace else { throw LedgerError.diskFull(path: path) }
    }
}
