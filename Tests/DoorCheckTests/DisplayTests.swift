// Verdicts on their way from the door to the display.

import Admission
import Ledger
import Logging
import QRReader
import Scanner
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import DoorCommands
@testable import DoorDaemon
@testable import DoorDisplay
@testable import DoorOutput
@testable import DoorTexts

struct DisplayTests {
    @Test("What guests read holds no holder and no note, in every language", arguments: Language.allCases)
    func guests(language: Language) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue(tier: "VIP", note: "known to the police").code
            let desk = AdmissionDesk(
                verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
                event: door.event, gate: .main
            )
            for _ in 0..<2 {
                let verdict = try await desk.decide(code, on: Timestamp(milliseconds: 1_795_000_000_000))
                let shown = ShownVerdict(verdict, at: .main, in: language)
                for text in [shown.headline, shown.detail, shown.tier] {
                    #expect(!text.contains("Aarti") && !text.contains("police"))
                }
                #expect(shown.holder == "Aarti Shah" && !shown.headline.isEmpty && !shown.detail.isEmpty)
            }
        }
    }

    @Test("The page has every text in every language")
    func pageTexts() {
        for language in Language.allCases {
            for text in PageLabel.allCases { #expect(!GuestTexts.page(text, in: language).isEmpty) }
        }
    }

    @Test("A code that is no ticket is shown quietly, and nothing of it is repeated")
    func foreignCode() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = AdmissionDesk(
                verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
                event: door.event, gate: .main
            )
            let code = "<script>alert(1)</script>\u{1B}[31m"
            let verdict = try await desk.decide(code, on: Timestamp(milliseconds: 0))
            let shown = ShownVerdict(verdict, at: .main, in: .english)
            #expect(shown.style == .quiet && shown.ticket == nil)
            #expect(![shown.headline, shown.detail, shown.explanation ?? ""].joined().contains("script"))
        }
    }

    @Test(
        "Staff admit, undo, block and restore from the page, and against the rules only with a reason"
    )
    func staff() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            _ = try await door.issue(tier: "VIP")
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let now = WallClock.now
            let event = door.event
            let desk = DoorStaffDesk(
                door: DoorContext(
                    AdmissionDesk(
                        verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
                        event: event, gate: .main
                    )
                ),
                ledger: door.ledger,
                event: event.id,
                clock: ClockMonitor(wall: now, elapsed: .now, newest: nil),
                news: board,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let ticket = try #require(try await desk.find("aarti").first)
            func act(_ action: StaffAction, why: String = "", seen: StaffExplanation? = nil) async throws -> StaffResult
            {
                let version = if let seen { seen.version } else { try await desk.explain(ticket.id).version }
                return try await desk.perform(action, on: ticket.id, seen: version, by: "amina", why: why)
            }
            let first = try await desk.explain(ticket.id)
            #expect(first.isGood && first.reasons.isEmpty)
            _ = try await act(.admit)
            guard case .judged(let verdict, "staff", _) = await news.next() else {
                Issue.record("the door does not show it")
                return
            }
            #expect(verdict.answer == .admit)
            #expect(try await desk.explain(ticket.id).ticket.people == "1 of 1")
            // Without a reason, with what was seen before, and with what nobody saw.
            await expectRefusal(.reasonNeeded, "The rules object (first entry at ") { try await act(.admit) }
            for action in StaffAction.allCases {
                await expectRefusal(.changedMeanwhile, "Changed meanwhile: entered at ") {
                    try await act(action, why: "x", seen: first)
                }
            }
            await expectRefusal(.changedMeanwhile, "This page is out of date") {
                try await desk.perform(.admit, on: ticket.id, seen: "", by: "amina", why: "x")
            }
            #expect(try await door.ledger.entries(of: #require(TicketID(ticket.id))).count == 1)
            #expect(try await act(.undo).sentence.hasPrefix("Undone: entry at"))
            _ = try await act(.block, why: "stolen")
            let explanation = try await desk.explain(ticket.id)
            #expect(!explanation.isGood && explanation.rules.contains { $0.decides && $0.objection.contains("stolen") })
            _ = try await act(.restore)
            #expect(try await desk.explain(ticket.id).isGood)
            await #expect(throws: StaffRefusal.self) {
                try await desk.perform(.pay, on: "nonsense", seen: first.version, by: "a", why: "")
            }
        }
    }

    private func expectRefusal(
        _ kind: StaffRefusal.Kind,
        _ begin: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ act: () async throws -> StaffResult
    ) async {
        do {
            let said = try await act()
            Issue.record("not refused: \(said)", sourceLocation: sourceLocation)
        } catch let refusal as StaffRefusal {
            #expect(refusal.kind == kind, sourceLocation: sourceLocation)
            #expect(refusal.description.hasPrefix(begin), sourceLocation: sourceLocation)
        } catch { Issue.record(error, sourceLocation: sourceLocation) }
    }

    @Test("A guest who has not paid enters by a reason that staff typed or chose, and by no other")
    func unpaid() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue(status: .unpaid).ticket.id
            let desk = try await staffDesk(of: door)
            let seen = try await desk.explain(id.description)
            #expect(seen.reasons == ["paid at the door", "showed the receipt"])
            await expectRefusal(.reasonNeeded, "The rules object (not paid") {
                try await desk.perform(.admit, on: id.description, seen: seen.version, by: "amina", why: " ")
            }
            #expect(try await door.ledger.logEntries(of: id).isEmpty)
            _ = try await desk.perform(
                .admit, on: id.description, seen: seen.version, by: "amina", why: seen.reasons[0])
            #expect(try await door.ledger.logEntries(of: id).map(\.by?.why) == ["paid at the door"])
        }
    }

    @Test("An unpaid guest is paid and admitted by one action, which the door shows as a welcome")
    func paidAndAdmitted() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue(status: .unpaid).ticket.id
            let desk = try await staffDesk(of: door)
            let seen = try await desk.explain(id.description)
            #expect(seen.style == .ask && !seen.canUndo)
            let done = try await desk.perform(
                .admitPaid, on: id.description, seen: seen.version, by: "amina", why: "")
            #expect(done.sentence == "Paid and admitted, 1 in with this ticket.")
            await expectRefusal(.changedMeanwhile, "Changed meanwhile: entered at ") {
                try await desk.perform(.admitPaid, on: id.description, seen: seen.version, by: "amina", why: "")
            }
            let after = try await desk.explain(id.description)
            #expect(after.ticket.status == "valid" && after.ticket.people == "1 of 1" && after.canUndo)
        }
    }

    @Test("Staff open a genuine ticket on no list that they are asked about, and no other")
    func unlisted() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            var event = door.event
            event.unlisted = .ask
            try await door.ledger.update(event)
            let tickets = (0..<2).map { _ in Ticket(event: event.id, user: .random(), id: .random()) }
            let judge = try await Self.desk(of: door)
            let verdict = try await judge.decide(
                TicketSigner(key: door.key).sign(tickets[0]).code, on: WallClock.now)
            #expect(verdict.outcome == .asked(.unknownTicket))
            var desk = try await staffDesk(of: door)
            let asked = AskedTickets()
            desk.asked = asked
            await #expect(throws: StaffRefusal.self) { try await desk.explain(tickets[0].id.description) }
            let (stream, news) = AsyncStream.makeStream(of: DoorEvent.self)
            news.yield(.judged(verdict, source: "test", elapsed: .zero))
            news.finish()
            let board = DisplayBoard(DoorState(event: "night", gate: "main", hasCamera: true))
            await Self.feed(of: stream, to: board, for: judge, at: door, asked: asked).show()
            #expect(await board.waiting.map(\.verdict.ticket) == [tickets[0].id.description])
            let id = tickets[0].id.description
            let seen = try await desk.explain(id, signedIn: verdict.epoch)
            #expect(seen.ticket.status == "unlisted" && !seen.isGood)
            func admit(_ why: String) async throws -> StaffResult {
                try await desk.perform(
                    .admit, on: id, signedIn: verdict.epoch, seen: seen.version, by: "amina", why: why)
            }
            await expectRefusal(.reasonNeeded, "The rules object (genuine, but not on") { try await admit("") }
            for action in [StaffAction.block, .pay, .admitPaid] {
                await #expect(throws: StaffRefusal.self) {
                    try await desk.perform(
                        action, on: id, signedIn: verdict.epoch, seen: seen.version, by: "amina", why: "x")
                }
            }
            #expect(try await admit("bought it a minute ago").sentence.hasPrefix("Admitted"))
            await #expect(throws: StaffRefusal.self) { try await desk.explain(tickets[1].id.description) }
        }
    }

    @Test(
        "A guest who was sent to staff leaves the queue when a command or another box lets them in",
        .timeLimit(.minutes(30)))
    func settledElsewhere() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let codes = [try await door.issue(note: "18+"), try await door.issue(note: "18+")]
            let desk = try await Self.desk(of: door)
            let board = DisplayBoard(DoorState(event: "night", gate: "main", hasCamera: true))
            let (stream, news) = AsyncStream.makeStream(of: DoorEvent.self)
            let feed = Self.feed(of: stream, to: board, for: desk, at: door)
            async let showing: Void = feed.show()
            for code in codes {
                news.yield(
                    .judged(try await desk.decide(code.code, on: WallClock.now), source: "test", elapsed: .zero))
            }
            while await board.waiting.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
            // The feed has counted the entries of both by the time that it has counted once more.
            let counted = await board.snapshot.state.counts
            _ = try await door.issue()
            while await board.snapshot.state.counts == counted { try await Task.sleep(for: .milliseconds(5)) }
            _ = try await desk.admitAnyway(
                codes[0].ticket, on: WallClock.now, by: Attribution(actor: "amina", why: "saw the passport"))
            while await board.waiting.count > 1 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await board.waiting.map(\.verdict.ticket) == [codes[1].ticket.id.description])
            news.finish()
            await showing
        }
    }

    @Test("A code of the old key is refused on the staff page as it is at the door, until somebody says why")
    func oldKey() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue().ticket.id
            let desk = try await staffDesk(of: door)
            // The ticket is listed under the door's key; the code was signed by the one before.
            let epoch = try #require(try await door.ledger.ticket(id)?.epoch) - 1
            let seen = try await desk.explain(id.description, signedIn: epoch)
            #expect(!seen.isGood && seen.rules.contains { $0.decides && $0.question == "signed by its key" })
            func admit(_ why: String, signedIn epoch: UInt32?) async throws -> StaffResult {
                try await desk.perform(
                    .admit, on: id.description, signedIn: epoch, seen: seen.version, by: "amina", why: why)
            }
            await expectRefusal(.reasonNeeded, "The rules object") { try await admit("", signedIn: epoch) }
            // Who leaves the key out did not see the ticket so.
            await expectRefusal(.changedMeanwhile, "Changed meanwhile") { try await admit("x", signedIn: nil) }
            _ = try await admit("has a passport", signedIn: epoch)
            #expect(try await door.ledger.logEntries(of: id).map(\.reason) == ["old-key"])
        }
    }

    @Test("An undo says which movement was undone, as the ledger does")
    func undoneMovement() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue().ticket.id
            let desk = try await staffDesk(of: door)
            let seen = try await desk.explain(id.description)
            let admitted = try await desk.perform(
                .admit, on: id.description, seen: seen.version, by: "amina", why: "")
            #expect(admitted.undone == nil)
            let undone = try await desk.perform(
                .undo, on: id.description, seen: desk.explain(id.description).version, by: "amina", why: "")
            let moment = try #require(undone.undone)
            #expect(try await door.ledger.undoneMovements(since: Timestamp(milliseconds: moment)).map(\.ticket) == [id])
            #expect(try await door.ledger.undoneMovements(since: Timestamp(milliseconds: moment + 1)).isEmpty)
        }
    }

    @Test("What the organiser changes while the door is open is on the staff page at once")
    func changedTerms() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue().ticket.id.description
            let desk = try await staffDesk(of: door)
            var event = door.event
            event.admits = 3
            try await door.ledger.update(event)
            #expect(try await desk.explain(id).ticket.people == "0 of 3")
            #expect(try await desk.find("aarti").map(\.people) == ["0 of 3"])
        }
    }

    private func staffDesk(
        of door: TestDoor, sells: Bool = false, news: EventBus = EventBus()
    ) async throws -> DoorStaffDesk {
        DoorStaffDesk(
            door: DoorContext(
                AdmissionDesk(
                    verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
                    event: door.event, gate: .main
                )
            ),
            ledger: door.ledger,
            event: door.event.id,
            clock: ClockMonitor(wall: WallClock.now, elapsed: .now, newest: nil),
            news: news,
            sells: sells,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test("Staff sell a ticket only where the configuration says so, and each who enters is shown at the door")
    func sale() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await door.ledger.add(KeyRecord(keyID: door.key.keyID, event: door.event.id, epoch: 1))
            try await door.ledger.update(door.event, tiers: [Tier(name: "VIP", policy: EntryPolicy(admits: 2))])
            let wanted = StaffSale("a sale", tier: "VIP", people: 2)
            let closed = try await staffDesk(of: door)
            #expect(try await !closed.sales().isOffered)
            await expectRefusal(.refused, "This door does not sell tickets.") {
                try await closed.sell(wanted, by: "amina")
            }
            let bus = EventBus()
            var news = await bus.subscribe(.unbounded).makeAsyncIterator()
            let desk = try await staffDesk(of: door, sells: true, news: bus)
            let offer = try await desk.sales()
            #expect(offer.tiers.map(\.name) == ["VIP"] && offer.tiers.map(\.people) == [2] && offer.people == 1)
            for (wrong, kind, sentence) in [
                (StaffSale("x", isPaid: false), StaffRefusal.Kind.reasonNeeded, "Enter why they enter free of charge"),
                (StaffSale("x", people: 0), .refused, "Enter 1 to 16 people."),
                (StaffSale("x", people: .max), .refused, "Enter 1 to 16 people."),
                (StaffSale("x", name: String(repeating: "n", count: 10_000)), .refused, "Write the name in one line"),
                (StaffSale("x", name: "a\nb"), .refused, "Write the name in one line"),
                (StaffSale("x", why: String(repeating: "w", count: 10_000)), .refused, "Give the reason in at most"),
                (StaffSale(String(repeating: "x", count: 65)), .refused, "This page is out of date"),
                (StaffSale(""), .refused, "This page is out of date"),
                (StaffSale("x", gate: "south"), .changedMeanwhile, "Changed meanwhile: the door is now gate main."),
                (StaffSale("x", tier: "Crew"), .refused, "The event has no such tier."),
            ] {
                await expectRefusal(kind, sentence) { try await desk.sell(wrong, by: "amina") }
            }
            #expect(try await door.ledger.tickets(of: door.event.id).isEmpty)
            let done = try await desk.sell(wanted, by: "amina")
            #expect(done.sentence == "Sold and admitted, 2 in with this ticket.")
            for count in 1...2 {
                guard case .judged(let verdict, "staff", _) = await news.next() else {
                    Issue.record("the door does not show it")
                    return
                }
                #expect(verdict.outcome == .admitted(count: count))
            }
            let again = try await desk.sell(wanted, by: "amina")
            #expect(done.ticket == nil && again.sentence.hasPrefix("This sale was done before"))
            #expect(try await desk.explain(try #require(again.ticket)).ticket.people == "2 of 2")
            var event = door.event
            event.closes = Timestamp(milliseconds: 0)
            try await door.ledger.update(event)
            await #expect {
                try await desk.sell(StaffSale("late", why: "friends"), by: "amina")
            } throws: { error in
                let refusal = error as? StaffRefusal
                return refusal?.kind == .reasonNeeded && refusal?.objections == "too-late"
            }
            _ = try await desk.sell(StaffSale("late", why: "friends", accepted: "too-late"), by: "amina")
            #expect(try await door.ledger.tickets(of: event.id).count == 2)
        }
    }

    @Test("Staff find a partner's ticket by partner and number, let it in, take that back, and block it")
    func partnersTicket() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let root = try MasterKey.random().rootKey()
            try await door.ledger.pin(Root(root.publicKey))
            _ = try await door.ledger.add(door.ledger.testKey.publicKey.membership(.organiser, of: root))
            let grant = try PartnerGrant(
                event: door.event.id, eventName: door.event.name, partner: "Campus shop",
                publicKey: PartnerKey.random().publicKey, ranges: [.init(1...30, tier: nil)])
            try await door.ledger.add(root.sign(grant))
            let desk = try await staffDesk(of: door)
            #expect(try await desk.find("club 17").isEmpty)
            #expect(try await desk.find("campus 31").isEmpty)
            #expect(try await desk.find("No. 17 · Campus shop").map(\.holder) == ["Campus shop 17"])
            let found = try await desk.find("camp sh 17")
            #expect(found.map(\.holder) == ["Campus shop 17"] && found.map(\.people) == ["0 of 1"])
            let id = try #require(found.first?.id)
            #expect(id == grant.ticket(17).id.description)
            let seen = try await desk.explain(id)
            #expect(seen.isGood && seen.ticket.holder == "Campus shop 17")
            let admitted = try await desk.perform(.admit, on: id, seen: seen.version, by: "amina", why: "")
            #expect(admitted.sentence.contains("Admitted"))
            let inside = try await desk.explain(id)
            #expect(inside.ticket.people == "1 of 1" && !inside.isGood)
            await #expect(throws: StaffRefusal.self) {
                try await desk.perform(.pay, on: id, seen: inside.version, by: "amina", why: "cash")
            }
            let undone = try await desk.perform(.undo, on: id, seen: inside.version, by: "amina", why: "wrong")
            #expect(undone.sentence.contains("Undone"))
            let open = try await desk.explain(id)
            _ = try await desk.perform(.block, on: id, seen: open.version, by: "amina", why: "stolen")
            let blocked = try await desk.explain(id)
            #expect(blocked.ticket.status == "blocked" && blocked.headline == "REFUSE" && !blocked.isGood)
            _ = try await desk.perform(.restore, on: id, seen: blocked.version, by: "amina", why: "found")
            let restored = try await desk.explain(id)
            #expect(restored.isGood)
            _ = try await door.ledger.retire(grant.id, signedBy: root)
            await #expect(throws: StaffRefusal.self) {
                try await desk.perform(.admit, on: id, seen: restored.version, by: "amina", why: "")
            }
            #expect(try await desk.explain(id).ticket.status == "revoked")
        }
    }

    @Test("At another gate the door judges by that gate's rules, and a code that is held before it is new")
    func otherGate() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let south = try #require(GateName("south"))
            try await door.ledger.update(
                door.event, gates: [GateSettings(name: .main), GateSettings(name: south, direction: .exit)])
            let code = try await door.issue().code
            let place = DoorContext(
                AdmissionDesk(
                    verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
                    event: door.event, gate: .main
                )
            )
            let desk = DoorStaffDesk(
                door: place,
                ledger: door.ledger,
                event: door.event.id,
                clock: ClockMonitor(wall: WallClock.now, elapsed: .now, newest: nil),
                news: EventBus(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let reading = DetectedCode(bytes: Array(code.utf8), corners: [])
            let instant = ContinuousClock.now
            #expect(place.inView.arrivals(in: [reading], at: instant).count == 1)
            #expect(try await place.desk.decide(code, on: WallClock.now).reason == .admitted)
            #expect(try await desk.gates().map(\.name) == ["main", "south"])
            await #expect(throws: StaffRefusal.self) { try await desk.move(to: "roof", by: "amina") }
            #expect(place.inView.arrivals(in: [reading], at: instant).isEmpty)
            _ = try await desk.move(to: "south", by: "amina")
            #expect(place.inView.arrivals(in: [reading], at: instant).count == 1)
            #expect(try await place.desk.decide(code, on: WallClock.now).reason == .exited)
        }
    }

    private static func desk(of door: TestDoor) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(), event: door.event,
            gate: .main)
    }

    private static func feed(
        of news: AsyncStream<DoorEvent>,
        to board: DisplayBoard,
        for desk: AdmissionDesk,
        at door: TestDoor,
        asked: AskedTickets = AskedTickets()
    ) -> DisplayFeed {
        DisplayFeed(
            news: news, board: board, metrics: DoorMetrics(), ledger: door.ledger, event: door.event,
            door: DoorContext(desk), language: .english, asked: asked,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("An entry that another command of this box undoes is taken from the screen", .timeLimit(.minutes(30)))
    func undoneElsewhere() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue().code
            let desk = try await Self.desk(of: door)
            let board = DisplayBoard(DoorState(event: "night", gate: "main", hasCamera: true))
            let (stream, news) = AsyncStream.makeStream(of: DoorEvent.self)
            let feed = Self.feed(of: stream, to: board, for: desk, at: door)
            async let showing: Void = feed.show()
            let verdict = try await desk.decide(code, on: WallClock.now)
            news.yield(.judged(verdict, source: "test", elapsed: .zero))
            while await board.snapshot.scans.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await board.snapshot.scans.first?.isUndone == false)
            let ticket = try #require(verdict.ticket)
            _ = try await desk.undo(ticket.id, on: WallClock.now, by: Attribution(actor: "amina"))
            while await board.snapshot.scans.first?.isUndone == false { try await Task.sleep(for: .milliseconds(5)) }
            news.finish()
            await showing
        }
    }

    @Test("A box that was revoked says so before anybody shows a ticket", .timeLimit(.minutes(30)))
    func revoked() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await Self.desk(of: door)
            let board = DisplayBoard(DoorState(event: "night", gate: "main", hasCamera: true))
            let (stream, news) = AsyncStream.makeStream(of: DoorEvent.self)
            let feed = Self.feed(of: stream, to: board, for: desk, at: door)
            let (root, key) = (try MasterKey.random().rootKey(), try await door.ledger.testKey.publicKey)
            try await door.ledger.pin(Root(root.publicKey))
            _ = try await door.ledger.add(key.membership(.gate, of: root))
            async let showing: Void = feed.show()
            while await board.list == nil { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await board.alerts.isEmpty)
            let revocation = Revocation.nothing(since: Timestamp(milliseconds: 1))
            _ = try await door.ledger.add(
                key.membership(MemberRights(.gate), serial: 2, revoked: revocation, of: root))
            while await !board.alerts.contains(.cannotRecord) { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await board.snapshot.state.alerts[.cannotRecord]?.contains("revoked this box") == true)
            // It was a mistake.
            _ = try await door.ledger.add(key.membership(.gate, serial: 3, of: root))
            while await board.alerts.contains(.cannotRecord) { try await Task.sleep(for: .milliseconds(5)) }
            news.finish()
            await showing
        }
    }

    @Test("A door that loses one of two cameras goes on with a notice; when it has lost all, that is its trouble")
    func lostDevices() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let board = DisplayBoard(DoorState(event: "night", gate: "main", hasCamera: true))
            let desk = try await Self.desk(of: door)
            func state(after news: [DoorEvent]) async throws -> DoorState {
                let (stream, continuation) = AsyncStream.makeStream(of: DoorEvent.self)
                for item in news { continuation.yield(item) }
                continuation.finish()
                let feed = Self.feed(of: stream, to: board, for: desk, at: door)
                await feed.show()
                return await board.snapshot.state
            }
            let ready: [DoorEvent] = [
                .cameraReady(name: "a", setting: ""), .cameraReady(name: "b", setting: ""),
                .scannerReady(name: "s", product: ""),
            ]
            let oneLost = try await state(after: ready + [.cameraLost(name: "b", reason: "gone")])
            #expect(oneLost.alerts.isEmpty && oneLost.lost == [LostDevice(kind: .camera, name: "b")])
            let lost: [DoorEvent] = [
                .cameraLost(name: "a", reason: "gone"), .cameraLost(name: "b", reason: "gone"),
                .scannerLost(name: "s", reason: "gone"),
            ]
            let allLost = try await state(after: ready + lost)
            #expect(allLost.alerts == [.noCamera: "gone"] && allLost.lost.isEmpty)
            let back = try await state(after: ready + lost + [.scannerReady(name: "s", product: "")])
            #expect(back.alerts.isEmpty && back.lost.map(\.name) == ["a", "b"])
            let scanner = try await state(after: [.scannerLost(name: "s", reason: "gone")])
            #expect(scanner.alerts == [.noScanner: "gone"])
        }
    }
}

extension DoorStaffDesk {
    /// For tickets that were looked up, without a code.
    fileprivate func explain(_ ticket: String) async throws -> StaffExplanation {
        try await explain(ticket, signedIn: nil)
    }

    fileprivate func perform(
        _ action: StaffAction,
        on ticket: String,
        seen version: String,
        by who: String,
        why: String
    ) async throws -> StaffResult {
        try await perform(action, on: ticket, signedIn: nil, seen: version, by: who, why: why)
    }
}

extension StaffSale {
    fileprivate init(
        _ sale: String, gate: String = "main", tier: String = "", people: Int = 1, name: String = "",
        isPaid: Bool = true, why: String = "", accepted: String = ""
    ) {
        self.init(
            sale: sale, gate: gate, tier: tier, people: people, name: name, isPaid: isPaid, why: why,
            accepted: accepted)
    }
}

extension StaffTicket {
    /// How many people of how many are in.
    fileprivate var people: String { "\(entered) of \(admits)" }
}
