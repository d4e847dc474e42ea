// The time a disk needs for a durable write.

import DoorOutput
import Glibc

/// Writes and syncs a small file several times, as the ledger does for each scan.
struct DiskBenchmark {
    let folder: String

    private static let rounds = 15

    /// - Returns: The median time of one write and its sync.
    /// - Throws: ``FileError``.
    func syncTime() throws -> Duration {
        var path = Array((folder + "/.doorcheck-trial-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw FileError("write to \(folder)", errno: errno) }
        defer {
            close(descriptor)
            unlink(path)
        }
        let page = [UInt8](repeating: 0xD0, count: 4096)
        let clock = ContinuousClock()
        var times: [Duration] = []
        for round in 0..<Self.rounds {
            times.append(
                try clock.measure {
                    guard pwrite(descriptor, page, page.count, off_t(round * page.count)) == page.count,
                        fdatasync(descriptor) == 0
                    else { throw FileError("sync a file in \(folder)", errno: errno) }
                }
            )
        }
        return times.sorted()[Self.rounds / 2]
    }
}
