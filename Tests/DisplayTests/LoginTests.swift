// Who may guess the PIN, and whom that keeps out.

import HTTPSupport
import Testing

@testable import DoorDisplay

struct LoginTests {
    let begin = ContinuousClock.now

    func sessions() -> StaffSessions { StaffSessions(isPIN: { $0 == "271828" }, seal: { "sealed-\($0)" }) }

    func isOpened(_ entrance: StaffSessions.Entrance) -> Bool {
        if case .opened = entrance { true } else { false }
    }

    @Test("After five wrong PINs in a minute not even the right one is looked at, from that address under that name")
    func guessing() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { (scene) async throws in
            for _ in 0..<LoginLimiter.ofOne {
                #expect(try await StaffTests().logIn(scene.browser, pin: "000000").0.status == 401)
            }
            let (answer, _) = try await StaffTests().logIn(scene.browser)
            #expect(answer.status == 429 && answer.head.contains("Retry-After: "))
        }
    }

    @Test("A browser that knew the PIN gets in while strangers guess, through the same reverse proxy as well")
    func knownBrowser() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { (scene) async throws in
            let staff = StaffTests()
            let (first, _) = try await staff.logIn(scene.browser)
            let marks = first.head.split(separator: "\r\n").filter { $0.hasPrefix("Set-Cookie: doorcheck-browser=") }
            let mark = try #require(marks.first)
            #expect(mark.contains("HttpOnly") && mark.contains("SameSite=Strict") && mark.contains("Max-Age=15552000"))
            let cookie = String(mark.dropFirst(12).prefix { $0 != ";" })
            var statuses: [Int] = []
            // Each under a name of its own, until no stranger may try.
            for number in 0..<LoginLimiter.fromAnywhere {
                statuses.append(try await staff.logIn(scene.browser, name: "eve\(number)", pin: "000000").0.status)
            }
            #expect(statuses.first == 401 && statuses.last == 429)
            #expect(try await staff.logIn(scene.browser).0.status == 429)
            #expect(try await staff.logIn(scene.browser, headers: ["Cookie: \(cookie)"]).0.status == 204)
            let forged = cookie.replacing("=", with: "=a")
            #expect(try await staff.logIn(scene.browser, headers: ["Cookie: \(forged)"]).0.status == 429)
        }
    }

    @Test("A browser that knew the PIN may not guess for ever either, and harms no other")
    func lostBrowser() async throws {
        let sessions = sessions()
        guard case .opened(_, let mark) = await sessions.open(name: "a", pin: "271828", from: "1", now: begin),
            case .opened(_, let other) = await sessions.open(name: "b", pin: "271828", from: "1", now: begin)
        else {
            Issue.record("the right PIN is refused")
            return
        }
        #expect(mark != other)
        for _ in 0..<LoginLimiter.ofOne {
            let entrance = await sessions.open(name: "a", pin: "1", from: "1", browser: mark, now: begin)
            #expect(entrance == .wrongPIN)
        }
        let stopped = await sessions.open(name: "x", pin: "271828", from: "2", browser: mark, now: begin)
        #expect(stopped == .tooManyTries(wait: .seconds(60)))
        #expect(isOpened(await sessions.open(name: "b", pin: "271828", from: "1", browser: other, now: begin)))
        #expect(isOpened(await sessions.open(name: "c", pin: "271828", from: "1", now: begin)))
    }

    @Test("Who guesses from one address locks out no other address and no other name at it")
    func others() async throws {
        let sessions = sessions()
        for _ in 0..<LoginLimiter.ofOne {
            #expect(await sessions.open(name: "eve", pin: "1", from: "1", now: begin) == .wrongPIN)
        }
        let stopped = await sessions.open(name: "Eve", pin: "271828", from: "1", now: begin)
        #expect(stopped == .tooManyTries(wait: .seconds(60)))
        #expect(isOpened(await sessions.open(name: "amina", pin: "271828", from: "1", now: begin)))
        // However many names he gives, another address has tries left.
        for number in 0..<100 { _ = await sessions.open(name: "\(number)", pin: "1", from: "1", now: begin) }
        #expect(isOpened(await sessions.open(name: "joel", pin: "271828", from: "2", now: begin)))
    }

    @Test("Strangers guess forty times a minute at most, from however many addresses under however many names")
    func bound() async throws {
        for spread in [1, 3, 1000] {
            let sessions = sessions()
            var looked = 0
            for second in 0..<120 {
                for number in 0..<100 {
                    let entrance = await sessions.open(
                        name: "\(second)-\(number)", pin: "1", from: "\((second * 100 + number) % spread)",
                        now: begin + .seconds(second))
                    if entrance == .wrongPIN { looked += 1 }
                }
            }
            #expect(looked <= 2 * LoginLimiter.fromAnywhere, "\(spread)")
        }
    }

    @Test("Tries are forgotten after a minute, and by the right PIN; sessions end after a night")
    func times() async throws {
        let sessions = sessions()
        for _ in 1..<LoginLimiter.ofOne {
            _ = await sessions.open(name: "a", pin: "1", from: "1", now: begin)
        }
        #expect(isOpened(await sessions.open(name: "a", pin: "271828", from: "1", now: begin)))
        for _ in 0..<LoginLimiter.ofOne {
            #expect(await sessions.open(name: "a", pin: "1", from: "1", now: begin) == .wrongPIN)
        }
        let soon = begin + .seconds(59)
        #expect(await sessions.open(name: "a", pin: "271828", from: "1", now: soon) == .tooManyTries(wait: .seconds(1)))
        let later = begin + .seconds(60)
        guard case .opened(let token, _) = await sessions.open(name: "a", pin: "271828", from: "1", now: later) else {
            Issue.record("the right PIN is refused after a minute")
            return
        }
        #expect(await sessions.session(of: token, now: later + .seconds(11 * 3600))?.name == "a")
        #expect(await sessions.session(of: token, now: later + .seconds(13 * 3600)) == nil)
    }
}
