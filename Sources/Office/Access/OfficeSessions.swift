// Who may use the office.

import HTTPSupport
import TicketSigning

/// A session of the office; only ``OfficeSessions`` creates one, so it proves that the one-time link was opened.
struct OfficeSession: Hashable, Sendable {
    fileprivate init() {}
}

/// The sessions of the office, which end with the process or after twelve hours.
///
/// A one-time code opens the first one, as the program prints it and hands it to the browser. Whoever can read neither
/// the terminal nor the user's files, such as another user of the machine, cannot open one.
actor OfficeSessions {
    private var code: String?
    private var sessions = SessionStore<OfficeSession>()

    /// - Parameter code: The one-time code.
    init(code: String) {
        self.code = code
    }

    /// Opens a session with the one-time code, which is then spent.
    ///
    /// - Parameters:
    ///   - text: What the browser sent.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: The session's secret; `nil` for another code, or if the code was used.
    func open(with text: String, now: ContinuousClock.Instant = .now) -> String? {
        guard let code, ConstantTime.equal(Array(text.utf8), Array(code.utf8)) else { return nil }
        self.code = nil
        return sessions.open(OfficeSession(), now: now)
    }

    /// - Returns: The session; `nil` if no session has the secret.
    func session(of secret: String, now: ContinuousClock.Instant = .now) -> OfficeSession? {
        sessions.session(of: secret, now: now)
    }

    func close(_ secret: String) {
        sessions.close(secret)
    }
}
