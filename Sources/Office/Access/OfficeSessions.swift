// Who may use the office.

import Accounts
import HTTPSupport
import Ledger
import TicketSigning

/// Somebody who uses the office. Its account says who it is: one name has several spellings, and the user of this
/// machine, who has opened the link, has none.
struct OfficePerson: Hashable, Sendable {
    /// The name that is recorded with what the person does.
    let name: String
    /// The account's name; `nil` for the user of this machine, who has opened the link.
    let account: AccountName?

    /// A text that pages name the person by; the same in every session.
    var id: String {
        let key = account.map { "account\0\($0.key)" } ?? "link"
        return RecordBytes(SHA256.hash(Array("doorcheck/person/v1\0".utf8) + Array(key.utf8))).base64url
    }

    static func == (left: OfficePerson, right: OfficePerson) -> Bool { left.account == right.account }

    func hash(into hasher: inout Hasher) { hasher.combine(account) }
}

/// A session of the office; only ``OfficeSessions`` creates one, so it proves that the one-time link was opened or a
/// password given.
struct OfficeSession: Hashable, Sendable {
    /// What distinguishes it from the person's other sessions.
    let id: UInt64
    let person: OfficePerson
    /// What the session may do.
    let role: AccountRole
    /// The account as it was at the log-in; the session ends when it is another one.
    fileprivate let account: OfficeAccount?

    /// What tells the account from a later one of the same name: the hash of its password has a random salt.
    var accountMark: String { account?.password.text ?? "" }

    fileprivate init(_ account: OfficeAccount?, user: String) {
        id = .random(in: 0 ... .max)
        person = OfficePerson(name: account?.name.description ?? user, account: account?.name)
        role = account?.role ?? .organiser
        self.account = account
    }
}

/// The sessions of the office, which end with the process or after twelve hours, and when their account changes.
///
/// A one-time code opens one, as the program prints it and hands it to the browser. Whoever can read neither the
/// terminal nor the user's files, such as another user of the machine, cannot open one. Everybody else needs the
/// password of an account.
actor OfficeSessions {
    private let user: String
    nonisolated let accounts: OfficeAccounts
    private let guarding: LogInGuard
    private var code: String?
    private var sessions = SessionStore<OfficeSession>()

    /// - Parameters:
    ///   - code: The one-time code.
    ///   - user: The name of whoever has the code.
    ///   - accounts: The accounts.
    init(code: String, user: String, accounts: OfficeAccounts) {
        (self.code, self.user, self.accounts) = (code, user, accounts)
        guarding = LogInGuard { accounts.seal($0) }
    }

    /// The result of a log-in attempt.
    enum Entrance: Sendable {
        /// A session was opened; `browser` is the mark that the browser keeps for the next time, if it has an account.
        case opened(OfficeSession, secret: String, browser: String?)
        /// The code, the name or the password is wrong.
        case wrong
        case tooManyTries
        /// The page belongs to another person.
        case otherPerson
    }

    /// Opens a session with the one-time code, which is then spent.
    ///
    /// - Parameters:
    ///   - text: What the browser sent.
    ///   - person: The person that the page belongs to, if it belongs to one.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: The session, or why there is none.
    func open(with text: String, for person: String? = nil, now: ContinuousClock.Instant = .now) -> Entrance {
        guard let code, ConstantTime.equal(Array(text.utf8), Array(code.utf8)) else { return .wrong }
        let session = OfficeSession(nil, user: user)
        guard person == nil || person == session.person.id else { return .otherPerson }
        self.code = nil
        return .opened(session, secret: keep(session, now), browser: nil)
    }

    /// Opens a session with the password of an account.
    ///
    /// - Parameters:
    ///   - attempt: What somebody types, and where.
    ///   - person: The person that the page belongs to, if it belongs to one.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: The session, or why there is none.
    /// - Throws: ``OfficeAccountsError`` if the accounts cannot be read; `AccountError`.
    func open(
        _ attempt: LogInGuard.Attempt, for person: String? = nil, now: ContinuousClock.Instant = .now
    ) async throws -> Entrance {
        // The key that seals the marks of browsers is in the same file.
        _ = try await accounts.all()
        let opened = Opened()
        let outcome = try await guarding.check(
            attempt, at: now, hash: { [accounts] name in try await accounts.account(name)?.password },
            open: { [user] hash in
                guard let account = try await self.accounts.account(attempt.name), account.password == hash else {
                    return false
                }
                await opened.set(OfficeSession(account, user: user))
                return true
            })
        switch outcome {
        case .wrong: return .wrong
        case .tooManyTries: return .tooManyTries
        case .opened(let browser):
            guard let session = await opened.session else { return .wrong }
            guard person == nil || person == session.person.id else { return .otherPerson }
            return .opened(session, secret: keep(session, now), browser: browser)
        }
    }

    /// The session that a log-in opens.
    private actor Opened {
        private(set) var session: OfficeSession?

        func set(_ session: OfficeSession) { self.session = session }
    }

    /// More devices than one person uses.
    private static let mostOfOne = 8

    private func keep(_ session: OfficeSession, _ now: ContinuousClock.Instant) -> String {
        sessions.open(session, atMost: Self.mostOfOne, now: now) { $0.person == session.person }
    }

    /// What a secret is.
    enum State: Sendable {
        case open(OfficeSession)
        /// The session has just ended, because its account was changed or removed.
        case ended(OfficeSession)
        case none
    }

    /// - Returns: The session that has the secret, if there is one.
    /// - Throws: ``OfficeAccountsError`` if the accounts cannot be read; the person at the machine has none.
    func state(of secret: String, now: ContinuousClock.Instant = .now) async throws -> State {
        guard let session = sessions.session(of: secret, now: now) else { return .none }
        guard let account = session.account else { return .open(session) }
        guard try await accounts.account(account.name) == account else {
            return sessions.close(secret) == nil ? .none : .ended(session)
        }
        return .open(session)
    }

    /// Ends a session.
    ///
    /// - Returns: The session; `nil` if no session has the secret.
    @discardableResult
    func close(_ secret: String) -> OfficeSession? {
        sessions.close(secret)
    }
}
