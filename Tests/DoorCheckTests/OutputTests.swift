// What people and programs read.

import Ledger
import Testing
import TicketSigning

@testable import Admission
@testable import DoorCheck

struct OutputTests {
    let at = Timestamp(milliseconds: 1_790_000_000_123)

    func verdict(_ outcome: Verdict.Outcome) throws -> Verdict {
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
        let history = TicketHistory(listed: listed, event: event, tier: nil, entries: [entry])
        return Verdict(outcome: outcome, at: at, ticket: ticket, history: history)
    }

    @Test("A verdict as JSON has these members, sorted, absent rather than null")
    func verdictJSON() throws {
        let line = VerdictLine(try verdict(.admitted(count: 2)), file: "a.png", elapsed: .microseconds(12_345))
        #expect(
            try JSONLine.text(line) == """
                {"admits":2,"at":"2026-09-21T14:13:20.123Z","count":2,"elapsed_ms":12.35,"event":"night",\
                "file":"a.png","first":{"at":"2026-09-21T14:13:20.123Z","box":"north-1","gate":"main"},\
                "holder":"Zoë \\u001b[2J","reason":"admitted","schema":1,\
                "ticket":"6ba7b810-9dad-41d1-80b4-00c04fd430c8","tier":"VIP",\
                "user":"123e4567-e89b-42d3-a456-426614174000","verdict":"admit"}

                """
        )
        let bare = Verdict(outcome: .refused(.rejected(.forged)), at: at, ticket: nil, history: nil)
        #expect(
            try JSONLine.text(VerdictLine(bare, source: "stdin")) == """
                {"at":"2026-09-21T14:13:20.123Z","reason":"forged","schema":1,"source":"stdin","verdict":"refuse"}

                """
        )
    }

    static let refusals: [Refusal] = [
        .rejected(.notATicket), .rejected(.malformed), .rejected(.unsupportedSuite), .rejected(.unknownKey),
        .rejected(.forged), .wrongEvent(nil), .wrongEvent(Event(slug: "m", name: "Matinee")), .unknownTicket, .revoked,
        .replaced, .blocked(note: nil), .blocked(note: "stolen"), .tooEarly(opens: Timestamp(milliseconds: 0)),
        .tooLate(closed: Timestamp(milliseconds: 0)), .unpaid,
        .alreadyUsed(first: Entry(at: Timestamp(milliseconds: 0), gate: "g", box: .random(), boxName: "b")),
        .check(note: "18+"),
    ]

    @Test("Every refusal has its own sentence, and every headline can be drawn large")
    func wording() throws {
        var sentences: Set<String> = []
        for refusal in Self.refusals {
            for outcome in [Verdict.Outcome.refused(refusal), .asked(refusal)] {
                let wording = Wording(verdict: try verdict(outcome), now: at)
                sentences.insert(wording.detail)
                #expect(BlockLetters.canDraw(wording.headline))
            }
        }
        #expect(sentences.count == Self.refusals.count)
        for headline in ["ADMIT", "NO CAMERA", "CANNOT RECORD"] { #expect(BlockLetters.canDraw(headline)) }
    }

    @Test("A group ticket says how many of how many are in")
    func group() throws {
        #expect(Wording(verdict: try verdict(.admitted(count: 2)), now: at).detail.contains("2 of 2 in"))
    }

    @Test("Text from outside cannot move the cursor, break lines or reorder a terminal")
    func printable() {
        #expect("a\u{1B}[2J\n\u{202E}b\u{0}".printable == "a\\u{1b}[2J\\u{a}\\u{202e}b\\u{0}")
        #expect("Łukasz 測試 👩‍🎤é".printable.contains("Łukasz 測試 "))
    }

    @Test("Block letters fit the screen or give way to a line")
    func blockLetters() {
        #expect(BlockLetters.lines(of: "ADMIT", columns: 80).count == 5)
        #expect(BlockLetters.lines(of: "ALREADY USED", columns: 30) == [" A L R E A D Y   U S E D".trimmed(to: 30)])
        #expect(BlockLetters.lines(of: "ALREADY USED", columns: 80).allSatisfy { $0.count <= 80 })
    }

    @Test("Of several statuses the gravest counts")
    func exitStatus() {
        let order: [DoorCheck.ExitStatus] = [.success, .noCode, .duplicates, .refused, .usage, .configuration]
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
