// Sessions and their tokens.

import Testing

@testable import HTTPSupport

struct SessionStoreTests {
    private let begin = ContinuousClock.now

    @Test("A session ends after twelve hours, and when it is closed; no other token opens one")
    func ends() {
        var store = SessionStore<String>()
        let (amina, joel) = (store.open("amina", now: begin), store.open("joel", now: begin))
        let late = begin + SessionLimits.length
        #expect(store.session(of: amina, now: late - .seconds(1)) == "amina")
        #expect(store.session(of: amina, now: late) == nil)
        store.close(amina)
        #expect(store.session(of: amina, now: begin) == nil && store.session(of: joel, now: begin) == "joel")
        for token in ["", "-", String(joel.dropLast()), joel + "0", joel.uppercased()] {
            #expect(store.session(of: token, now: begin) == nil, "\(token)")
        }
    }

    @Test("Beyond the limit a new session replaces the oldest and no other")
    func limit() {
        var store = SessionStore<Int>()
        let tokens = (0...SessionLimits.count).map { store.open($0, now: begin + .seconds($0)) }
        #expect(tokens.map { store.session(of: $0, now: begin) != nil } == tokens.indices.map { $0 > 0 })
    }

    @Test("No two tokens are the same, and each has 200 bits or more")
    func tokens() {
        var store = SessionStore<Int>()
        let tokens = (0..<1000).map { store.open($0, now: begin) }
        #expect(Set(tokens).count == 1000)
        #expect(tokens.allSatisfy { $0.utf8.count >= 40 && $0.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 59 } })
    }
}
