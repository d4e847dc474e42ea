// Disks that are full and ledgers that cannot be written.

import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: MountNamespace.isAllowed, "This machine lets no program mount a disk of its own."))
struct DiskTests {
    @Test("On a full disk nobody is admitted, a sentence says why, and with space again the rest is")
    func fullDisk() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 300)
            let config = "ledger = \"small/ledger.sqlite\"\nkeys = \"keys\"\nevent = \"summer-night\"\n"
            try config.write(toFile: folder + "/small.toml", atomically: true, encoding: .utf8)
            let script = """
                set -e
                cd \(folder)
                mkdir small
                mount -t tmpfs -o size=1m tmpfs small
                cp ledger.sqlite* small/
                dd if=/dev/zero of=small/filling bs=1k count=10000 2>/dev/null || true
                export DOORCHECK_CONFIG=\(folder)/small.toml
                status=0
                \(event.doorcheck.path) check --admit --json codes >first 2>errors || status=$?
                echo "status $status"
                rm small/filling
                \(event.doorcheck.path) check --admit --json codes >second 2>>errors || echo "then $?"
                \(event.doorcheck.path) event show --json
                """
            let run = try await MountNamespace.run(script)
            #expect(run.output.contains("status 74"), "\(run.output) \(run.errors)")
            let errors = try String(contentsOfFile: folder + "/errors", encoding: .utf8)
            #expect(errors.contains("is full, so nothing was recorded"))
            func admitted(_ name: String) throws -> Int {
                try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                    .split(separator: "\n").count { $0.contains("\"verdict\":\"admit\"") }
            }
            #expect(try admitted("first") < 300)
            let recorded = try #require(run.lines.last.flatMap(Program.object)?["admitted"] as? Int)
            #expect(recorded == (try admitted("first") + admitted("second")))
        }
    }

    @Test("A disk that is full before the ledger is opened is told as full, and there is no other trace of it")
    func fullBeforeOpening() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let config = "ledger = \"small/ledger.sqlite\"\nkeys = \"keys\"\nevent = \"summer-night\"\n"
            try config.write(toFile: folder + "/small.toml", atomically: true, encoding: .utf8)
            let script = """
                cd \(folder)
                mkdir small && mount -t tmpfs -o size=1m tmpfs small && cp ledger.sqlite small/
                dd if=/dev/zero of=small/filling bs=1k count=10000 2>/dev/null
                export DOORCHECK_CONFIG=\(folder)/small.toml
                for command in 'check --admit --json codes' 'event show' 'event new Other'; do
                    \(event.doorcheck.path) $command
                    echo "status $?"
                done
                rm small/filling
                \(event.doorcheck.path) check --admit -q codes >/dev/null
                echo "status $?"
                """
            let run = try await MountNamespace.run(script)
            #expect(run.lines == ["status 74", "status 74", "status 74", "status 0"], "\(run.errors)")
            #expect(run.errors.components(separatedBy: "is full, so nothing was recorded").count == 4, "\(run.errors)")
        }
    }

    @Test("A ledger that cannot be written admits nobody and says what to do")
    func readOnlyLedger() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let script = """
                mount --bind \(folder) \(folder) && mount -o remount,ro,bind \(folder)
                \(event.doorcheck.path) check --admit --config \(folder)/doorcheck.toml \(event.pictures)
                echo "status $?"
                """
            let run = try await MountNamespace.run(script)
            #expect(run.output == "status 74\n", "\(run.output)")
            #expect(run.errors.contains("is read-only, as Linux makes it after a fault"), "\(run.errors)")
        }
    }

    /// A file can be mounted as a disk.
    private static let hasLoops =
        getuid() == 0 && access("/dev/loop-control", R_OK | W_OK) == 0 && access("/sbin/mkfs.ext4", X_OK) == 0

    @Test(
        "A full disk with blocks of 1 KiB ends no program by a signal, and the doctor warns of it",
        .enabled(if: hasLoops, "Only root can mount a file as a disk, where the kernel has loop devices."))
    func smallBlocks() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let config = "ledger = \"small/ledger.sqlite\"\nkeys = \"keys\"\nevent = \"summer-night\"\n"
            try config.write(toFile: folder + "/small.toml", atomically: true, encoding: .utf8)
            let script = """
                set -e
                cd \(folder)
                mkdir small && truncate -s 8M disk && /sbin/mkfs.ext4 -q -b 1024 disk && mount -o loop disk small
                cp ledger.sqlite small/
                export DOORCHECK_CONFIG=\(folder)/small.toml
                for free in 0 24 32 40 48 72; do
                    rm -f small/filling small/*-shm small/*-wal
                    dd if=/dev/zero of=small/filling bs=1k 2>/dev/null || true
                    truncate -s -${free}K small/filling && sync
                    status=0
                    \(event.doorcheck.path) check --admit -q codes >/dev/null 2>>errors || status=$?
                    echo "$status"
                done
                rm small/filling
                \(event.doorcheck.path) doctor --json | grep '"its blocks have 1024 bytes' | wc -l
                umount small
                """
            let run = try await MountNamespace.run(script)
            #expect(run.lines.count == 7 && run.lines.last == "1", "\(run.output) \(run.errors)")
            #expect(run.lines.dropLast().allSatisfy { ["0", "3", "74"].contains($0) }, "\(run.output)")
        }
    }
}
