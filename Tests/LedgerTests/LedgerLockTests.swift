// Who holds the ledger, and a holder that was stopped.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Ledger

struct LedgerLockTests {
    @Test(
        "A holder that is stopped is woken and told, and named where it still holds the ledger",
        arguments: ["doorcheck ticket import", nil]
    )
    func stoppedHolder(signature: String?) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.sqlite"
            _ = try await TestDoor(in: folder)
            let woken = Mutex<[LockHolder]>([])
            let user = LedgerUser(command: "doorcheck run") { holder in woken.withLock { $0.append(holder) } }
            let ledger = try Ledger(opening: path, for: .writing, as: user)
            // Its lock is one among many of the machine.
            let others = try (0..<100).map { try Self.lock(folder + "/other-\($0)") }
            defer { for other in others { close(other) } }

            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/flock")
            process.arguments = ["--no-fork", path + "-lock", "sleep", "1000"]
            try process.run()
            // Halted, it would take SIGTERM only when it goes on.
            defer { kill(process.processIdentifier, SIGKILL) }
            let number = process.processIdentifier
            while name(of: number) != "sleep" { await Task.yield() }
            kill(number, SIGSTOP)
            while state(of: number) != "T" { await Task.yield() }
            if let signature {
                let file = try FileHandle(forWritingTo: URL(filePath: path + "-lock"))
                let start = try #require(status(of: number).dropFirst(21).first)
                try file.write(contentsOf: Data("\(number) \(start) \(signature)\n".utf8))
            }

            // It goes on and does not let go. Where it was stopped before it could sign, the file names who was before.
            var refusal: LedgerError?
            do {
                try await ledger.write { _ in }
            } catch let error as LedgerError {
                refusal = error
            }
            #expect(state(of: number) != "T")
            #expect(woken.withLock { $0.map(\.process) } == [number])
            let told = try #require(refusal?.description)
            #expect(told.contains("'\(signature ?? "sleep")' (process \(number))"), "\(told)")
            kill(number, SIGKILL)
            process.waitUntilExit()
            try await ledger.write { _ in }
        }
    }

    private static func lock(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        return descriptor
    }

    private func status(of process: Int32) -> [Substring] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: " ")
    }

    private func name(of process: Int32) -> Substring? { status(of: process).dropFirst().first?.dropFirst().dropLast() }

    private func state(of process: Int32) -> Substring? { status(of: process).dropFirst(2).first }

    @Test("What stands in a lock's file names only a process that is there")
    func lockRecords() {
        let own = LockHolder(ownCommand: "doorcheck ticket import")
        #expect(LockHolder(record: String(decoding: own.record, as: UTF8.self)) == own)
        #expect(own.record.count == LockHolder.recordBytes)
        #expect(LockHolder(ownCommand: String(repeating: "ü", count: 500)).record.count == LockHolder.recordBytes)
        for record in [
            "", "\n", "x", "1", "1 2", "-4 5 doorcheck", "\(own.process) 1 doorcheck", "0 0 doorcheck", "1 1 doorcheck",
            "99999999999 1 doorcheck", "\(Int32.max) 1 doorcheck", String(repeating: "9", count: 100),
        ] {
            #expect(LockHolder(record: record) == nil, "\(record)")
        }
    }
}
