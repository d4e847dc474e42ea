// Files that somebody carries from box to box.

import Ledger
import TestSupport
import Testing

@testable import Sync

struct SyncFileTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    /// A ledger with a ticket, a new one, and a file from the first for the second.
    private func withFile(
        _ body: (_ file: [UInt8], _ receiver: Ledger, _ open: ([UInt8]) throws -> SyncPayload) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            _ = try await door.issue()
            let receiver = try Ledger(creating: folder + "/other.sqlite", boxName: "south-1")
            let (mine, theirs) = (try await door.ledger.testKey, try BoxKey())
            let payload = try await SyncPayload(of: door.ledger, signedBy: mine, for: nil, on: noon)
            let file = try SyncFile.seal(payload, by: mine, for: theirs.publicKey)
            try await body(file, receiver) { bytes in
                try SyncFile.open(bytes, path: "north.dcsync", with: theirs) { $0 == mine.publicKey }
            }
        }
    }

    @Test("What one box writes another reads, whole")
    func wholeFile() async throws {
        try await withFile { file, receiver, open in
            let receipt = try await receiver.merge(try open(file), on: noon)
            #expect(receipt.new == [.box: 1, .event: 1, .ticket: 1])
            let again = try await receiver.merge(try open(file), on: noon)
            #expect(again == MergeResult())
            #expect(try await receiver.verify().faults == [])
        }
    }

    @Test("A file in which any one byte was changed, and any part of a file, is refused with one sentence")
    func damage() async throws {
        try await withFile { file, receiver, open in
            for index in file.indices {
                var changed = file
                changed[index] ^= 1 << UInt8(index % 8)
                #expect(throws: SyncFileError.self, "byte \(index)") { _ = try open(changed) }
            }
            for count in stride(from: 0, to: file.count, by: 7) {
                #expect(throws: SyncFileError.self) { _ = try open(Array(file.prefix(count))) }
            }
            #expect(throws: SyncFileError.self) { _ = try open(file + [0]) }
            let events = try await receiver.events()
            #expect(events == [])
        }
    }

    @Test("A file of somebody unknown, and one for another box, are refused, each with its own sentence")
    func strangers() async throws {
        try await withFile { file, _, _ in
            let key = try BoxKey()
            #expect(throws: SyncFileError.forAnother(path: "f")) {
                _ = try SyncFile.open(file, path: "f", with: key) { _ in true }
            }
            do {
                _ = try SyncFile.open(file, path: "f", with: key) { _ in false }
                Issue.record("taken")
            } catch SyncFileError.unknownSender(_, let code) {
                #expect(code.count == 9)
            }
        }
    }

    @Test("A file that is older than one that was taken is refused, and nothing of it is taken")
    func rollback() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let receiver = try Ledger(creating: folder + "/other.sqlite", boxName: "south-1")
            let old = try await SyncPayload(of: door.ledger, signedBy: door.ledger.testKey, for: nil, on: noon)
            _ = try await door.issue()
            let new = try await SyncPayload(of: door.ledger, signedBy: door.ledger.testKey, for: nil, on: noon)
            _ = try await receiver.merge(new, on: noon)
            await #expect(throws: LedgerError.self) { _ = try await receiver.merge(old, on: noon) }
        }
    }

    @Test("A file in which its sender speaks for another ledger is refused")
    func otherLedger() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (thief, theirs) = (try BoxKey(), try BoxKey())
            let payload = try await SyncPayload(of: door.ledger, signedBy: door.ledger.testKey, for: nil, on: noon)
            let file = try SyncFile.seal(payload, by: thief, for: theirs.publicKey)
            #expect(throws: SyncFileError.damaged(path: "f")) {
                try SyncFile.open(file, path: "f", with: theirs) { $0 == thief.publicKey }
            }
        }
    }

    @Test("A record with an absurd number in a file is left out and told of, and its neighbours are taken")
    func absurdNumber() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            _ = (try await door.issue(), try await door.issue(admits: 2))
            let receiver = try Ledger(creating: folder + "/other.sqlite", boxName: "south-1")
            let (mine, theirs) = (try await door.ledger.testKey, try BoxKey())
            let payload = try await SyncPayload(of: door.ledger, signedBy: mine, for: nil, on: noon)
            let plain = String(decoding: try SyncFile.plain(of: payload), as: UTF8.self)
            let changed = plain.replacing(#""admits":2,"#, with: #""admits":\#(Int.max),"#)
            #expect(changed != plain)
            let file = try #require(try SyncFile.seal(plain: Array(changed.utf8), by: mine, for: theirs.publicKey))
            let opened = try SyncFile.open(file, path: "f", with: theirs) { $0 == mine.publicKey }
            let receipt = try await receiver.merge(opened, on: noon)
            #expect(receipt[.unfit] == ["ticket": 1] && receipt.new == [.box: 1, .event: 1, .ticket: 1])
            #expect(receipt.says("1 ticket"))
        }
    }

    @Test("A file that unpacks to far more than its size is refused, whoever signed it")
    func bomb() async throws {
        let (mine, theirs) = (try BoxKey(), try BoxKey())
        for filler in [UInt8(ascii: "\n"), UInt8(ascii: "["), 0] {
            let plain = [UInt8](repeating: filler, count: 32 << 20)
            let file = try #require(try SyncFile.seal(plain: plain, by: mine, for: theirs.publicKey))
            #expect(file.count < 64 << 10)
            #expect(throws: SyncFileError.tooLarge(path: "f")) {
                _ = try SyncFile.open(file, path: "f", with: theirs) { $0 == mine.publicKey }
            }
        }
    }

    @Test("A box's line is read back, and no other line is")
    func cards() throws {
        let card = BoxCard(name: "north 1", key: try BoxKey().publicKey)
        #expect(BoxCard(card.description) == card)
        #expect(card.name == "north-1")
        for line in ["", "north-1", "north-1 abc", card.description + " x", "a " + String(repeating: "A", count: 44)] {
            #expect(BoxCard(line) == nil, "\(line)")
        }
    }

    @Test("A box's key is made once, and a file that others can read is refused")
    func keyFile() throws {
        try withTemporaryFolder { folder in
            let key = try BoxKey(at: folder + "/box.sync")
            #expect(try BoxKey(at: folder + "/box.sync").publicKey == key.publicKey)
            let sealed = try #require(key.publicKey.seal([1, 2, 3]))
            #expect(key.open(sealed) == [1, 2, 3])
            #expect(try BoxKey().open(sealed) == nil)
        }
    }
}
