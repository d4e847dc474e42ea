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
                .failure("disk", "there is no folder \(folder)", do: "make it, or name the ledger's path in `ledger`")
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
            do: "put the ledger on a disk of this machine with ext4, XFS or Btrfs"
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
            "disk", "its blocks have \(system.blockBytes) bytes: when it is full, the program may end without a word",
            do: "keep room on it, or make it anew with blocks of 4096 bytes, as by `mkfs.ext4 -b 4096`"
        )
    }

    private func sync() throws -> HealthCheckResult {
        let time = try DiskBenchmark(folder: folder).syncTime()
        let shown = "a record takes \(time.milliseconds) ms to reach the disk"
        if time > Self.slow {
            return .warning(
                "disk", shown, do: "use a faster disk: each guest waits for it, and cards like this wear out")
        }
        if time < Self.incredible {
            return .warning(
                "disk", shown + ", which is too soon to be true",
                do: "a disk, or a virtual machine, that only pretends to sync loses entries in a power cut"
            )
        }
        return .ok("disk", shown)
    }
}
