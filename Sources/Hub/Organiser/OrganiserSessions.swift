// The sessions of the organiser's pages.

import Accounts
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
/// The token always opens one: 80 bits cannot be guessed at any rate. Passwords are checked within the limits of
/// ``Accounts/LogInGuard``.
actor OrganiserSessions {
    /// The name of the cookie that holds a session's secret.
    static let cookie = "doorcheck-organiser"
    /// The name of the cookie that holds the mark of a ``HTTPSupport/KnownBrowser``.
    static let browserCookie = "doorcheck-organiser-browser"
    private let store: HubStore
    private let now: @Sendable () -> Int64
    private let guarding: LogInGuard

    /// - Parameters:
    ///   - store: The hub's database.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - key: The hub's key, which seals the marks of known browsers.
    init(store: HubStore, now: @escaping @Sendable () -> Int64, key: BoxKey) {
        self.store = store
        self.now = now
        guarding = LogInGuard { text in
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
        let attempt = LogInGuard.Attempt(name: name, password: password, network: network, browser: mark)
        let outcome = try await guarding.check(
            attempt, at: instant, hash: { [store] in try await store.password(of: $0) },
            open: { [store, now] in try await store.open(secret, for: name, by: .password($0), now: now()) })
        return switch outcome {
        case .opened(let browser): .opened(secret: secret.text, browser: browser)
        case .wrong: .wrong
        case .tooManyTries: .tooManyTries
        }
    }

    /// Returns the token's hash if a text is the token.
    private func tokenHash(_ text: String) async throws -> [UInt8]? {
        guard let given = OrganiserToken(text)?.hash, let hash = try await store.organiserHash(),
            ConstantTime.equal(hash, given)
        else { return nil }
        return hash
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
