// Who has been told of what.

import FoundationEssentials
import TestSupport
import Testing

@testable import Alerts

struct AlertBookTests {
    private let start = ContinuousClock.now

    private func book(_ path: String? = nil, channels: [String] = ["a"], longest: Int = 1000) -> AlertBook {
        AlertBook(path: path, channels: channels, now: 0, longest: longest, logger: AlertScene.silent)
    }

    private func reading(_ thing: String, _ isWrong: Bool) -> AlertReading {
        let state: AlertReading.State = isWrong ? .wrong("\(thing) fails.") : .well("\(thing) works.")
        return AlertReading(.boxRevoked, of: thing, named: thing, state)
    }

    private func observe(_ things: some Sequence<Int>, _ isWrong: Bool, by book: AlertBook, at now: Int64) async {
        await book.observe(things.map { reading("box \($0)", isWrong) }, of: [.boxRevoked], at: now, start)
    }

    @Test("Alerts of one kind that begin within five seconds are one message, which names twenty and counts the rest")
    func grouping() async throws {
        let book = book()
        await observe(0..<250, true, by: book, at: 1000)
        await observe(0..<500, true, by: book, at: 4000)
        #expect(await book.next(for: "a", at: 5999).isEmpty)
        let alerts = await book.next(for: "a", at: 6000)
        let message = try #require(AlertMessage(alerts, hub: "hub", now: 6000))
        #expect(message.parts.count == 20 && message.more == 480 && message.state == "firing")
        #expect(message.summary == "box 0 fails, and 499 more.")
        #expect(await book.told(alerts, by: "a") == 0)
        #expect(await book.next(for: "a", at: 60_000).isEmpty)
    }

    @Test("What begins and ends while a channel is down is told late, in one message with both times")
    func late() async throws {
        let book = book()
        await observe(0..<1, true, by: book, at: 1000)
        await observe(0..<1, false, by: book, at: 9000)
        let message = try #require(AlertMessage(await book.next(for: "a", at: 60_000), hub: "hub", now: 60_000))
        #expect(message.state == "resolved" && message.summary == "box 0 works.")
        #expect(message.parts.map(\.started) == ["1970-01-01T00:00:01.000Z"])
        #expect(message.parts.map(\.ended) == ["1970-01-01T00:00:09.000Z"])
    }

    @Test("What ends while its beginning is being sent is told again")
    func meanwhile() async {
        let book = book()
        await observe(0..<1, true, by: book, at: 1000)
        let sent = await book.next(for: "a", at: 10_000)
        await observe(0..<1, false, by: book, at: 10_000)
        #expect(await book.told(sent, by: "a") == 0)
        #expect(await book.next(for: "a", at: 20_000).map(\.summary) == ["box 0 works."])
    }

    @Test("An alert that lasts has the latest numbers for whoever looks, and is told once")
    func growing() async {
        let book = book()
        func observe(_ count: Int, at now: Int64) async {
            let state: AlertReading.State = .wrong("\(count) people so far.")
            await book.observe(
                [AlertReading(.boxRevoked, of: "a", named: "a", state)], of: [.boxRevoked], at: now, start)
        }
        await observe(1, at: 1000)
        await observe(2, at: 2000)
        let sent = await book.next(for: "a", at: 10_000)
        #expect(sent.map(\.summary) == ["2 people so far."])
        // One more comes while that is being sent.
        await observe(3, at: 10_000)
        #expect(await book.told(sent, by: "a") == 0)
        await observe(4, at: 20_000)
        #expect(await book.next(for: "a", at: 60_000).isEmpty)
        #expect(await book.open.map(\.summary) == ["4 people so far."])
        #expect(await book.open.map(\.started) == [1000])
    }

    @Test("Each channel is told by itself")
    func channels() async {
        let book = book(channels: ["a", "b"])
        await observe(0..<1, true, by: book, at: 1000)
        _ = await book.told(await book.next(for: "a", at: 10_000), by: "a")
        #expect(await book.next(for: "b", at: 10_000).count == 1)
        await observe(0..<1, false, by: book, at: 10_000)
        let end = await book.next(for: "a", at: 20_000)
        #expect(end.map(\.summary) == ["box 0 works."])
        _ = await book.told(end, by: "a")
        #expect(await book.next(for: "a", at: 60_000).isEmpty)
        #expect(await book.next(for: "b", at: 60_000) == end)
    }

    @Test("Of more alerts than may wait the oldest are lost, and counted")
    func bound() async {
        let book = book(longest: 10)
        for number in 0..<30 {
            await observe(number...number, true, by: book, at: Int64(number))
            await observe(number...number, false, by: book, at: Int64(number))
        }
        let waiting = await book.next(for: "a", at: 60_000)
        #expect(waiting.map(\.subject) == (20..<30).map { "box \($0)" })
        #expect(await book.told(waiting, by: "a") == 20)
        #expect(await book.told([], by: "a") == 0)
    }

    @Test("After a restart nothing is told twice, and what ended meanwhile ends")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let first = book(folder + "/alerts")
            await observe(0..<2, true, by: first, at: 1000)
            _ = await first.told(await first.next(for: "a", at: 10_000), by: "a")
            #expect(await first.grown(["x": 3], of: .doubleAdmissions, from: 0, at: 1000).isEmpty)
            let second = book(folder + "/alerts")
            #expect(await second.next(for: "a", at: 60_000).isEmpty)
            await observe(0..<2, false, by: second, at: 60_000)
            #expect(await second.next(for: "a", at: 70_000).count == 2)
            #expect(await second.grown(["x": 4], of: .doubleAdmissions, from: 0, at: 1000) == ["x"])
            let file = try FileManager.default.attributesOfItem(atPath: folder + "/alerts")
            #expect(file[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("A damaged file is begun anew, and a folder that cannot be written stops nothing")
    func damaged() async throws {
        try await withTemporaryFolder { folder in
            try Data("{".utf8).write(to: URL(filePath: folder + "/alerts"))
            for path in [folder + "/alerts", folder + "/nowhere/alerts"] {
                let book = book(path)
                await observe(0..<1, true, by: book, at: 1000)
                #expect(await book.next(for: "a", at: 10_000).count == 1)
            }
        }
    }

    @Test("A value that goes back and forth is one alert")
    func flapping() {
        var judge = AlertJudge()
        func judged(_ state: AlertReading.State, isOpen: Bool, after seconds: Int) -> AlertJudge.Change? {
            let reading = AlertReading(.boxClockOff, of: "north", named: "north", state)
            return judge.judge(reading, isOpen: isOpen, at: start + .seconds(seconds))
        }
        for second in 0..<120 where second % 2 == 0 {
            #expect(judged(.wrong("off"), isOpen: false, after: second) == nil)
            #expect(judged(.well("right"), isOpen: false, after: second + 1) == nil)
        }
        #expect(judged(.wrong("off"), isOpen: false, after: 200) == nil)
        #expect(judged(.wrong("off"), isOpen: false, after: 260) == .begin("off"))
        for second in 261..<400 where second % 2 == 0 {
            #expect(judged(.well("right"), isOpen: true, after: second) == nil)
            #expect(judged(.unclear, isOpen: true, after: second + 1) == nil)
        }
        #expect(judged(.well("right"), isOpen: true, after: 400) == nil)
        #expect(judged(.well("right"), isOpen: true, after: 460) == .end("right"))
    }

    @Test("Names can neither begin a line nor reorder what surrounds them")
    func names() {
        #expect(PlainText.name("north\r\nBcc: x\u{202E}\u{85}\u{2028}1") == "north  Bcc: x   1")
        #expect(PlainText.name("میت\u{200C}خانه") == "میت\u{200C}خانه")
        #expect(PlainText.name(String(repeating: "a", count: 500)).count == 81)
    }
}
