// The sessions of the staff page.

import HTTPSupport

/// A session of the staff page. Only ``StaffSessions`` creates one, so it proves that the PIN was given.
struct StaffSession: Hashable, Sendable {
    /// The name given with the PIN.
    let name: String

    fileprivate init(name: String) { self.name = name }
}

/// Sessions of the staff page, which end with the process or after twelve hours.
actor StaffSessions {
    /// The result of a log-in attempt.
    enum Entrance: Equatable {
        /// The session was opened; `browser` is the mark that the browser keeps for the next time.
        case opened(token: String, browser: String)
        case wrongPIN
        case tooManyTries(wait: Duration)
    }

    /// The name of the cookie that holds a session's token.
    static let cookie = "doorcheck-staff"
    /// The name of the cookie that holds the mark of a ``KnownBrowser``.
    static let browserCookie = "doorcheck-browser"

    private let isPIN: @Sendable (String) -> Bool
    private let seal: @Sendable (String) -> String
    private var sessions = SessionStore<StaffSession>()
    private var limiter = LoginLimiter()

    init(isPIN: @escaping @Sendable (String) -> Bool, seal: @escaping @Sendable (String) -> String) {
        self.isPIN = isPIN
        self.seal = seal
    }

    /// Opens a session for a client with the right PIN.
    ///
    /// - Parameters:
    ///   - name: The name that is recorded with the session's actions.
    ///   - pin: The PIN as typed.
    ///   - address: The client's address.
    ///   - mark: The mark that the browser sent, if any.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: The new session's token, or why there is none.
    func open(
        name: String,
        pin: String,
        from address: String,
        browser mark: String? = nil,
        now: ContinuousClock.Instant = .now
    ) -> Entrance {
        let browser = mark.flatMap { KnownBrowser($0, seal: seal) }
        let asker: LoginLimiter.Asker =
            browser.map { .browser($0.id) } ?? .stranger(address: address, name: name.lowercased())
        if let wait = limiter.wait(for: asker, now: now) { return .tooManyTries(wait: wait) }
        guard isPIN(pin) else {
            limiter.fail(asker, now: now)
            return .wrongPIN
        }
        limiter.succeed(asker)
        let token = sessions.open(StaffSession(name: name), now: now)
        return .opened(token: token, browser: (browser ?? KnownBrowser(seal: seal)).mark)
    }

    /// - Returns: The session; `nil` if no session has the token.
    func session(of token: String, now: ContinuousClock.Instant = .now) -> StaffSession? {
        sessions.session(of: token, now: now)
    }

    func close(_ token: String) {
        sessions.close(token)
    }
}
