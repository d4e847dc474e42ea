// What pages hear, when they listen well and when they do not.

import Hummingbird
import NIOCore
import Testing

@testable import DoorDisplay

struct EventTests {
    @Test("A page gets the state first, then each verdict as it falls; two pages get the same")
    func twoPages() async throws {
        try await Scene.open { scene in
            try await scene.browser.follow { first in
                let opening = try #require(try await first.next())
                #expect(opening.name == "state" && opening.data.contains("\"gate\":\"north\""))
                #expect(opening.data.contains("\"scans\":[]"))
                try await scene.browser.follow { second in
                    _ = try await second.next()
                    for number in 1...3 {
                        await scene.board.post(.sample("tier \(number)"))
                        let heard = [try await first.next(), try await second.next()]
                        #expect(heard.allSatisfy { $0?.data.contains("tier \(number)") == true })
                        #expect(heard[0]?.id == heard[1]?.id)
                    }
                }
            }
        }
    }

    @Test("Guests see a name only if the organiser says so, and never what is for staff", arguments: [false, true])
    func names(allowed: Bool) async throws {
        try await Scene.open(Scene.Setup(showsNames: allowed)) { scene in
            await scene.board.post(.sample("VIP"))
            try await scene.browser.follow { page in
                let opening = try #require(try await page.next())
                await scene.board.post(.sample("Regular"))
                let verdict = try #require(try await page.next())
                for data in [opening.data, verdict.data] {
                    #expect(data.contains("Aarti Shah") == allowed)
                    #expect(!data.contains("secret") && !data.contains("0e32cc77"))
                }
            }
        }
    }

    @Test("Messages of the organiser and restored boxes are for staff, at once and when the page opens")
    func messages() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { scene in
            let (_, cookie) = try await StaffTests().logIn(scene.browser)
            let message = StaffMessage(id: "7", text: "let the band in", by: "amina", at: 1_795_000_000_000)
            try await scene.browser.follow("/staff/events", headers: ["Cookie: \(cookie)"]) { staff in
                _ = try await staff.next()
                try await scene.browser.follow { guests in
                    _ = try await guests.next()
                    await scene.board.update { state in
                        state.messages = [message]
                        state.branches = ["a box was restored"]
                    }
                    let told = try #require(try await staff.next())
                    #expect(told.data.contains("let the band in") && told.data.contains("was restored"))
                    let shown = try #require(try await guests.next())
                    #expect(!shown.data.contains("band") && !shown.data.contains("restored"))
                }
            }
            let opening = try await scene.browser.follow { try await $0.next() }
            #expect(opening?.data.contains("band") == false)
            let headers = StaffTests().own(scene.browser) + ["Cookie: \(cookie)"]
            let body = "{\"message\":\"7\"}"
            let done = try await scene.browser.ask("/staff/dismiss", method: "POST", headers: headers, body: body)
            #expect(done.body == "{\"said\":\"7 by amina\"}")
            try await scene.browser.follow("/staff/events", headers: ["Cookie: \(cookie)"]) { staff in
                let later = try #require(try await staff.next())
                #expect(!later.data.contains("band"))
            }
        }
    }

    @Test("A page that was away gets exactly what it missed, and after a restart of the door everything anew")
    func resume() async throws {
        try await Scene.open { scene in
            let browser = scene.browser
            await scene.board.post(.sample("one"))
            let seen = try await browser.follow { try await $0.next()?.id }
            await scene.board.post(.sample("two"))
            await scene.board.post(.sample("three"))
            try await browser.follow(lastEventID: seen) { page in
                #expect(try await page.next()?.data.contains("two") == true)
                let third = try await page.next()
                #expect(third?.name == "verdict" && third?.data.contains("three") == true)
            }
            for stranger in ["another-1", "\(scene.board.run)-99", "\(scene.board.run)-x", ""] {
                let first = try await browser.follow(lastEventID: stranger) { try await $0.next() }
                #expect(first?.name == "state", "\(stranger)")
            }
        }
    }

    @Test("A page that was away for longer than is remembered gets the whole state")
    func forgotten() async throws {
        try await Scene.open { scene in
            let seen = try await scene.browser.follow { try await $0.next()?.id }
            for number in 0..<70 { await scene.board.post(.sample("\(number)")) }
            let first = try await scene.browser.follow(lastEventID: seen) { try await $0.next() }
            #expect(first?.name == "state")
        }
    }

    @Test("A page that does not keep up holds up nobody, and gets a fresh state for what it missed")
    func slowPage() async throws {
        /// Takes the first event, then nothing until 50 verdicts have fallen.
        struct SlowWriter: ResponseBodyWriter {
            let board: DisplayBoard
            let written: AsyncStream<String>.Continuation
            var count = 0

            mutating func write(_ buffer: ByteBuffer) async throws {
                count += 1
                if count == 2 {
                    for number in 1...50 { await board.post(.sample("tier \(number)")) }
                    await board.update { $0.isOpen = true }
                }
                written.yield(String(buffer: buffer))
            }

            consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
        }
        let board = DisplayBoard(DoorState(event: "e", gate: "g", hasCamera: false))
        let subscription = try #require(await board.join(after: nil, isThisMachine: true))
        let (written, continuation) = AsyncStream.makeStream(of: String.self)
        var writer: any ResponseBodyWriter = SlowWriter(board: board, written: continuation)
        let stream = EventStream(board: board, audience: .guests(withNames: false), now: { 0 })
        async let done: Void = stream.write(subscription, to: &writer)
        var events: [String] = []
        for await event in written {
            events.append(event)
            if event.contains("\"isOpen\":true") { break }
        }
        await board.close()
        try await done
        // retry, the opening state, and one fresh state: the 16 changes that were kept are older than it.
        #expect(events.count == 3)
        #expect(events.last?.contains("tier 50") == true && events.last?.contains("\"scans\":") == true)
    }

    @Test("A page that is closed is forgotten; beyond the limit pages are turned away")
    func leaving() async throws {
        try await Scene.open { scene in
            try await scene.browser.follow { page in
                _ = try await page.next()
                #expect(await scene.board.watchers.count == 1)
            }
            // The end of a connection is noticed by writing to it.
            while await scene.board.watchers.count > 0 {
                await scene.board.pulse()
                await Task.yield()
            }
            #expect(try await scene.browser.ask("/events", method: "HEAD").status == 200)
            #expect(await scene.board.watchers.count == 0)
            for _ in 0..<DisplayBoard.watcherLimit { _ = await scene.board.join(after: nil, isThisMachine: true) }
            #expect(try await scene.browser.ask("/events").status == 503)
        }
    }

    @Test("However many pages others open, the box's own screen has a place")
    func ownPlace() async throws {
        let board = DisplayBoard(DoorState(event: "e", gate: "g", hasCamera: false))
        for _ in 0..<2 * DisplayBoard.watcherLimit { _ = await board.join(after: nil, isThisMachine: false) }
        #expect(await board.join(after: nil, isThisMachine: false) == nil)
        #expect(await board.join(after: nil, isThisMachine: true) != nil)
    }

    @Test("Of two verdicts of one moment only the one that is undone is taken from the pages")
    func sameMoment() async throws {
        let board = DisplayBoard(DoorState(event: "e", gate: "g", hasCamera: false))
        let moment: Int64 = 1_795_000_000_000
        for ticket in ["a", "b"] {
            await board.post(
                ShownVerdict(
                    style: .admit, reason: "admitted", headline: "Welcome", ticket: ticket, gate: "g", at: moment))
        }
        await board.undo("a", at: moment)
        #expect(await board.snapshot.scans.map(\.isUndone) == [false, true])
        #expect(await Set(board.snapshot.scans.map(\.number)).count == 2)
        // An entry of another moment, such as one at another box, is not listed here.
        await board.undo("b", at: moment + 1)
        #expect(await board.snapshot.scans.map(\.isUndone) == [false, true])
    }

    @Test("When the door closes, pages are told so before their stream ends")
    func closing() async throws {
        try await Scene.open { scene in
            await scene.board.update { $0.isOpen = true }
            try await scene.browser.follow { page in
                _ = try await page.next()
                await scene.board.update { $0.isOpen = false }
                await scene.board.close()
                #expect(try await page.next()?.data.contains("\"isOpen\":false") == true)
            }
        }
    }

    @Test("Text that would break a page or a stream is carried as text")
    func hostileText() async throws {
        let text = "<script>alert(1)</script>\u{1B}[31m\r\n\ndata: x\u{2028}\u{202E}"
        try await Scene.open { scene in
            try await scene.browser.follow { page in
                _ = try await page.next()
                await scene.board.post(.sample(text))
                let event = try #require(try await page.next())
                #expect(event.data.contains(#"\r\n\ndata: x"#) && event.data.contains(#"\u001b"#))
            }
        }
    }

    @Test("An entry that is undone is taken from every page, and from what a page gets that opens later")
    func undone() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { scene in
            let (_, cookie) = try await StaffTests().logIn(scene.browser)
            await scene.board.post(.sample("VIP"))
            try await scene.browser.follow { page in
                #expect(try await page.next()?.data.contains("\"isUndone\":false") == true)
                let headers = StaffTests().own(scene.browser) + ["Cookie: \(cookie)"]
                let deed = "{\"action\":\"undo\",\"ticket\":\"0e32cc77\",\"version\":\"v1\",\"why\":\"x\"}"
                let answer = try await scene.browser.ask("/staff/act", method: "POST", headers: headers, body: deed)
                try #require(answer.status == 200)
                let event = try #require(try await page.next())
                #expect(event.name == "undone" && event.data.contains("\"number\":1"))
            }
            let later = try await scene.browser.follow { try await $0.next() }
            #expect(later?.data.contains("\"isUndone\":true") == true)
            // There is nothing left to undo.
            let number = await scene.board.snapshot.number
            await scene.board.undo("0e32cc77", at: 1_795_000_000_000)
            await scene.board.undo("another", at: 1_795_000_000_000)
            #expect(await scene.board.snapshot.number == number)
        }
    }

    @Test("The same guest's admission shown again is no new scan")
    func repeats() async throws {
        let board = DisplayBoard(DoorState(event: "e", gate: "g", hasCamera: false))
        await board.post(.sample("VIP"))
        await board.post(.sample("VIP"), isRepeat: true)
        #expect(await board.snapshot.scans.count == 1)
        #expect(await board.snapshot.number == 2)
    }
}
