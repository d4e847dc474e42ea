// The sessions of the organiser's pages.

import HTTPSupport
import Ledger
import Sync
import TicketSigning

/// A session of the organiser's pages. Only ``OrganiserSessions`` creates one, so it proves that a password or the
/// token was given.
struct OrganiserSession: Hashable, Sendable {
    /// The name that is recorded with what is done: the account's, or the one given with the token.
    let name: String
    /// What the session may do.
    let role: AccountRole
    /// The events that it may see.
    let scope: EventScope

    fileprivate init(_ owner: SessionOwner) {
        switch owner {
        case .account(let account):
            (name, role, scope) = (account.name.description, account.role, EventScope(events: account.events))
        case .token(let name): (self.name, role, scope) = (name, .organiser, .all)
        }
    }
}

/// Opens and finds sessions, which are in the database and end after twelve hours.
///
/// The token always opens one: 80 bits cannot be guessed at any rate. A password is hashed only within limits that hold
/// for right ones too, so nobody guesses one, nor keeps a processor busy. A browser in which an account has logged in
/// before has attempts of its own for that account, so nobody keeps its owner out either.
actor OrganiserSessions {
    /// The name of the cookie that holds a session's secret.
    static let cookie = "doorcheck-organiser"
    /// The name of the cookie that holds the mark of a ``HTTPSupport/KnownBrowser``.
    static let browserCookie = "doorcheck-organiser-browser"
    /// Log-ins of one account from new browsers, or from one known browser: at once, and then a minute.
    static let logInsPerMinute = 10.0

    private let store: HubStore
    private let now: @Sendable () -> Int64
    private let seal: @Sendable (String) -> String
    private let hasher = PasswordHasher()
    private var limiter = LoginLimiter()
    private let pace = RateLimit<String>(burst: logInsPerMinute, perSecond: logInsPerMinute / 60)
    /// For all browsers together in which an account has logged in: it can have any number of them.
    private let browserPace = RateLimit<String>(burst: 2 * logInsPerMinute, perSecond: 2 * logInsPerMinute / 60)

    /// - Parameters:
    ///   - store: The hub's database.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - key: The hub's key, which seals the marks of known browsers.
    init(store: HubStore, now: @escaping @Sendable () -> Int64, key: BoxKey) {
        self.store = store
        self.now = now
        seal = { text in
            RecordBytes(SHA256.hash(key.sign(Array("doorcheck/browser/v1\0".utf8) + Array(text.utf8)))).base64url
        }
    }

    /// The result of a log-in attempt.
    enum Entrance: Hashable {
        /// A session was opened; `browser` is the mark that the browser keeps for the next time, if it has an account.
        case opened(secret: String, browser: String?)
        /// There is no such account, or neither its password nor the token was given.
        case wrong
        case tooManyTries
    }

    /// Opens a session for somebody with an account's password, or with the token.
    ///
    /// - Parameters:
    ///   - name: The account's name; with the token, the name that is recorded with the session's actions.
    ///   - password: The password or token as typed.
    ///   - network: The client's network.
    ///   - mark: The mark that the browser sent, if any.
    ///   - instant: The current instant of a monotonic clock.
    /// - Returns: The new session's secret, or why there is none.
    /// - Throws: ``HubError``; ``HubError/accountExists(_:)`` for the token with the name of an account.
    func open(
        name: AccountName,
        password: String,
        from network: String,
        browser mark: String? = nil,
        at instant: ContinuousClock.Instant = .now
    ) async throws -> Entrance {
        let secret = SessionSecret()
        if let hash = try await tokenHash(password),
            try await store.open(secret, for: name, by: .token(hash), now: now())
        {
            return .opened(secret: secret.text, browser: nil)
        }
        let seal: (String) -> String = { [seal] id in seal("\(name.key)\0\(id)") }
        let browser = mark.flatMap { KnownBrowser($0, seal: seal) }
        let asker: LoginLimiter.Asker =
            browser.map { .browser($0.id) } ?? .stranger(address: network, name: name.key)
        guard limiter.wait(for: asker, now: instant) == nil else { return .tooManyTries }
        // Counted before it is hashed, so that those who ask at the same moment share the limit.
        limiter.fail(asker, now: instant)
        guard await pace.allows(browser?.id ?? name.key, now: instant) else { return .tooManyTries }
        if browser != nil {
            guard await browserPace.allows(name.key, now: instant) else { return .tooManyTries }
        }
        guard let hash = try await verified(password, of: name),
            try await store.open(secret, for: name, by: .password(hash), now: now())
        else { return .wrong }
        limiter.succeed(asker)
        return .opened(secret: secret.text, browser: (browser ?? KnownBrowser(seal: seal)).mark)
    }

    /// Returns the token's hash if a text is the token.
    private func tokenHash(_ text: String) async throws -> [UInt8]? {
        guard let given = OrganiserToken(text)?.hash, let hash = try await store.organiserHash(),
            ConstantTime.equal(hash, given)
        else { return nil }
        return hash
    }

    /// Returns the hash of an account's password if it was given. An unknown account takes as long.
    private func verified(_ text: String, of name: AccountName) async throws -> PasswordHash? {
        guard let password = try? Password(text) else { return nil }
        let hash = try await store.password(of: name)
        return try await hasher.isHash(hash ?? .ofNobody, of: password) ? hash : nil
    }

    /// - Returns: The session; `nil` if no session has the secret, or if it has ended at any hub.
    /// - Throws: ``HubError``.
    func session(of secret: String) async throws -> OrganiserSession? {
        try await store.owner(of: SessionSecret(secret), now: now()).map(OrganiserSession.init)
    }

    /// Ends a session.
    ///
    /// - Throws: ``HubError``.
    func close(_ secret: String) async throws {
        try await store.close(SessionSecret(secret))
    }
}
