// Who is logged in, and who tried to be.

/// Sessions of the staff page, which end with the program or after twelve hours.
actor StaffSessions {
    /// What came of a log-in.
    enum Entrance: Equatable {
        case opened(token: String)
        case wrongPIN
        case tooManyTries
    }

    private struct Session {
        let name: String
        let begin: ContinuousClock.Instant
    }

    /// The cookie that holds a session's token.
    static let cookie = "doorcheck-staff"
    /// A night at a door.
    static let length: Duration = .seconds(12 * 3600)
    /// Wrong PINs in a minute from one address, and from all: six digits then last for weeks.
    static let triesPerPeer = 5
    static let triesInAll = 30
    /// More sessions than a door has staff; the oldest make room.
    private static let capacity = 64

    private let isPIN: @Sendable (String) -> Bool
    private var sessions: [String: Session] = [:]
    private var failures: [(peer: String, at: ContinuousClock.Instant)] = []

    init(isPIN: @escaping @Sendable (String) -> Bool) {
        self.isPIN = isPIN
    }

    /// Opens a session for who knows the PIN.
    ///
    /// - Parameters:
    ///   - name: What stands in the book under what is done in the session.
    ///   - pin: As typed.
    ///   - peer: The address it comes from.
    ///   - now: By the clock that does not jump.
    /// - Returns: The new session's token, or why there is none.
    func open(name: String, pin: String, from peer: String, now: ContinuousClock.Instant = .now) -> Entrance {
        failures.removeAll { $0.at.duration(to: now) > .seconds(60) }
        let mine = failures.count { $0.peer == peer }
        guard mine < Self.triesPerPeer, failures.count < Self.triesInAll else { return .tooManyTries }
        guard isPIN(pin) else {
            failures.append((peer, now))
            return .wrongPIN
        }
        sessions = sessions.filter { $0.value.begin.duration(to: now) < Self.length }
        if sessions.count >= Self.capacity, let oldest = sessions.min(by: { $0.value.begin < $1.value.begin }) {
            sessions[oldest.key] = nil
        }
        // 256 bits from the kernel's generator: nobody guesses one.
        let token = (0..<4).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined(separator: "-")
        sessions[token] = Session(name: name, begin: now)
        return .opened(token: token)
    }

    /// - Returns: The name given with the PIN; `nil` for a token of no session.
    func name(of token: String, now: ContinuousClock.Instant = .now) -> String? {
        guard let session = sessions[token], session.begin.duration(to: now) < Self.length else { return nil }
        return session.name
    }

    func close(_ token: String) {
        sessions[token] = nil
    }
}
