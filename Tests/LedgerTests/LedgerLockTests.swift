// Who holds the ledger, and a holder that was stopped.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Ledger

struct LedgerLockTests {
    @Test("A holder that is stopped is woken and told, and named where it still holds the ledger")
    func stoppedHolder() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.sqlite"
            _ = try await TestDoor(in: folder)
            let woken = Mutex<[LockHolder]>([])
            let user = LedgerUser(command: "doorcheck run") { holder in woken.withLock { $0.append(holder) } }
            let ledger = try Ledger(opening: path, for: .writing, as: user)

            let process = Process()
            process.executableURL = URL(filePath: "/bin/sleep")
            process.arguments = ["1000"]
            try process.run()
            // Halted, it would take SIGTERM only when it goes on.
            defer { kill(process.processIdentifier, SIGKILL) }
            let number = process.processIdentifier
            kill(number, SIGSTOP)
            while state(of: number) != "T" { await Task.yield() }
            let descriptor = open(path + "-lock", O_RDWR)
            #expect(flock(descriptor, LOCK_EX) == 0)
            let start = try #require(status(of: number).dropFirst(21).first)
            let record = Array("\(number) \(start) doorcheck ticket import\n".utf8)
            #expect(pwrite(descriptor, record, record.count, 0) == record.count)

            // It goes on, and since the lock is not really its own, it never lets go.
            var refusal: LedgerError?
            do {
                try await ledger.write { _ in }
            } catch let error as LedgerError {
                refusal = error
            }
            #expect(state(of: number) != "T")
            #expect(woken.withLock { $0.map(\.process) } == [number])
            let told = try #require(refusal?.description)
            #expect(told.contains("'doorcheck ticket import' (process \(number))"), "\(told)")
            close(descriptor)
            try await ledger.write { _ in }
        }
    }

    private func status(of process: Int32) -> [Substring] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: " ")
    }

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
