// The health check of the ledger's disk.

import DoorOutput
import Glibc

/// Checks whether the disk is persistent, has room, and syncs in reasonable time.
struct DiskHealthCheck: HealthCheck {
    let ledgerPath: String

    private var folder: String {
        ledgerPath.lastIndex(of: "/").map { String(ledgerPath[...$0]) } ?? "."
    }

    /// In megabytes; with less, the next event's scans may not fit.
    private static let scarce = 200
    /// A guest waits for one sync.
    private static let slow = Duration.milliseconds(50)
    /// No disk syncs faster than its bus; a faster answer means that it has not synced.
    private static let incredible = Duration.microseconds(20)

    func findings() async -> [HealthCheckResult] {
        guard let system = FileSystem(at: folder) else {
            return [
                .failure("disk", "the folder \(folder) is missing", do: "create it, or set `ledger` to another path")
            ]
        }
        if let trouble = trouble(with: system) { return [trouble] }
        do {
            return [space(on: system), blocks(of: system), try sync()].compactMap(\.self)
        } catch {
            return [.failure("disk", error)]
        }
    }

    private func trouble(with system: FileSystem) -> HealthCheckResult? {
        guard let reason = system.kind.reason else { return nil }
        return .failure(
            "disk", "\(folder) is on \(system.kind.name): \(reason)",
            do: "put the ledger on a local disk with ext4, XFS or Btrfs"
        )
    }

    private func space(on system: FileSystem) -> HealthCheckResult {
        let megabytes = system.freeMegabytes
        return megabytes >= Self.scarce
            ? .ok("disk", "\(megabytes) MB are free for the ledger")
            : .warning("disk", "\(megabytes) MB are free for the ledger", do: "free some: a full disk stops the door")
    }

    /// Warns of block sizes below 4096 bytes: if SQLite's shared memory grows on a full disk with such blocks, the
    /// system ends the program (SIGBUS). The ledger reserves room, but only a limited amount.
    private func blocks(of system: FileSystem) -> HealthCheckResult? {
        guard system.blockBytes < 4096 else { return nil }
        return .warning(
            "disk", "its blocks have \(system.blockBytes) bytes: when full, the program may end without a message",
            do: "keep space free on it, or reformat it with blocks of 4096 bytes, for example with `mkfs.ext4 -b 4096`"
        )
    }

    private func sync() throws -> HealthCheckResult {
        let time = try DiskBenchmark(folder: folder).syncTime()
        let shown = "writing a record to the disk takes \(time.milliseconds) ms"
        if time > Self.slow {
            return .warning(
                "disk", shown, do: "use a faster disk: each guest waits for it, and cards like this one wear out")
        }
        if time < Self.incredible {
            return .warning(
                "disk", shown + ", which is too fast to be true",
                do: "use another: a disk or virtual machine that only pretends to sync loses entries in a power cut"
            )
        }
        return .ok("disk", shown)
    }
}
