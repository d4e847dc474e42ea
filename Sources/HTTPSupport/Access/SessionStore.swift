// The sessions of people who logged in.

package import Hummingbird

/// Sessions by their secret tokens, which end with the process or after twelve hours.
package struct SessionStore<Session: Sendable>: Sendable {
    private var sessions: [String: (session: Session, begin: ContinuousClock.Instant)] = [:]

    /// Creates a store without sessions.
    package init() {}

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - session: The session of someone who has just proved to be allowed in.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: The session's token: 256 bits from the kernel's random number generator, in letters, digits and `-`.
    package mutating func open(_ session: Session, now: ContinuousClock.Instant) -> String {
        sessions = sessions.filter { isOpen($0.value.begin, now) }
        if sessions.count >= SessionLimits.count, let oldest = sessions.min(by: { $0.value.begin < $1.value.begin }) {
            sessions[oldest.key] = nil
        }
        let token = RandomText.make(words: 4)
        sessions[token] = (session, now)
        return token
    }

    /// Opens a session, and ends the oldest of those like it if there are too many.
    ///
    /// - Parameters:
    ///   - session: The session of someone who has just proved to be allowed in.
    ///   - most: How many sessions like it there may be, 1 or more.
    ///   - now: The current instant of a monotonic clock.
    ///   - isAlike: Whether a session is like it: the same person's.
    /// - Returns: The session's token, as ``open(_:now:)``.
    package mutating func open(
        _ session: Session, atMost most: Int, now: ContinuousClock.Instant, isAlike: (Session) -> Bool
    ) -> String {
        let alike = sessions.filter { isAlike($0.value.session) }.sorted { $0.value.begin < $1.value.begin }
        for old in alike.dropLast(most - 1) { sessions[old.key] = nil }
        return open(session, now: now)
    }

    /// - Returns: The session; `nil` if no session has the token.
    package func session(of token: String, now: ContinuousClock.Instant) -> Session? {
        sessions[token].flatMap { isOpen($0.begin, now) ? $0.session : nil }
    }

    /// Ends a session.
    ///
    /// - Parameter token: The session's token.
    /// - Returns: The session; `nil` if no session has the token.
    @discardableResult
    package mutating func close(_ token: String) -> Session? {
        sessions.removeValue(forKey: token)?.session
    }

    private func isOpen(_ begin: ContinuousClock.Instant, _ now: ContinuousClock.Instant) -> Bool {
        begin.duration(to: now) < SessionLimits.length
    }
}

/// The limits of all sessions.
package enum SessionLimits {
    /// The lifetime of a session: an event with its preparation.
    package static let length: Duration = .seconds(12 * 3600)
    /// More than an event has staff; new sessions replace the oldest.
    package static let count = 64
}

extension Cookie {
    /// Returns a cookie that is hidden from scripts and from other sites.
    ///
    /// - Parameters:
    ///   - name: The cookie's name.
    ///   - value: Its value.
    ///   - length: How long the browser keeps it.
    ///   - isEncrypted: Whether the browser may send it over TLS only.
    /// - Returns: The cookie, for every path.
    package static func hidden(_ name: String, _ value: String, for length: Duration, isEncrypted: Bool) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: Int(length / .seconds(1)), path: "/", secure: isEncrypted,
            httpOnly: true, sameSite: .strict
        )
    }
}
