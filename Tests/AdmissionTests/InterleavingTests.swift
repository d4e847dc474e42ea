// Several staff, few tickets, one door: whatever the order of looks, acts and scans, each act that is done was seen.

import FoundationEssentials
import Glibc
import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Admission

struct InterleavingTests {
    /// How many are tried; `scripts/torture interleavings` sets another number.
    private static let count =
        getenv("DOORCHECK_INTERLEAVINGS").flatMap { Int(String(cString: $0)) } ?? 1000
    /// How many one evening has.
    private static let batch = 500

    @Test("In random interleavings at the desk nothing is done that was not seen, and nothing twice")
    func interleavings() async throws {
        let seed = SeededGenerator().seed
        // The order is tested here and not the disk, which `PowerCutTests` do: a folder in memory where there is one.
        try await withMemoryFolder { folder in
            // Two at a time, so that tests beside it have a processor too.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<2 {
                    group.addTask {
                        for batch in stride(from: lane, to: Self.count / Self.batch, by: 2) {
                            let path = "\(folder)/\(batch)"
                            try #require(mkdir(path, 0o700) == 0)
                            try await Self.play(Self.batch, in: path, seed: seed &+ UInt64(batch), of: seed)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func play(_ interleavings: Int, in folder: String, seed: UInt64, of first: UInt64) async throws {
        let random = SeededGenerator(seed: seed)
        var evening = try await Evening(in: folder, random: random, interleavings: interleavings)
        try await evening.play()
        #expect(evening.faults.isEmpty, "seed \(first): \(evening.faults.prefix(3))")
        let (done, stale) = (evening.done, evening.stale)
        #expect(done > 300 && stale > 300, "seed \(first): \(done) done, \(stale) refused")
    }

    private func withMemoryFolder(_ body: (String) async throws -> Void) async throws {
        var template = Array("/dev/shm/doorcheck-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return try await withTemporaryFolder(body) }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }
}

/// A ledger and what should be in it, as plainly as it can be said.
private struct Evening {
    /// A ticket as the model has it. `state` is another number after everything that is done with it.
    struct Guest {
        let ticket: Ticket
        let admits: Int
        var isPaid: Bool
        var isBlocked = false
        var state = 0
        /// Whether each of those inside came in by a reason.
        var inside: [Bool] = []

        var objects: Bool { isBlocked || !isPaid || inside.count >= admits }
    }

    /// What one of the staff has before them: a ticket as it was.
    struct Look {
        let guest: Int
        let seen: SeenTicket
        let state: Int
    }

    enum Act: CaseIterable { case admit, admitWithReason, undo, pay, block, restore }

    let door: TestDoor
    let desk: AdmissionDesk
    var random: SeededGenerator
    var faults: [String] = []
    var done = 0
    var stale = 0
    private var guests: [Guest] = []
    private var now: Int64 = 1_790_000_000_000

    init(in folder: String, random: SeededGenerator, interleavings: Int) async throws {
        door = try await TestDoor(in: folder)
        desk = AdmissionDesk(
            verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(), event: door.event,
            gate: .main)
        self.random = random
        guests = (0..<2 * interleavings).map { _ in
            let ticket = Ticket(event: door.event.id, user: .random(), id: .random())
            let (admits, isPaid) = (Int.random(in: 1...3, using: &self.random), Bool.random(using: &self.random))
            return Guest(ticket: ticket, admits: admits, isPaid: isPaid)
        }
        try await door.ledger.add(
            guests.map {
                IssuedTicket(
                    ticket: $0.ticket, epoch: door.key.epoch, status: $0.isPaid ? .valid : .unpaid, admits: $0.admits)
            })
    }

    /// One interleaving after the other, each with two tickets of its own.
    mutating func play() async throws {
        for first in stride(from: 0, to: guests.count, by: 2) { try await play(with: first...(first + 1)) }
        let inside = guests.reduce(0) { $0 + $1.inside.count }
        let entries = try await door.ledger.counts(of: door.event.id).inside[.main] ?? 0
        if entries != inside { faults.append("\(entries) people are inside, not \(inside)") }
        for guest in guests where guest.inside.count(where: { !$0 }) > guest.admits {
            faults.append("more came in without a reason than the ticket admits")
        }
        let doubles = try await door.ledger.doubleAdmissions().count
        let beyond = guests.reduce(0) { $0 + max(0, $1.inside.count - $1.admits) }
        if doubles != beyond { faults.append("\(doubles) double admissions, not \(beyond)") }
    }

    /// Two or three staff and the scanner, at first all before the same ticket.
    private mutating func play(with tickets: ClosedRange<Int>) async throws {
        let first = try await look(at: tickets.lowerBound)
        var staff = Array(repeating: first, count: Int.random(in: 2...3, using: &random))
        for _ in 0..<Int.random(in: 3...5, using: &random) {
            now += 1
            let who = staff.indices.randomElement(using: &random) ?? 0
            let ticket = tickets.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<2: staff[who] = try await look(at: ticket)
            case 2: try await scan(ticket)
            default: try await act(on: staff[who])
            }
        }
    }

    private mutating func look(at guest: Int) async throws -> Look {
        let explanation = try await desk.explain(guests[guest].ticket, on: Timestamp(milliseconds: now))
        guard let seen = explanation.seen else { throw LedgerError.refused("no token") }
        if seen.objections.isEmpty == guests[guest].objects { faults.append("the rules say something else") }
        return Look(guest: guest, seen: seen, state: guests[guest].state)
    }

    private mutating func scan(_ guest: Int) async throws {
        let code = try TicketSigner(key: door.key).sign(guests[guest].ticket).code
        let verdict = try await desk.decide(code, on: Timestamp(milliseconds: now))
        if (verdict.answer == .admit) == guests[guest].objects { faults.append("the scan said \(verdict.reasonCode)") }
        guard verdict.recording.isMovement else { return }
        guests[guest].inside.append(false)
        guests[guest].state += 1
    }

    private mutating func act(on look: Look) async throws {
        guard let act = Act.allCases.randomElement(using: &random) else { return }
        let guest = guests[look.guest]
        let isCurrent = guest.state == look.state
        do {
            if let after = try await perform(act, look.seen, guest) {
                guests[look.guest] = after
                guests[look.guest].state += 1
                done += 1
            }
            if !isCurrent { faults.append("\(act) was done on what was no longer so") }
        } catch LedgerError.changedMeanwhile {
            stale += 1
            if isCurrent { faults.append("\(act) was refused though nothing had changed") }
        } catch StaffError.reasonNeeded {
            if !isCurrent || act != .admit || !guest.objects { faults.append("a reason was asked for") }
        } catch LedgerError.refused {
            if !isCurrent { faults.append("\(act) was judged on what was no longer so") }
        }
    }

    /// The guest afterwards; `nil` where there was nothing to do, and nothing was recorded.
    private func perform(_ act: Act, _ seen: SeenTicket, _ guest: Guest) async throws -> Guest? {
        var after = guest
        let instant = Timestamp(milliseconds: now)
        let (id, version) = (guest.ticket.id, seen.version)
        let staff = try Attribution(actor: "amina", why: act == .admitWithReason ? "knows the band" : nil)
        switch act {
        case .admit, .admitWithReason:
            _ = try await desk.admitAnyway(guest.ticket, seen: seen, on: instant, by: staff)
            after.inside.append(staff.why != nil && guest.objects)
            return after
        case .undo:
            guard try await desk.undo(id, seen: version, on: instant, by: staff) != .nothing else { return nil }
            after.inside.removeLast()
            return after
        case .pay:
            _ = try await door.ledger.change(.pay, of: id, seen: version, by: staff, on: instant)
            after.isPaid = true
        case .block:
            _ = try await door.ledger.change(.block, of: id, seen: version, by: staff, on: instant)
            after.isBlocked = true
        case .restore:
            _ = try await door.ledger.change(.restore, of: id, seen: version, by: staff, on: instant)
            after.isBlocked = false
        }
        return (after.isPaid, after.isBlocked) == (guest.isPaid, guest.isBlocked) ? nil : after
    }
}
