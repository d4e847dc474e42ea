// Two boxes and somebody who knows what both do.

import Glibc
import Ledger
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Admission

struct ClaimTests {
    /// Gives each turn of a ticket to the first who asks, as a hub does; it can be switched off.
    final class Book: ClaimAuthority {
        struct State {
            var turns: [TicketID: [Claim]] = [:]
            var count: Int64 = 0
            var isOff = false
            var isInStep = true
            var givenBack = 0
            var lookUps = 0
        }

        let box: Box
        let state: SharedState

        final class SharedState: Sendable {
            let value = Mutex(State())
        }

        init(box: Box, sharing other: Book? = nil) {
            self.box = box
            state = other?.state ?? SharedState()
        }

        func claim(_ request: ClaimRequest) async -> ClaimResult {
            state.value.withLock { state in
                guard !state.isOff else { return .alone }
                let standing = state.turns[request.ticket, default: []].sorted { $0.sequenceNumber < $1.sequenceNumber }
                guard !standing.contains(where: { $0.sequenceNumber == request.sequenceNumber }) else {
                    return .taken(standing)
                }
                state.count += 1
                let entry = Entry(at: request.at, gate: request.gate.name.text, box: box.id, boxName: box.name)
                let claim = Claim(
                    sequenceNumber: request.sequenceNumber, kind: request.kind, entry: entry, number: state.count,
                    logicalTime: request.logicalTime)
                state.turns[request.ticket, default: []].append(claim)
                return .won(number: state.count, others: standing)
            }
        }

        func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]? {
            state.value.withLock { state in
                guard !state.isOff else { return nil }
                state.lookUps += 1
                return state.turns[ticket, default: []].sorted { $0.sequenceNumber < $1.sequenceNumber }
            }
        }

        var isInStep: Bool { state.value.withLock(\.isInStep) }

        func release(_ number: Int64) async {
            state.value.withLock { state in
                state.givenBack += 1
                for ticket in state.turns.keys { state.turns[ticket]?.removeAll { $0.number == number } }
            }
        }
    }

    /// Two boxes with the same list that have not heard of each other.
    private func withDesks(
        admits: Int? = nil,
        _ body: (_ north: AdmissionDesk, _ south: AdmissionDesk, _ code: String, _ book: Book) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let (one, other) = (folder + "/1", folder + "/2")
            for path in [one, other] { try #require(mkdir(path, 0o700) == 0) }
            let first = try await TestDoor(in: one)
            let ticket = try await first.issue(admits: admits)
            let second = try Ledger(creating: other + "/ledger.sqlite", boxName: "south-1")
            try await second.add(first.event, gates: [.main])
            let listed = try #require(try await first.ledger.ticket(first.verifier.verify(code: ticket.code).ticket.id))
            try await second.add([listed])
            let (north, south) = (try await first.ledger.ownBox(), try await second.ownBox())
            let book = Book(box: north)
            let books = [book, Book(box: south, sharing: book)]
            let desks = try zip([(first.ledger, north), (second, south)], books).map { place, book in
                AdmissionDesk(
                    verifier: try first.verifier, ledger: place.0, box: place.1, event: first.event, gate: .main,
                    claims: book)
            }
            try await body(desks[0], desks[1], ticket.code, book)
        }
    }

    /// One more that has not heard of the others.
    private func withThirdDesk(
        beside desk: AdmissionDesk,
        for ticket: TicketID,
        sharing book: Book,
        _ body: (AdmissionDesk) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/ledger.sqlite", boxName: "west-1")
            let listed = try #require(try await desk.ledger.ticket(ticket))
            let event = try #require(try await desk.ledger.events().first { $0.id == listed.ticket.event })
            try await ledger.add(event, gates: [.main])
            try await ledger.add([listed])
            let box = try await ledger.ownBox()
            try await body(
                AdmissionDesk(
                    verifier: desk.verifier, ledger: ledger, box: box, event: event, gate: .main,
                    claims: Book(box: box, sharing: book)))
        }
    }

    private let now = Timestamp(milliseconds: 1_795_000_000_000)

    @Test("The second box refuses what the first admitted, and says where and when")
    func twoBoxes() async throws {
        try await withDesks { north, south, code, _ in
            #expect(try await north.decide(code, on: now).reason == .admitted)
            let verdict = try await south.decide(code, on: now)
            #expect(verdict.reason == .alreadyUsed)
            #expect(verdict.use?.first?.boxName == "north-1")
            #expect(verdict.use?.first?.at == now)
        }
    }

    @Test("A partner's ticket that the first box admitted is used up at the second, which still knows who sold it")
    func partnersTicket() async throws {
        try await withDesks { north, south, _, _ in
            let root = try MasterKey.random().rootKey()
            let event = try #require(try await north.ledger.events().first)
            let key = try PartnerKey.random()
            let grant = try PartnerGrant(
                event: event.id, eventName: event.name, partner: "Campus shop", publicKey: key.publicKey,
                ranges: [.init(1...9, tier: nil)])
            var ring = KeyRing()
            ring.insert(grant)
            for ledger in [north.ledger, south.ledger] {
                try await ledger.pin(Root(root.publicKey))
                _ = try await ledger.add(ledger.testKey.publicKey.membership(.gate, of: root))
                try await ledger.add(root.sign(grant))
            }
            let verifier = TicketVerifier(keyRing: ring)
            let code = try key.sign(7, of: grant).code
            #expect(try await north.trusting(verifier).decide(code, on: now).reason == .admitted)
            let verdict = try await south.trusting(verifier).decide(code, on: now)
            #expect(verdict.reason == .alreadyUsed && verdict.use?.first?.boxName == "north-1")
            #expect(verdict.history?.guestName == "Campus shop 7")
        }
    }

    @Test("What a revoked box claimed keeps nobody out, also if the hub has not heard of the revocation")
    func revokedClaim() async throws {
        try await withDesks { north, south, code, _ in
            let root = try MasterKey.random().rootKey()
            try await south.ledger.pin(Root(root.publicKey))
            _ = try await south.ledger.add(south.ledger.testKey.publicKey.membership(.gate, of: root))
            let thief = try await north.ledger.testKey.publicKey
            _ = try await south.ledger.add(thief.membership(.gate, of: root))
            #expect(try await north.decide(code, on: now).reason == .admitted)
            #expect(try await south.decide(code, on: now).reason == .alreadyUsed)
            let revocation = try await south.ledger.revocation(of: thief.box, since: now)
            _ = try await south.ledger.add(
                thief.membership(MemberRights(.gate), serial: 2, revoked: revocation, of: root))
            let later = Timestamp(milliseconds: now.milliseconds + 20_000)
            #expect(try await south.decide(code, on: later).reason == .admitted)
        }
    }

    @Test("Members of a group enter at two boxes, and none too many")
    func group() async throws {
        try await withDesks(admits: 3) { north, south, code, _ in
            #expect(try await north.decide(code, on: now).count == 1)
            let second = try await south.decide(code, on: now)
            #expect(second.reason == .admitted)
            #expect(second.count == 2)
            #expect(try await north.decide(code, on: now.advanced(by: 1)).count == 3)
            #expect(try await south.decide(code, on: now.advanced(by: 2)).reason == .alreadyUsed)
            #expect(try await north.decide(code, on: now.advanced(by: 3)).reason == .alreadyUsed)
        }
    }

    @Test("Without an answer each box decides by itself")
    func alone() async throws {
        try await withDesks { north, south, code, book in
            book.state.value.withLock { $0.isOff = true }
            let verdicts = [try await north.decide(code, on: now), try await south.decide(code, on: now)]
            #expect(verdicts.map(\.reason) == [.admitted, .admitted])
        }
    }

    @Test("A used ticket is looked up and takes nobody's turn; of one that is refused for itself nobody is asked")
    func refusal() async throws {
        try await withDesks { north, _, code, book in
            let id = try #require(try await north.decide(code, on: now).ticket?.id)
            let count = book.state.value.withLock { $0.count }
            #expect(try await north.decide(code, on: now).reason == .alreadyUsed)
            #expect(book.state.value.withLock { $0.count } == count)
            #expect(book.state.value.withLock { $0.lookUps } == 1)
            _ = try await north.ledger.change(.block, of: id, by: try Attribution(actor: "desk"), on: now)
            #expect(try await north.decide(code, on: now).reason == .blocked)
            #expect(book.state.value.withLock { ($0.count, $0.lookUps) } == (count, 1))
        }
    }

    @Test("An admission that another gate took back lets the guest in where it was made")
    func undoneElsewhere() async throws {
        try await withDesks(admits: 2) { north, south, code, book in
            let id = try #require(try await north.decide(code, on: now).ticket?.id)
            #expect(try await south.decide(code, on: now.advanced(by: 1)).count == 2)
            #expect(try await north.decide(code, on: now.advanced(by: 2)).reason == .alreadyUsed)
            let staff = try Attribution(actor: "Sipho", why: "wrong gate")
            _ = try await south.undo(id, on: now.advanced(by: 3), by: staff)
            #expect(try await north.decide(code, on: now.advanced(by: 4)).outcome == .admitted(count: 2))
            #expect(try await south.decide(code, on: now.advanced(by: 5)).reason == .alreadyUsed)
            #expect(book.state.value.withLock { $0.turns[id]?.map(\.kind) } == [.entry, .entry, .void, .entry])
        }
    }

    @Test("An admission that staff took back at one box is open at another")
    func undo() async throws {
        try await withDesks { north, south, code, _ in
            let admitted = try await north.decide(code, on: now)
            let id = try #require(admitted.ticket?.id)
            _ = try await north.undo(
                id, on: now.advanced(by: 1), by: try Attribution(actor: "Sipho", why: "wrong gate"))
            #expect(try await south.decide(code, on: now.advanced(by: 2)).reason == .admitted)
            #expect(try await north.decide(code, on: now.advanced(by: 3)).reason == .alreadyUsed)
        }
    }

    @Test(
        "Until its line arrives, an undo of a box that may not undo admissions lets nobody in elsewhere",
        arguments: [nil, [.admit], [.admit, .undo]] as [Set<MemberAction>?])
    func undoWithoutPermission(_ actions: Set<MemberAction>?) async throws {
        try await withDesks { north, south, code, _ in
            let root = try MasterKey.random().rootKey()
            try await south.ledger.pin(Root(root.publicKey))
            _ = try await south.ledger.add(south.ledger.testKey.publicKey.membership(.gate, of: root))
            let rights = MemberRights(.gate, actions: actions)
            _ = try await south.ledger.add(
                north.ledger.testKey.publicKey.membership(rights, serial: 1, of: root))
            let id = try #require(try await north.decide(code, on: now).ticket?.id)
            #expect(try await south.decide(code, on: now).reason == .alreadyUsed)
            _ = try await north.undo(
                id, on: now.advanced(by: 1), by: try Attribution(actor: "Sipho", why: "wrong gate"))
            let expected: Reason = actions?.contains(.undo) == false ? .alreadyUsed : .admitted
            #expect(try await south.decide(code, on: now.advanced(by: 20)).reason == expected)
        }
    }

    @Test("A hostile gate that tells the hub of an undo lets nobody in a second time")
    func foreignUndo() async throws {
        try await withDesks { north, south, code, book in
            try await south.ledger.pin(Root(MasterKey.random().rootKey().publicKey))
            #expect(try await north.decide(code, on: now).reason == .admitted)
            let ticket = try north.verifier.verify(code: code).ticket.id
            let stolen = try await withTemporaryFolder { folder in
                try await Ledger(creating: folder + "/ledger.sqlite", boxName: "west-1").ownBox()
            }
            let thief = Book(box: stolen, sharing: book)
            let request = ClaimRequest(
                ticket: ticket, gate: north.gate, zone: .main, sequenceNumber: 2, kind: .void,
                at: Timestamp(milliseconds: now.milliseconds + 1000), logicalTime: 0)
            guard case .won = await thief.claim(request) else { return #expect(Bool(false)) }
            let later = Timestamp(milliseconds: now.milliseconds + 20_000)
            #expect(try await south.decide(code, on: later).reason == .alreadyUsed)
        }
    }

    @Test("Taking back what a box decided alone takes no other gate's turn back")
    func undoOfWhatNobodyKnows() async throws {
        try await withDesks { north, south, code, book in
            book.state.value.withLock { $0.isOff = true }
            let id = try #require(try await north.decide(code, on: now).ticket?.id)
            book.state.value.withLock { $0.isOff = false }
            _ = try await north.undo(
                id, on: now.advanced(by: 1), by: try Attribution(actor: "Sipho", why: "wrong gate"))
            #expect(try await south.decide(code, on: now.advanced(by: 2)).reason == .admitted)
            try await withThirdDesk(beside: north, for: id, sharing: book) { west in
                let verdict = try await west.decide(code, on: now.advanced(by: 3))
                #expect(verdict.reason == .alreadyUsed)
            }
        }
    }

    @Test("Of staff at two gates who act on one ticket at the same moment, one lets somebody in and the other is told")
    func staffAtTwoGates() async throws {
        try await withDesks { north, south, code, book in
            let ticket = try north.ticket(ofCode: code)
            let staff = try Attribution(actor: "amina", why: "the band")
            let views = [try await north.explain(ticket, on: now), try await south.explain(ticket, on: now)]
            let first = try await north.admitAnyway(ticket, seen: views[0].seen, on: now, by: staff)
            #expect(first.reason == .admitted)
            let entry = Entry(at: now, gate: "main", box: north.box.id, boxName: north.box.name)
            for _ in 0..<2 {
                await #expect(throws: StaffError.changedMeanwhile(.elsewhere(.entry, entry))) {
                    try await south.admitAnyway(ticket, seen: views[1].seen, on: now.advanced(by: 1), by: staff)
                }
            }
            #expect(try await south.ledger.logEntries(of: ticket.id).isEmpty)
            #expect(book.state.value.withLock { $0.turns[ticket.id]?.count } == 1)
            // What the other gate did is shown at the next look, and can be overruled by a person who has read it.
            let again = try await south.explain(ticket, on: now.advanced(by: 2))
            #expect(again.verdict.reason == .alreadyUsed && again.verdict.use?.first?.boxName == "north-1")
            let second = try await south.admitAnyway(ticket, seen: again.seen, on: now.advanced(by: 3), by: staff)
            #expect(second.reason == .alreadyUsed && second.count == 2 && second.answer == .admit)
            #expect(book.state.value.withLock { $0.turns[ticket.id]?.count } == 2)
        }
    }

    @Test("Two gates at once, again and again: each turn lets in one person")
    func staffRace() async throws {
        try await withDesks(admits: 20) { north, south, code, _ in
            let ticket = try north.ticket(ofCode: code)
            let staff = try Attribution(actor: "amina", why: "the band")
            var done = 0
            for round in 0..<10 {
                let moment = now.advanced(by: Int64(round * 1000))
                let looks = [try await north.explain(ticket, on: moment), try await south.explain(ticket, on: moment)]
                let before = looks.map { $0.verdict.use?.taken ?? 0 }
                let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for (desk, look) in zip([north, south], looks) {
                        group.addTask {
                            do {
                                _ = try await desk.admitAnyway(ticket, seen: look.seen, on: moment, by: staff)
                                return true
                            } catch StaffError.changedMeanwhile { return false }
                        }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                // Where both had seen the same, one of them lets in; a gate that was behind learns what it missed.
                #expect(answers <= 1 || before[0] != before[1])
                done += answers
            }
            let entries = [
                try await north.ledger.entries(of: ticket.id).count,
                try await south.ledger.entries(of: ticket.id).count,
            ]
            #expect(entries.reduce(0, +) == done && done >= 10)
        }
    }

    @Test("A turn that another box never used can be overruled by staff who have read of it")
    func orphanElsewhere() async throws {
        try await withDesks { north, south, code, book in
            let ticket = try north.ticket(ofCode: code)
            let other = Book(box: south.box, sharing: book)
            let request = ClaimRequest(
                ticket: ticket.id, gate: south.gate, zone: .main, sequenceNumber: 1, kind: .entry, at: now,
                logicalTime: 0)
            #expect(await other.claim(request) == .won(number: 1, others: []))
            let staff = try Attribution(actor: "amina", why: "south lost its power")
            let later = now.advanced(by: 60_000)
            let first = try await north.explain(ticket, on: later)
            #expect(first.verdict.reason == .admitted)
            await #expect(throws: StaffError.self) {
                try await north.admitAnyway(ticket, seen: first.seen, on: later, by: staff)
            }
            let second = try await north.explain(ticket, on: later)
            #expect(second.verdict.reason == .alreadyUsed)
            _ = try await north.admitAnyway(ticket, seen: second.seen, on: later, by: staff)
        }
    }

    @Test("An act that comes to nothing gives its turn back, and without the hub's answer a box decides alone")
    func turnGivenBack() async throws {
        try await withDesks { north, south, code, book in
            let ticket = try north.ticket(ofCode: code)
            let staff = try Attribution(actor: "amina")
            let look = try await north.explain(ticket, on: now)
            _ = try await north.ledger.change(.block, of: ticket.id, by: staff, on: now)
            await #expect(throws: LedgerError.self) {
                try await north.admitAnyway(ticket, seen: look.seen, on: now, by: staff)
            }
            #expect(book.state.value.withLock { $0.turns[ticket.id] ?? [] }.isEmpty)
            book.state.value.withLock { $0.isOff = true }
            let seen = try await south.explain(ticket, on: now).seen
            #expect(try await south.admitAnyway(ticket, seen: seen, on: now, by: staff).reason == .admitted)
        }
    }

    @Test("A turn of this box that its ledger has nothing of is used at last")
    func orphan() async throws {
        try await withDesks { north, _, code, book in
            // As after a box that lost its power between the answer and the record.
            let ticket = try north.ticket(ofCode: code)
            let request = ClaimRequest(
                ticket: ticket.id, gate: north.gate, zone: .main, sequenceNumber: 1, kind: .entry, at: now,
                logicalTime: 0)
            #expect(await book.claim(request) == .won(number: 1, others: []))
            // Before it has met the hub, its disk may be an old one, and the claim somebody who is inside.
            book.state.value.withLock { $0.isInStep = false }
            #expect(try await north.decide(code, on: now.advanced(by: 50_000)).reason == .alreadyUsed)
            book.state.value.withLock { $0.isInStep = true }
            // Within seconds another camera of the box may be about to write it down.
            #expect(try await north.decide(code, on: now.advanced(by: 2000)).reason == .alreadyUsed)
            #expect(try await north.decide(code, on: now.advanced(by: 60_000)).reason == .admitted)
        }
    }
}

extension Timestamp {
    fileprivate func advanced(by milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }
}
