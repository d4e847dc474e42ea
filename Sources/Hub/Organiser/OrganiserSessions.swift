// Who is logged in to the organiser's pages.

import Ledger
import ServiceLifecycle
import TicketSigning

/// A session of the organiser's pages. Only ``OrganiserSessions`` makes one, so it is proof that the token was given.
struct OrganiserSession: Hashable, Sendable {
    /// The name given with the token.
    let name: String

    fileprivate init(name: String) { self.name = name }
}

/// The organiser's desk and who may use it.
struct OrganiserAccess: Sendable {
    private let desk: OrganiserDashboard

    init(_ desk: OrganiserDashboard) { self.desk = desk }

    /// Who is logged in.
    var sessions: OrganiserSessions { desk.sessions }
    /// What runs as long as the hub does.
    var service: any Service { desk }

    /// The desk, for who is logged in.
    func desk(_ session: OrganiserSession) -> OrganiserDashboard { desk }
}

/// Sessions that end with the program, after twelve hours, or when another token is made.
actor OrganiserSessions {
    private struct Session {
        let session: OrganiserSession
        let hash: [UInt8]
        let begin: ContinuousClock.Instant
    }

    /// The cookie that holds a session's secret.
    static let cookie = "doorcheck-organiser"
    /// An event with its preparation.
    static let length: Duration = .seconds(12 * 3600)
    /// More than an organiser has people; the oldest make room.
    private static let capacity = 64

    private let store: HubStore
    private var sessions: [String: Session] = [:]
    private var failures: [(peer: String, at: ContinuousClock.Instant)] = []

    /// Wrong tokens in a minute from one address, and from all, that are told apart from too many. Who has the token gets
    /// in all the same, or anybody could keep the organiser out: behind a web server all have one address, and 80 bits
    /// are not guessed at any rate.
    static let triesPerPeer = 5
    static let triesInAll = 30

    init(store: HubStore) {
        self.store = store
    }

    /// What came of a log-in.
    enum Entrance: Equatable {
        case opened(secret: String)
        case wrongToken
        case tooManyTries
    }

    /// Opens a session for who has the token.
    ///
    /// - Parameters:
    ///   - name: What stands in the book under what is done in the session.
    ///   - token: As typed.
    ///   - peer: The address it comes from.
    ///   - now: By the clock that does not jump.
    /// - Returns: The new session's secret, or why there is none.
    /// - Throws: ``HubError``.
    func open(
        name: String,
        token: String,
        from peer: String,
        now: ContinuousClock.Instant = .now
    ) async throws -> Entrance {
        failures.removeAll { $0.at.duration(to: now) > .seconds(60) }
        guard let hash = try await store.organiserHash(), let given = OrganiserToken(token)?.hash,
            ConstantTime.equal(hash, given)
        else {
            let mine = failures.count { $0.peer == peer }
            guard mine < Self.triesPerPeer, failures.count < Self.triesInAll else { return .tooManyTries }
            failures.append((peer, now))
            return .wrongToken
        }
        sessions = sessions.filter { $0.value.begin.duration(to: now) < Self.length }
        if sessions.count >= Self.capacity, let oldest = sessions.min(by: { $0.value.begin < $1.value.begin }) {
            sessions[oldest.key] = nil
        }
        // 256 bits from the kernel's generator: nobody guesses one.
        let secret = RecordBytes((0..<32).map { _ in .random(in: 0 ... .max) }).base64url
        sessions[secret] = Session(session: OrganiserSession(name: name), hash: hash, begin: now)
        return .opened(secret: secret)
    }

    /// - Returns: The session; `nil` for a secret of no session, and for sessions of an older token.
    /// - Throws: ``HubError``.
    func session(of secret: String, now: ContinuousClock.Instant = .now) async throws -> OrganiserSession? {
        guard let session = sessions[secret], session.begin.duration(to: now) < Self.length else { return nil }
        guard try await store.organiserHash() == session.hash else {
            sessions[secret] = nil
            return nil
        }
        return session.session
    }

    func close(_ secret: String) {
        sessions[secret] = nil
    }
}
