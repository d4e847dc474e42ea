// Numbers that no box of ours writes, in records and in what ledgers tell each other.

import Admission
import Foundation
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct ForeignNumberTests {
    private static let absurd = [Int64.min, .min + 1, -1 << 48, 1 << 62 + 1, .max - 1, .max]
    private let noon = Timestamp(milliseconds: 1_790_000_000_000)

    private func later(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + seconds * 1000)
    }

    private func point(_ seq: Int64) -> LogPoint {
        LogPoint(seq: seq, chain: RecordBytes([UInt8](repeating: 0xFF, count: 32)))
    }

    private func nobody(_ marks: [HighWaterMark] = []) -> VersionVector {
        VersionVector(
            ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: marks)
    }

    /// A ledger with a record of every kind, and every number that a record can have.
    private func withRecords(_ body: (TestDoor, SignedTicket, [SharedRecord]) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            var event = Event(slug: "night", name: "Night", opens: noon, closes: later(90_000))
            event.dayStarts = noon
            let door = try await TestDoor(in: folder, event: event)
            let zone = Zone(name: .main, capacity: 50)
            let policy = EntryPolicy(opens: noon, closes: later(80_000), admits: 2, note: "card")
            let tier = Tier(name: "VIP", policy: policy)
            try await door.ledger.update(event, zones: [zone], tiers: [tier])
            try await door.ledger.add(KeyRecord(keyID: door.key.keyID, event: event.id, epoch: 1))
            let code = try await door.issue()
            let desk = AdmissionDesk(
                verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(), event: event,
                gate: .main)
            _ = try await desk.decide(code.code, on: later(1))
            let (id, amina) = (code.ticket.id, try Attribution(actor: "amina", why: "lost"))
            _ = try await desk.undo(id, on: later(2), by: amina)
            _ = try await door.ledger.change(.block, of: id, by: amina, on: later(3))
            let message = try GateMessage(event: event.id, text: "Hello", actor: "amina", at: noon, until: later(60))
            try await door.ledger.add(message)
            let root = try MasterKey.random().rootKey()
            try await door.ledger.pin(Root(root.publicKey))
            try await door.ledger.add(door.ledger.testKey.publicKey.membership(.organiser, serial: 9, of: root))
            let range = PartnerGrant.Range(1...3, tier: nil)
            let grant = try PartnerGrant(
                event: event.id, eventName: event.name, partner: "Campus shop",
                publicKey: PartnerKey.random().publicKey,
                ranges: [range])
            try await door.ledger.add(root.sign(grant))
            let records = try await door.ledger.page(after: nobody(), on: later(4)).records
            #expect(Set(records.map(\.kind)) == Set(SharedRecord.Kind.allCases))
            try await body(door, code, records)
        }
    }

    /// The places of the digits of every number in a line, apart from those within quotation marks.
    private func numbers(in line: String) -> [Range<String.Index>] {
        line.matches(of: #/":(-?[0-9]+)/#).map { $0.output.1.startIndex..<$0.output.1.endIndex }
    }

    @Test("A record with a number that no ledger writes is refused when it is read, whichever number it is")
    func records() async throws {
        try await withRecords { _, _, records in
            var count = 0
            for record in records {
                let line = String(decoding: try record.line(), as: UTF8.self)
                for place in numbers(in: line) {
                    count += 1
                    for number in Self.absurd {
                        let changed = line.replacingCharacters(in: place, with: "\(number)")
                        #expect(throws: (any Error).self, "\(changed)") {
                            try SharedRecord(line: Data(changed.utf8))
                        }
                    }
                }
            }
            #expect(count > 20)
        }
    }

    @Test("What another ledger says it has may be absurd or said twice")
    func vectors() async throws {
        try await withRecords { door, _, _ in
            let own = try await door.ledger.ownBox().id
            let mark = try JSONEncoder().encode(HighWaterMark(box: own, scans: [point(7)], changes: [point(7)]))
            for place in numbers(in: String(decoding: mark, as: UTF8.self)) {
                for number in Self.absurd {
                    let text = String(decoding: mark, as: UTF8.self).replacingCharacters(in: place, with: "\(number)")
                    #expect(throws: (any Error).self, "\(text)") {
                        try JSONDecoder().decode(HighWaterMark.self, from: Data(text.utf8))
                    }
                }
            }
            let twice = nobody((0...1).map { HighWaterMark(box: own, scans: [point($0)]) })
            _ = try await door.ledger.record(twice, on: later(5))
            _ = twice.predicted(after: try await door.ledger.page(after: twice, on: later(6)))
            #expect(try await door.ledger.peers().count == 1)
        }
    }
}
