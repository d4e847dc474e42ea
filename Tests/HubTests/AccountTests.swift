// Accounts and their sessions, on both databases.

import HTTPSupport
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Accounts
@testable import Hub
@testable import HubClient
@testable import HubProtocol

@Suite(.postgreSQL)
struct AccountTests {
    /// A hub's database with the account of Amina, an organiser, and the sessions of two hubs on it.
    private struct Scene {
        let service: HubService
        let (here, there): (OrganiserSessions, OrganiserSessions)
        let clock: TestClock
        let begin = ContinuousClock.now

        var store: HubStore { service.store }

        func logIn(
            _ name: String = "Amina", _ password: String = Scene.password, from network: String = "office",
            browser: String? = nil, after seconds: Int = 0
        ) async throws -> OrganiserSessions.Entrance {
            try await here.open(
                name: try AccountName(name), password: password, from: network, browser: browser,
                at: begin + .seconds(seconds))
        }

        /// The secret of a session of Amina's, and the mark that her browser keeps.
        func session() async throws -> (secret: String, browser: String) {
            let entrance = try await logIn()
            guard case .opened(let secret, let browser?) = entrance else { throw HubError.codeNotValid }
            return (secret, browser)
        }

        static let password = "correct horse battery"
    }

    private func open(_ kind: StoreKind, _ body: (Scene) async throws -> Void) async throws {
        try await kind.withPlace { place in
            let (clock, key) = (TestClock(), try BoxKey())
            let service = try await HubService(store: try await kind.open(place), now: { clock.now })
            let other = try await kind.open(place)
            try await service.add(
                HubAccount(name: try AccountName("Amina"), role: .organiser), password: try Password(Scene.password))
            try await body(
                Scene(
                    service: service,
                    here: OrganiserSessions(store: service.store, now: { clock.now }, key: key),
                    there: OrganiserSessions(store: other, now: { clock.now }, key: key), clock: clock))
        }
    }

    @Test(
        "A session is valid at every hub on the database, for twelve hours, and has its account's name and role",
        arguments: StoreKind.allCases)
    func shared(_ kind: StoreKind) async throws {
        try await open(kind) { scene in
            let secret = try await scene.session().secret
            for sessions in [scene.here, scene.there] {
                let session = try #require(try await sessions.session(of: secret))
                #expect(session.name == "Amina" && session.role == .organiser && session.scope == .all)
            }
            #expect(try await scene.service.accounts().map(\.lastLogIn) == [scene.clock.now])
            scene.clock.advance(by: 12 * 3_600_000 - 1)
            #expect(try await scene.there.session(of: secret) != nil)
            scene.clock.advance(by: 1)
            #expect(try await scene.here.session(of: secret) == nil)
            #expect(try await scene.there.session(of: secret) == nil)
        }
    }

    @Test("Who logs out has logged out at every hub", arguments: StoreKind.allCases)
    func logOut(_ kind: StoreKind) async throws {
        try await open(kind) { scene in
            let (first, second) = (try await scene.session().secret, try await scene.session().secret)
            try await scene.there.close(first)
            #expect(try await scene.here.session(of: first) == nil)
            #expect(try await scene.here.session(of: second) != nil)
        }
    }

    @Test(
        "Removing an account or changing its password ends its sessions at every hub, and those of no other account",
        arguments: StoreKind.allCases)
    func ended(_ kind: StoreKind) async throws {
        try await open(kind) { scene in
            let (name, password) = (try AccountName("AMINA"), try Password("another password"))
            try await scene.service.add(
                HubAccount(name: try AccountName("joel"), role: .viewer), password: try Password(Scene.password))
            guard case .opened(let other, _) = try await scene.logIn("joel") else { throw HubError.codeNotValid }
            let first = try await scene.session().secret
            try await scene.service.set(password, of: name)
            #expect(try await scene.there.session(of: first) == nil)
            #expect(try await scene.logIn() == .wrong)
            guard case .opened(let second, _) = try await scene.logIn("amina", "another password") else {
                throw HubError.codeNotValid
            }
            try await scene.service.removeAccount(name)
            #expect(try await scene.there.session(of: second) == nil)
            #expect(try await scene.logIn("amina", "another password") == .wrong)
            // Whoever has the name later has nothing of it.
            try await scene.service.add(HubAccount(name: name, role: .viewer), password: password)
            #expect(try await scene.there.session(of: second) == nil)
            #expect(try await scene.there.session(of: other)?.name == "joel")
            let unknown = try AccountName("nobody")
            for error in [
                await thrown { try await scene.service.removeAccount(unknown) },
                await thrown { try await scene.service.set(password, of: unknown) },
            ] { #expect(error as? HubError == .unknownAccount("nobody")) }
        }
    }

    @Test("A password that was changed while it was checked opens no session", arguments: StoreKind.allCases)
    func changedMeanwhile(_ kind: StoreKind) async throws {
        try await open(kind) { scene in
            let (name, secret) = (try AccountName("amina"), SessionSecret())
            let checked = try #require(try await scene.store.password(of: name))
            try await scene.service.set(try Password(Scene.password), of: name)
            #expect(try await !scene.store.open(secret, for: name, by: .password(checked), now: scene.clock.now))
            #expect(try await scene.store.owner(of: secret, now: scene.clock.now) == nil)
        }
    }

    @Test(
        "The database has hashes of passwords and sessions only, few sessions of a name, and none that has expired",
        arguments: StoreKind.allCases)
    func stored(_ kind: StoreKind) async throws {
        try await open(kind) { scene in
            let name = try AccountName("amina")
            let hash = try #require(try await scene.store.password(of: name))
            #expect(hash.text.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
            func open() async throws -> SessionSecret {
                let secret = SessionSecret()
                let isOpen = try await scene.store.open(secret, for: name, by: .password(hash), now: scene.clock.now)
                #expect(isOpen)
                scene.clock.advance(by: 1)
                return secret
            }
            let oldest = try await open()
            for _ in 1..<SessionLimits.count { _ = try await open() }
            #expect(try await scene.store.owner(of: oldest, now: scene.clock.now) != nil)
            let newest = try await open()
            #expect(try await scene.store.owner(of: oldest, now: scene.clock.now) == nil)
            #expect(try await scene.store.owner(of: newest, now: scene.clock.now) != nil)
            let rows = try await scene.store.database.read { session in
                try session.rows("SELECT hash, account, name, token FROM session", [])
            }
            #expect(rows.count == SessionLimits.count)
            for row in rows { #expect(!row.values.contains(.bytes(Array(newest.text.utf8)))) }
            scene.clock.advance(by: 12 * 3_600_000)
            _ = try await open()
            let left = try await scene.store.database.read { try $0.row("SELECT count(*) FROM session")?.integer(0) }
            #expect(left == 1)
        }
    }

    @Test("All spellings of a name are one account, and hostile names are none", arguments: StoreKind.allCases)
    func names(_ kind: StoreKind) async throws {
        try await open(kind) { scene in
            let password = try Password(Scene.password)
            for name in [
                "amina", "AMINA", "  Amina ", "a\u{200D}mina", "amin\u{200C}a", "amina\u{FE0F}", "ami\u{34F}na",
                "amina\u{3164}",
            ] {
                let account = HubAccount(name: try AccountName(name), role: .viewer)
                let error = await thrown { try await scene.service.add(account, password: password) } as? HubError
                guard case .accountExists = error else { Issue.record("\(name) is another account"); continue }
            }
            try await scene.service.add(
                HubAccount(name: try AccountName("Zoe\u{308}  O'Brien; DROP TABLE account"), role: .viewer),
                password: password)
            guard case .opened(let secret, _) = try await scene.logIn("ZO\u{CB} o'brien; drop table ACCOUNT") else {
                Issue.record("another composition of the name is another account")
                return
            }
            #expect(try await scene.there.session(of: secret)?.name == "Zo\u{EB} O'Brien; DROP TABLE account")
        }
        let hostile = [
            "", " ", "\u{200D}", "a\nb", "a\u{0}b", "\u{1B}[2J", "\u{202E}anima", "a\u{200B}mina", "\u{FEFF}a",
            String(repeating: "a", count: 41), "a" + String(repeating: "\u{301}", count: 41),
            "a" + String(repeating: "\u{301}\u{316}", count: 2_000_000),
        ]
        for name in hostile {
            #expect(throws: AccountError.name, "\(name.debugDescription.prefix(100))") { try AccountName(name) }
        }
    }

    @Test("What nobody sees between a letter and its accent makes no other name")
    func accents() throws {
        #expect(try AccountName("Jos\u{E9}") == AccountName("Jose\u{200D}\u{301}"))
    }

    @Test("A password has at least 10 characters, and is the same on every keyboard")
    func passwords() throws {
        let long = String(repeating: "\u{E4}", count: 101)
        let wrong = ["", "short", "123456789", "line\nbreak line", "nothing\u{0}here", long]
        for text in wrong { #expect(throws: AccountError.password, "\(text)") { try Password(text) } }
        #expect(try Password("Caf\u{E9} 12345").bytes == Password("Cafe\u{301} 12345").bytes)
        #expect(try Password("ten signs!").bytes == Array("ten signs!".utf8))
        #expect(try Password(Password.random().text).bytes.count == 19)
    }

    @Test("The token opens no session under the name of an account, and loses those that it has")
    func tokenNames() async throws {
        try await open(.sqlite) { scene in
            let token = "\(try await scene.service.makeToken())"
            #expect(
                await thrown { try await scene.logIn("AMINA", token) } as? HubError == .accountExists("AMINA"))
            guard case .opened(let secret, nil) = try await scene.logIn("joel", token) else {
                throw HubError.codeNotValid
            }
            #expect(try await scene.there.session(of: secret)?.name == "joel")
            try await scene.service.add(
                HubAccount(name: try AccountName("Joel"), role: .viewer), password: try Password(Scene.password))
            #expect(try await scene.there.session(of: secret) == nil)
            guard case .opened(let other, nil) = try await scene.logIn("bo", token) else { throw HubError.codeNotValid }
            try await scene.service.removeToken()
            #expect(try await scene.there.session(of: other) == nil)
        }
    }

    @Test("Wrong passwords end the tries of strangers, right ones included, but not those of the owner's own browser")
    func guessing() async throws {
        try await open(.sqlite) { scene in
            let browser = try await scene.session().browser
            for _ in 0..<LoginLimiter.ofOne { #expect(try await scene.logIn("amina", "a wrong password") == .wrong) }
            #expect(try await scene.logIn() == .tooManyTries)
            // Nor with a mark that the hub has not made.
            #expect(try await scene.logIn(browser: browser + "x") == .tooManyTries)
            guard case .opened(_, browser) = try await scene.logIn(browser: browser) else {
                Issue.record("the owner is kept out")
                return
            }
            guard case .opened = try await scene.logIn(after: 60) else {
                Issue.record("the limit does not end")
                return
            }
        }
    }

    @Test("The mark of one account's browser gives no attempts at another account")
    func marks() async throws {
        try await open(.sqlite) { scene in
            try await scene.service.add(
                HubAccount(name: try AccountName("joel"), role: .viewer), password: try Password(Scene.password))
            guard case .opened(_, let mark) = try await scene.logIn("joel") else { throw HubError.codeNotValid }
            for _ in 0..<LoginLimiter.ofOne {
                #expect(try await scene.logIn("amina", "a wrong password") == .wrong)
            }
            #expect(try await scene.logIn("amina", "a wrong password", browser: mark) == .tooManyTries)
            #expect(try await scene.logIn("joel", browser: mark) != .tooManyTries)
        }
    }

    @Test("However many browsers it has logged in at, an account has twenty tries a minute there")
    func browsers() async throws {
        try await open(.sqlite) { scene in
            var marks: [String] = []
            for _ in 0..<4 {
                guard case .opened(_, let mark?) = try await scene.logIn() else { throw HubError.codeNotValid }
                marks.append(mark)
            }
            var opened = 0
            for number in 0..<40 {
                if case .opened = try await scene.logIn(browser: marks[number % 4]) { opened += 1 }
            }
            #expect(opened == 2 * Int(LogInGuard.logInsPerMinute))
        }
    }

    @Test("However many addresses they have, strangers have ten tries a minute at one account, right or wrong")
    func pace() async throws {
        try await open(.sqlite) { scene in
            for number in 0..<Int(LogInGuard.logInsPerMinute) {
                let entrance = try await scene.logIn(from: "\(number)")
                guard case .opened = entrance else { Issue.record("\(number): \(entrance)"); continue }
            }
            #expect(try await scene.logIn(from: "far") == .tooManyTries)
            #expect(try await scene.logIn("nobody", from: "far") == .wrong)
            guard case .opened = try await scene.logIn(from: "far", after: 60) else {
                Issue.record("the limit does not end")
                return
            }
        }
    }

    @Test("Guesses at the same moment share the limit")
    func together() async throws {
        try await open(.sqlite) { scene in
            let entrances = try await withThrowingTaskGroup(of: OrganiserSessions.Entrance.self) { group in
                for _ in 0..<20 { group.addTask { try await scene.logIn("amina", "a wrong password") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(entrances.count { $0 == .wrong } == LoginLimiter.ofOne)
        }
    }

    @Test("An unknown account's password is hashed at the same cost as a known one's, and no password fits")
    func nobody() async throws {
        let hash = try await PasswordHasher().hash(try Password(Scene.password))
        let cost = { (hash: PasswordHash) in hash.text.split(separator: "$").prefix(3) }
        #expect(cost(hash) == cost(.ofNobody))
        #expect(hash.text.utf8.count == PasswordHash.ofNobody.text.utf8.count)
        let begin = ContinuousClock.now
        #expect(try await !PasswordHasher().isHash(.ofNobody, of: try Password(Scene.password)))
        #expect(begin.duration(to: .now) > .milliseconds(5))
    }

    @Test("A database of version 9 is upgraded with all that is in it", arguments: StoreKind.allCases)
    func upgrade(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let (key, token, clock) = (try BoxKey(), OrganiserToken(), TestClock())
            do {
                let store = try await kind.open(place)
                let office = try EnrolledBox.sample("office", id: key.box, isRelay: true)
                try await store.enrol(office)
                let scans = try HubRecord.signedScans(.sample, .sample, by: key)
                _ = try await store.commit([.upload(scans, from: office, cursor: "here")], now: 1)
                try await store.set(token, now: 1)
                // As it was.
                try await store.database.write { try $0.takeBack(to: 9) }
            }
            let store = try await kind.open(place)
            #expect(try await store.records(after: 0).records.count == 2)
            #expect(try await store.boxes().map(\.cursor) == ["here"])
            let service = try await HubService(store: store, now: { clock.now })
            let account = HubAccount(name: try AccountName("amina"), role: .desk, events: [.sample])
            try await service.add(account, password: try Password(Scene.password))
            #expect(try await service.accounts() == [account])
            let sessions = OrganiserSessions(store: store, now: { clock.now }, key: key)
            for (name, password) in [("amina", Scene.password), ("joel", "\(token)")] {
                let entrance = try await sessions.open(name: try AccountName(name), password: password, from: "here")
                guard case .opened = entrance else { Issue.record("\(name) cannot log in"); continue }
            }
        }
    }
}
