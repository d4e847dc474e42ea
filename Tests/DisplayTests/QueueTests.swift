// The guests who wait for staff.

import Testing

@testable import DoorDisplay

struct QueueTests {
    static func verdict(
        _ ticket: String,
        _ style: VerdictStyle = .ask,
        number: Int = 1,
        at: Int64 = 1_795_000_000_000
    ) -> ShownVerdict {
        var verdict = ShownVerdict(
            style: style, reason: "unpaid", headline: "Ask staff", holder: "Aarti Shah",
            explanation: "not paid · Aarti",
            sentence: "not paid", ticket: ticket, gate: "north", at: at)
        verdict.number = number
        return verdict
    }

    func board() -> DisplayBoard { DisplayBoard(DoorState(event: "e", gate: "g", hasCamera: false)) }

    @Test("Who is sent to staff waits in the order of arrival, and keeps the place when the ticket is shown again")
    func order() {
        var queue = StaffQueue()
        for (number, ticket) in ["a", "b", "c"].enumerated() {
            #expect(queue.take(Self.verdict(ticket, number: number, at: Int64(number)))?.waits?.number == number)
        }
        let again = queue.take(Self.verdict("a", number: 9, at: 9))
        #expect(again?.waits?.number == 0 && again?.waits?.since == 0 && again?.waits?.verdict.number == 9)
        #expect(queue.guests.map(\.verdict.ticket) == ["a", "b", "c"])
    }

    @Test(
        "Who is let in, or refused after all, leaves the queue; nobody else does",
        arguments: [VerdictStyle.admit, .used, .refuse, .checked, .exit])
    func leaving(style: VerdictStyle) {
        var queue = StaffQueue()
        _ = queue.take(Self.verdict("a", number: 1))
        _ = queue.take(Self.verdict("b", number: 2))
        #expect(queue.take(Self.verdict("c", style, number: 3)) == nil)
        #expect(queue.take(Self.verdict("a", style, number: 4))?.left == 1)
        #expect(queue.guests.map(\.number) == [2])
    }

    @Test("A thousand guests in a minute: a hundred keep their places, and the others are counted, each once")
    func flood() {
        var queue = StaffQueue()
        for number in 0..<1000 { _ = queue.take(Self.verdict("\(number)", number: number)) }
        for number in 0..<1000 { #expect(queue.take(Self.verdict("\(number)", number: number))?.left == nil) }
        #expect(queue.guests.map(\.number) == Array(0..<100))
        #expect(queue.unlistedCount == 900)
        for number in 1000..<9000 { _ = queue.take(Self.verdict("\(number)", number: number)) }
        #expect(queue.unlistedCount == StaffQueue.countedCapacity && queue.guests.count == StaffQueue.capacity)
    }

    @Test("Who was not listed is, when they show the ticket again and there is room, and is no longer counted")
    func room() {
        var queue = StaffQueue()
        for number in 0...101 { _ = queue.take(Self.verdict("\(number)", number: number)) }
        #expect(queue.unlistedCount == 2)
        #expect(queue.take(Self.verdict("101", .admit))?.unlisted == 1)
        #expect(queue.remove(7)?.change.unlisted == 1)
        #expect(queue.take(Self.verdict("100", number: 500))?.waits?.number == 500)
        #expect(queue.guests.last?.number == 500 && queue.unlistedCount == 0)
        for guest in queue.guests { _ = queue.remove(guest.number) }
        #expect(queue.guests.isEmpty && queue.remove(7) == nil)
    }

    @Test("After two hours a guest is off the queue, and not before")
    func expiry() async {
        let board = board()
        await board.post(Self.verdict("a", at: 0))
        await board.post(Self.verdict("b", at: 1))
        await board.expireWaiting(on: 2 * 3_600_000)
        #expect(await board.waiting.count == 2)
        await board.expireWaiting(on: 2 * 3_600_000 + 1)
        #expect(await board.waiting.map(\.verdict.ticket) == ["b"])
    }

    @Test("A verdict that was shown before sends nobody to staff once more, nor does one without a ticket")
    func repeats() async {
        let board = board()
        await board.post(Self.verdict("a"), isRepeat: true)
        await board.post(ShownVerdict(style: .ask, reason: "x", headline: "Ask staff", gate: "g", at: 0))
        #expect(await board.waiting.isEmpty)
    }

    @Test(
        "The pages of staff hear who waits and who handles whom, at once and when they open; guests hear nothing of it")
    func pages() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { scene in
            let (_, cookie) = try await StaffTests().logIn(scene.browser)
            let headers = StaffTests().own(scene.browser) + ["Cookie: \(cookie)"]
            try await scene.browser.follow("/staff/events", headers: ["Cookie: \(cookie)"]) { staff in
                let opening = try #require(try await staff.next())
                #expect(opening.data.contains("\"waiting\":[]") && opening.data.contains("\"unlisted\":0"))
                try await scene.browser.follow { guests in
                    let first = try #require(try await guests.next())
                    #expect(!first.data.contains("waiting") && !first.data.contains("unlisted"))
                    await scene.board.post(Self.verdict("t1"))
                    #expect(try await staff.next()?.name == "verdict")
                    let waits = try #require(try await staff.next())
                    #expect(waits.name == "queue" && waits.data.contains("Aarti Shah") && waits.data.contains("t1"))
                    let number = try #require(await scene.board.waiting.first?.number)
                    let opened = try await scene.browser.ask(
                        "/staff/queue/open", method: "POST", headers: headers,
                        body: "{\"guest\":\(number),\"page\":\"phone-1\"}")
                    #expect(opened.status == 204)
                    let handled = try #require(try await staff.next())
                    #expect(handled.data.contains("\"handler\":\"amina\"") && handled.data.contains("phone-1"))
                    let gone = try await scene.browser.ask(
                        "/staff/queue/dismiss", method: "POST", headers: headers, body: "{\"guest\":\(number)}")
                    #expect(gone.status == 200)
                    #expect(try await staff.next()?.data.contains("\"left\":\(number)") == true)
                    await scene.board.update { $0.isOpen = true }
                    #expect(try await guests.next()?.name == "verdict")
                    // The changes in between are not for guests, and none of them is missed.
                    #expect(try await guests.next()?.data.contains("\"isOpen\":true") == true)
                }
            }
        }
    }

    @Test("A page that opens later has the same queue, and of two that take a guest off it one is told that it is late")
    func twoPages() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { scene in
            let (_, cookie) = try await StaffTests().logIn(scene.browser)
            let headers = StaffTests().own(scene.browser) + ["Cookie: \(cookie)"]
            await scene.board.post(Self.verdict("t1"))
            await scene.board.post(Self.verdict("t2"))
            let opening = try await scene.browser.follow("/staff/events", headers: ["Cookie: \(cookie)"]) {
                try await $0.next()
            }
            #expect(opening?.data.contains("\"since\":1795000000000") == true)
            let numbers = await scene.board.waiting.map(\.number)
            let body = "{\"guest\":\(numbers[0])}"
            func dismiss() async throws -> Browser.Answer {
                try await scene.browser.ask("/staff/queue/dismiss", method: "POST", headers: headers, body: body)
            }
            #expect(try await dismiss().status == 200)
            let late = try await dismiss()
            #expect(late.status == 409 && late.body.contains("changed-meanwhile"))
            let open = "{\"guest\":\(numbers[0]),\"page\":\"p\"}"
            let stale = try await scene.browser.ask(
                "/staff/queue/open", method: "POST", headers: headers, body: open)
            #expect(stale.status == 409)
            #expect(await scene.board.waiting.map(\.number) == [numbers[1]])
        }
    }

    @Test("A page that opens another guest's ticket, or closes it, leaves the last one to others")
    func handlers() async throws {
        let board = board()
        for ticket in ["a", "b"] { await board.post(Self.verdict(ticket)) }
        let numbers = await board.waiting.map(\.number)
        #expect(await board.openGuest(numbers[0], by: "amina", on: "p"))
        #expect(await board.openGuest(numbers[1], by: "amina", on: "p"))
        #expect(await board.waiting.map(\.handler) == [nil, "amina"])
        // Somebody else takes over, and the first page's closing changes nothing of that.
        #expect(await board.openGuest(numbers[1], by: "joe", on: "q"))
        #expect(await board.openGuest(nil, by: "amina", on: "p"))
        #expect(await board.waiting.map(\.handler) == [nil, "joe"])
        #expect(await board.openGuest(nil, by: "joe", on: "q"))
        #expect(await board.waiting.map(\.handler) == [nil, nil])
        #expect(await !board.openGuest(99, by: "amina", on: "p"))
    }

    @Test("A page that was away for a moment gets what happened in the queue, and one that was away for long gets all")
    func resume() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { scene in
            let (_, cookie) = try await StaffTests().logIn(scene.browser)
            let headers = ["Cookie: \(cookie)"]
            let seen = try await scene.browser.follow("/staff/events", headers: headers) { try await $0.next()?.id }
            await scene.board.post(Self.verdict("t1"))
            try await scene.browser.follow("/staff/events", lastEventID: seen, headers: headers) { page in
                let events = [try await page.next(), try await page.next()]
                #expect(events.map { $0?.name } == ["verdict", "queue"])
            }
            for number in 0..<70 { await scene.board.post(Self.verdict("x\(number)")) }
            let all = try await scene.browser.follow("/staff/events", lastEventID: seen, headers: headers) {
                try await $0.next()
            }
            #expect(all?.name == "state" && all?.data.contains("x69") == true)
        }
    }
}
