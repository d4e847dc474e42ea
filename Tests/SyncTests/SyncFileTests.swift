// Files that somebody carries from box to box.

import Admission
import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Ledger
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

    @Test("Of a file that is older than one that was taken, records are taken, and what it says of its sender is not")
    func older() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let receiver = try Ledger(creating: folder + "/other.sqlite", boxName: "south-1")
            let sender = try await door.ledger.ownBox().id
            let old = try await SyncPayload(of: door.ledger, signedBy: door.ledger.testKey, for: nil, on: noon)
            let ticket = try await door.issue()
            let newest = try await SyncPayload(of: door.ledger, signedBy: door.ledger.testKey, for: nil, on: noon)
            _ = try await show(ticket, at: door)
            let between = try await SyncPayload(of: door.ledger, signedBy: door.ledger.testKey, for: nil, on: noon)
            #expect(try await !receiver.merge(between, on: noon).isOlderFile)
            let before = (try await receiver.lastKnownVector(of: sender)?.highWaterMarks, try await pulled(receiver))
            for older in [newest, old] {
                let result = try await receiver.merge(older, on: noon)
                #expect(result.isOlderFile && result.new.isEmpty && result.faults.isEmpty)
            }
            #expect(try await receiver.lastKnownVector(of: sender)?.highWaterMarks == before.0)
            #expect(try await pulled(receiver) == before.1)
        }
    }

    private func show(_ ticket: SignedTicket, at door: TestDoor) async throws -> Verdict {
        try await AdmissionDesk(
            verifier: door.verifier, ledger: door.ledger, box: door.ledger.ownBox(), event: door.event, gate: .main
        ).decide(ticket.code, on: noon)
    }

    /// Where the receiver of a file has got to in the lists of its sender.
    private func pulled(_ receiver: Ledger) async throws -> [String] {
        try await receiver.read { db in
            try String.fetchAll(db, sql: "SELECT hex(epoch) || lists_rev || tickets_rev FROM peer")
        }
    }

    @Test("A box whose clock was ahead before it was restored sends by stick at once, and is sent what it lost")
    func restoredSender() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let receiver = try Ledger(creating: folder + "/other.sqlite", boxName: "south-1")
            let sender = try await door.ledger.ownBox().id
            let copy = folder + "/copy.sqlite"
            _ = try await door.ledger.backup(to: copy)
            let lost = try await door.issue()
            _ = try await show(lost, at: door)
            let ahead = Timestamp(milliseconds: noon.milliseconds + 40_000_000)
            let last = try await SyncPayload(of: door.ledger, signedBy: door.ledger.testKey, for: nil, on: ahead)
            _ = try await receiver.merge(last, on: noon)
            let restored = try Ledger(opening: copy, for: .writing)
            let key = try await door.ledger.testKey
            let event = Event(slug: "matinee", name: "Matinee")
            try await restored.add(event, gates: [.main])
            let sent = try await SyncPayload(of: restored, signedBy: key, for: nil, on: noon)
            let result = try await receiver.merge(sent, on: noon)
            #expect(result.isOlderFile && result.new[.event] == 1)
            let back = try await SyncPayload(
                of: receiver, signedBy: receiver.testKey, for: sender, on: noon)
            let again = try await restored.merge(back, on: noon)
            #expect(again.new[.ticket] == 1 && again.new[.scan] == 1)
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
