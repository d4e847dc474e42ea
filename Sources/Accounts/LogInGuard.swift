// Checks the passwords of people who log in, within limits.

internal import HTTPSupport

/// Checks passwords for one server.
///
/// A password is hashed only within limits that hold for right ones too, so nobody guesses one, nor keeps a processor
/// busy. A browser in which an account has logged in before has attempts of its own for that account, so nobody keeps
/// its owner out either.
package actor LogInGuard {
    /// Log-ins of one account from new browsers, or from one known browser: at once, and then a minute.
    package static let logInsPerMinute = 10.0

    private let seal: @Sendable (String) -> String
    private let hasher = PasswordHasher()
    private var limiter = LoginLimiter()
    private let pace = RateLimit<String>(burst: logInsPerMinute, perSecond: logInsPerMinute / 60)
    /// For all browsers together in which an account has logged in: it can have any number of them.
    private let browserPace = RateLimit<String>(burst: 2 * logInsPerMinute, perSecond: 2 * logInsPerMinute / 60)

    /// - Parameter seal: Seals the marks of known browsers.
    package init(seal: @escaping @Sendable (String) -> String) {
        self.seal = seal
    }

    /// What somebody types, and where they are.
    package struct Attempt: Sendable {
        /// The account's name.
        package let name: AccountName
        let password: String
        let network: String
        let browser: String?

        /// - Parameters:
        ///   - name: The account's name.
        ///   - password: The password as typed.
        ///   - network: The client's network.
        ///   - browser: The mark that the browser sent, if any.
        package init(name: AccountName, password: String, network: String, browser: String?) {
            (self.name, self.password, self.network, self.browser) = (name, password, network, browser)
        }
    }

    /// What came of an attempt.
    package enum Outcome: Hashable, Sendable {
        /// The password is right, and a session is open; the browser keeps the mark for the next time.
        case opened(browser: String)
        /// There is no such account, or its password is another one.
        case wrong
        case tooManyTries
    }

    /// Checks a password, and opens a session if it is right.
    ///
    /// - Parameters:
    ///   - attempt: What somebody types.
    ///   - instant: The current instant of a monotonic clock.
    ///   - hash: Returns the hash of the account's password; `nil` if there is no such account.
    ///   - open: Opens the session; returns `false` if the password was changed while it was checked.
    /// - Returns: What came of it; an unknown account takes as long as a wrong password.
    /// - Throws: ``AccountError/outOfMemory``; rethrows errors of both closures.
    package func check(
        _ attempt: Attempt,
        at instant: ContinuousClock.Instant,
        hash: @Sendable (AccountName) async throws -> PasswordHash?,
        open: @Sendable (PasswordHash) async throws -> Bool
    ) async throws -> Outcome {
        let name = attempt.name
        let seal: (String) -> String = { [seal] id in seal("\(name.key)\0\(id)") }
        let browser = attempt.browser.flatMap { KnownBrowser($0, seal: seal) }
        let asker: LoginLimiter.Asker =
            browser.map { .browser($0.id) } ?? .stranger(address: attempt.network, name: name.key)
        guard limiter.wait(for: asker, now: instant) == nil else { return .tooManyTries }
        // Counted before it is hashed, so that those who ask at the same moment share the limit.
        limiter.fail(asker, now: instant)
        guard await pace.allows(browser?.id ?? name.key, now: instant) else { return .tooManyTries }
        if browser != nil {
            guard await browserPace.allows(name.key, now: instant) else { return .tooManyTries }
        }
        guard let password = try? Password(attempt.password) else { return .wrong }
        let known = try await hash(name)
        guard try await hasher.isHash(known ?? .ofNobody, of: password), let known, try await open(known) else {
            return .wrong
        }
        limiter.succeed(asker)
        return .opened(browser: (browser ?? KnownBrowser(seal: seal)).mark)
    }
}
