// What people and programs read.

import DoorDisplay
import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Admission
@testable import DoorDaemon
@testable import DoorOutput
@testable import DoorTexts

struct OutputTests {
    let at = Timestamp(milliseconds: 1_790_000_000_123)

    func verdict(_ outcome: Verdict.Outcome, clock: ClockTrust = .trusted) throws -> Verdict {
        let event = Event(
            id: try #require(EventID("00112233-4455-6677-8899-aabbccddeeff")), slug: "night", name: "Summer Night"
        )
        let ticket = Ticket(
            event: event.id,
            user: try #require(UserID("123e4567-e89b-42d3-a456-426614174000")),
            id: try #require(TicketID("6ba7b810-9dad-41d1-80b4-00c04fd430c8"))
        )
        let listed = IssuedTicket(ticket: ticket, epoch: 1, tier: "VIP", holder: "Zoë \u{1B}[2J", admits: 2)
        let entry = Entry(at: at, gate: "main", box: .random(), boxName: "north-1")
        let history = TicketHistory(
            listed: listed, granted: nil, event: event, tier: nil,
            door: GateState(event: event, gate: GateSettings(name: .main)),
            movements: [Movement(kind: .entry, entry: entry)]
        )
        return Verdict(outcome, in: RuleContext(ticket: ticket, history: history, instant: at, clock: clock))
    }

    @Test("Numbers of things are told as people say them")
    func counted() {
        #expect(
            ["box", "ticket"].flatMap { [$0.counted(0), $0.counted(1), $0.counted(2)] } == [
                "0 boxes", "1 box", "2 boxes", "0 tickets", "1 ticket", "2 tickets",
            ])
    }

    @Test("A verdict as JSON has these members, sorted, absent rather than null")
    func verdictJSON() throws {
        let line = VerdictLine(try verdict(.admitted(count: 2)), file: "a.png", elapsed: .microseconds(12_345))
        #expect(
            try JSONLine.text(line) == """
                {"admits":2,"at":"2026-09-21T14:13:20.123Z","count":2,"elapsed_ms":12.35,"enters":true,\
                "event":"night","file":"a.png","first":{"at":"2026-09-21T14:13:20.123Z","box":"north-1","gate":"main"},\
                "holder":"Zoë \\u001b[2J","reason":"admitted","schema":1,\
                "ticket":"6ba7b810-9dad-41d1-80b4-00c04fd430c8","tier":"VIP",\
                "user":"123e4567-e89b-42d3-a456-426614174000","verdict":"admit"}

                """
        )
        let bare = Verdict(rejecting: .forged, at: at)
        #expect(
            try JSONLine.text(VerdictLine(bare, source: "stdin")) == """
                {"at":"2026-09-21T14:13:20.123Z","enters":false,"reason":"forged","schema":1,"source":"stdin",\
                "verdict":"refuse"}

                """
        )
    }

    static let refusals: [Refusal] = [
        .rejected(.notATicket), .rejected(.malformed), .rejected(.unsupportedSuite), .rejected(.unknownKey),
        .rejected(.forged), .rejected(.beyondGrant), .wrongEvent(nil), .wrongEvent(Event(slug: "m", name: "Matinee")),
        .unknownTicket, .revoked,
        .replaced, .oldKey, .clockNotTrusted, .blocked(note: nil), .blocked(note: "stolen"),
        .tooEarly(opens: Timestamp(milliseconds: 0)),
        .tooLate(closed: Timestamp(milliseconds: 0)), .wrongGate([.main]), .wrongTier(["Crew"]), .wrongTier([]),
        .unpaid, .notInside(left: nil),
        .full(Zone(name: .main, capacity: 5)), .roomUnknown(Zone(name: .main, capacity: 5)),
        .alreadyUsed(first: Entry(at: Timestamp(milliseconds: 0), gate: "g", box: .random(), boxName: "b")),
        .check(note: "18+"),
    ]

    static let passages: [Verdict.Outcome] = [
        .admitted(count: 1), .readmitted(count: 1), .overruled(.unpaid, count: 1), .exited(count: 0),
        .checked(count: 1), .justAdmitted(count: 1), .justExited(count: 0),
    ]

    @Test("Every verdict has its own sentence, and every headline can be drawn large")
    func wording() throws {
        let outcomes = Self.refusals.map(Verdict.Outcome.refused) + Self.passages
        let wordings = try (outcomes + Self.refusals.map(Verdict.Outcome.asked)).map {
            Wording(verdict: try verdict($0), now: at)
        }
        #expect(Set(wordings.map(\.detail)).count == outcomes.count)
        #expect(
            Set(outcomes.map { Wording(verdict: (try? verdict($0)) ?? wordings[0].verdict, now: at).verdict.reason })
                == Set(Reason.allCases))
        for headline in wordings.map(\.headline) + ["NO CAMERA", "NO SCANNER", "CANNOT RECORD", "CLOCK NOT TRUSTED"] {
            #expect(headline.allSatisfy { $0 == " " || BlockLetters.drawings[$0] != nil }, "\(headline)")
        }
    }

    @Test("What was admitted a moment ago has a word, a frame and a reason of its own")
    func justAdmitted() throws {
        let fresh = try verdict(.admitted(count: 1))
        let again = try verdict(.justAdmitted(count: 1))
        #expect(Wording(verdict: again, now: at).headline == "JUST ADMITTED")
        #expect(VerdictLine(again).reason == "just-admitted")
        // What opens a turnstile must not open it twice.
        #expect(VerdictLine(fresh).enters == true && VerdictLine(again).enters == false)
        #expect(try VerdictLine(verdict(.exited(count: 0))).enters == false)
        let banner = BannerReporter(columns: 100)
        let news = [fresh, again].map { banner.text(for: .judged($0, source: "cam", elapsed: .zero)) }
        #expect(news[0].contains("======") && !news[1].contains("=") && news[1].contains("------"))
    }

    @Test("A question of time says why the clock is not trusted, and other questions do not")
    func clockWarning() throws {
        let early = Verdict.Outcome.asked(.tooEarly(opens: at))
        let stepped = try verdict(early, clock: .stepped(by: .seconds(-7200)))
        #expect(Wording(verdict: stepped, now: at).detail.contains("clock not trusted: it was set back by 2 h"))
        let behind = try verdict(early, clock: .behind(newest: at))
        #expect(Wording(verdict: behind, now: at).detail.contains("clock not trusted: it is earlier than the newest"))
        #expect(!Wording(verdict: try verdict(early), now: at).detail.contains("clock"))
        let unpaid = try verdict(.asked(.unpaid), clock: .behind(newest: at))
        #expect(!Wording(verdict: unpaid, now: at).detail.contains("clock"))
    }

    @Test("Guests read no gap, no note, no name and no box, whatever the verdict and the language")
    func guestSentences() throws {
        for outcome in Self.refusals.map(Verdict.Outcome.refused) + Self.passages {
            let verdict = try verdict(outcome)
            for language in Language.allCases {
                let text = verdict.guestWord(in: language) + verdict.guestSentence(in: language, seenFrom: at)
                #expect(!text.contains { "{}[]<>".contains($0) })
                for secret in ["Zoë", "stolen", "18+", "north-1"] { #expect(!text.contains(secret)) }
            }
        }
        let overruled = try verdict(.overruled(.unpaid, count: 1))
        #expect(overruled.guestSentence(in: .english, seenFrom: at) == "Enjoy! 1 of 2 in")
        #expect(try verdict(.exited(count: 0)).guestWord(in: .swahili) == "Kwaheri")
    }

    @Test("A guest whom staff let in is welcome on the screen too, and reads nothing of what spoke against it")
    func overruledOnScreen() throws {
        for language in Language.allCases {
            let plain = ShownVerdict(try verdict(.admitted(count: 1)), at: .main, in: language)
            for refusal in Self.refusals {
                let shown = ShownVerdict(try verdict(.overruled(refusal, count: 1)), at: .main, in: language)
                #expect(shown.style == .admit && shown.headline == plain.headline && shown.detail == plain.detail)
            }
        }
        let shown = ShownVerdict(try verdict(.overruled(.unpaid, count: 1)), at: .main, in: .english)
        #expect(shown.headline == "Welcome" && shown.detail == "Enjoy! 1 of 2 in")
        #expect(shown.explanation?.contains("by staff") == true)
    }

    @Test("A group ticket says how many of how many are in")
    func group() throws {
        #expect(Wording(verdict: try verdict(.admitted(count: 2)), now: at).detail.contains("2 of 2 in"))
    }

    @Test("Text from outside cannot move the cursor, break lines or reorder a terminal")
    func printable() {
        #expect("a\u{1B}[2J\n\u{202E}b\u{0}".printable == "a\\u{1b}[2J\\u{a}\\u{202e}b\\u{0}")
        #expect("Łukasz 測試 👩‍🎤é".printable == "Łukasz 測試 👩‍🎤é")
        #expect("علی\u{200C}رضا क्\u{200D}ष".printable == "علی\u{200C}رضا क्\u{200D}ष")
    }

    @Test("Block letters fit the screen or give way to a line")
    func blockLetters() {
        #expect(BlockLetters.lines(of: "ADMIT", columns: 80).count == 5)
        #expect(BlockLetters.lines(of: "ALREADY USED", columns: 30) == [" A L R E A D Y   U S E D".trimmed(to: 30)])
        #expect(BlockLetters.lines(of: "ALREADY USED", columns: 80).allSatisfy { $0.count <= 80 })
    }

    @Test("A moment by this machine's clock is read as it is shown; days and hours that do not exist are not")
    func localTime() throws {
        let moment = try #require(Timestamp(localTime: "2026-07-04 18:00"))
        #expect(moment.localTime(seenFrom: Timestamp(milliseconds: 0)) == "2026-07-04 18:00")
        #expect(Timestamp(localTime: "2026-07-04 18:00:30") == Timestamp(milliseconds: moment.milliseconds + 30_000))
        for text in ["", "2026-07-04", "2026-06-31 10:00", "2026-07-04 24:00", "2026-07-04 18:00 ", "18:00"] {
            #expect(Timestamp(localTime: text) == nil, "\(text)")
        }
    }

    @Test("Of several statuses the gravest counts")
    func exitStatus() {
        let order: [DoorOutput.ExitStatus] = [.success, .noCode, .duplicates, .refused, .usage, .configuration]
        #expect(order.shuffled().sorted() == order)
    }

    @Test("A table keeps its columns and shows no control characters")
    func table() {
        var table = TextTable("A", "BB")
        table.add("long one", "x\n")
        #expect(table.text == "A         BB\nlong one  x\\u{a}\n")
    }
}

extension String {
    /// Centred, as block letters are.
    fileprivate func trimmed(to columns: Int) -> String {
        let text = drop { $0 == " " }
        return String(repeating: " ", count: (columns - text.count) / 2) + text
    }
}
