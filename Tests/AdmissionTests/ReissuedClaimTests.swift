// Two boxes and tickets that were issued in place of one another.

import Glibc
import Ledger
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Admission

struct ReissuedClaimTests {
    /// Two boxes with one ticket on their lists, which hear of each other only through the hub's book.
    private struct Doors {
        let north: AdmissionDesk
        let south: AdmissionDesk
        let book: ClaimTests.Book
        let old: SignedTicket
        let key: EventKey

        init(in folder: String) async throws {
            let (one, other) = (folder + "/1", folder + "/2")
            for path in [one, other] { try #require(mkdir(path, 0o700) == 0) }
            let door = try await TestDoor(in: one)
            (old, key) = (try await door.issue(), door.key)
            let second = try Ledger(creating: other + "/ledger.sqlite", boxName: "south-1")
            try await second.add(door.event, gates: [.main])
            try await second.add([try #require(try await door.ledger.ticket(old.ticket.id))])
            let (here, there) = (try await door.ledger.ownBox(), try await second.ownBox())
            book = ClaimTests.Book(box: here)
            north = AdmissionDesk(
                verifier: try door.verifier, ledger: door.ledger, box: here, event: door.event, gate: .main,
                claims: book)
            south = AdmissionDesk(
                verifier: try door.verifier, ledger: second, box: there, event: door.event, gate: .main,
                claims: ClaimTests.Book(box: there, sharing: book))
        }

        /// The code of a ticket that one box issues in place of the first, which the other does not hear of.
        func reissue(at desk: AdmissionDesk) async throws -> (code: String, row: IssuedTicket) {
            let staff = try Attribution(actor: "Sipho", why: "lost")
            let made = try await desk.ledger.reissue(
                old.ticket.id, as: .random(), epoch: 1, by: staff,
                on: Timestamp(milliseconds: 1_794_000_000_000))
            let row = try #require(made)
            return (try TicketSigner(key: key).sign(row.ticket).code, row)
        }
    }

    private let now = Timestamp(milliseconds: 1_795_000_000_000)

    private func withDoors(_ body: (Doors) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in try await body(try await Doors(in: folder)) }
    }

    @Test("Who entered with the old code has used up the new one, though its box has not heard of the entry")
    func oldThenNew() async throws {
        try await withDoors { doors in
            let new = try await doors.reissue(at: doors.south)
            #expect(try await doors.north.decide(doors.old.code, on: now).reason == .admitted)
            let verdict = try await doors.south.decide(new.code, on: now.advanced(by: 1000))
            #expect(verdict.reason == .alreadyUsed)
            #expect(verdict.use?.first?.boxName == "north-1")
        }
    }

    @Test("Who entered with the new code has used up the old one at a gate that has not read of the new one")
    func newThenOld() async throws {
        try await withDoors { doors in
            let new = try await doors.reissue(at: doors.south)
            #expect(try await doors.south.decide(new.code, on: now).reason == .admitted)
            let verdict = try await doors.north.decide(doors.old.code, on: now.advanced(by: 1000))
            #expect(verdict.reason == .alreadyUsed)
            #expect(verdict.use?.first?.boxName == "south-1")
        }
    }

    @Test("Of two tickets that two boxes issued in place of one, one enters, and its turn is not given back")
    func twoInPlaceOfOne() async throws {
        try await withDoors { doors in
            let one = try await doors.reissue(at: doors.north)
            let other = try await doors.reissue(at: doors.south)
            try await doors.north.ledger.add([other.row])
            #expect(try await doors.north.decide(one.code, on: now).reason == .admitted)
            #expect(try await doors.south.decide(other.code, on: now.advanced(by: 60_000)).reason == .alreadyUsed)
            #expect(try await doors.north.decide(other.code, on: now.advanced(by: 120_000)).reason == .alreadyUsed)
            let turns = doors.book.state.value.withLock { $0.turns[doors.old.ticket.id] }
            #expect(turns?.map(\.entry.boxName) == ["north-1"])
        }
    }
}

extension Timestamp {
    fileprivate func advanced(by milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }
}
