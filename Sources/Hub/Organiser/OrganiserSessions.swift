// The sessions of the organiser's pages.

import HTTPSupport
import Ledger
import ServiceLifecycle
import TicketSigning

/// A session of the organiser's pages. Only ``OrganiserSessions`` creates one, so it proves that the token was given.
struct OrganiserSession: Hashable, Sendable {
    /// The name given at log-in.
    let name: String

    fileprivate init(name: String) { self.name = name }
}

/// The organiser's desk and its sessions.
struct OrganiserAccess: Sendable {
    private let desk: OrganiserDashboard

    init(_ desk: OrganiserDashboard) { self.desk = desk }

    /// The sessions.
    var sessions: OrganiserSessions { desk.sessions }
    /// The service that runs as long as the hub does.
    var service: any Service { desk }

    /// What is reported of its events, as of a moment ago.
    var metricFamilies: [MetricFamily] { get async { await desk.metricFamilies } }
    /// The ledger's own box; `nil` until the first sync.
    var box: BoxID? { get async { await desk.box } }

    /// Counts the people in zones.
    var zones: any ZoneRegister { desk.zones }
    /// Decides which boxes are members.
    var members: any MemberRegister { desk }

    /// Returns the desk for a session.
    func desk(_ session: OrganiserSession) -> OrganiserDashboard { desk }
}

/// Sessions that end with the process, after twelve hours, or when a new token is made.
actor OrganiserSessions {
    private struct Session {
        let session: OrganiserSession
        /// The hash of the token that opened it.
        let hash: [UInt8]
    }

    /// The name of the cookie that holds a session's secret.
    static let cookie = "doorcheck-organiser"
    private let store: HubStore
    private var sessions = SessionStore<Session>()
    private var failures: [(peer: String, at: ContinuousClock.Instant)] = []

    /// The number of wrong tokens per minute, from one address and in total, before the answer changes to "too many".
    /// The right token always succeeds; otherwise anyone could lock the organiser out, since behind a reverse proxy
    /// all clients share one address. 80 bits cannot be guessed at any rate.
    static let triesPerPeer = 5
    static let triesInAll = 30

    init(store: HubStore) {
        self.store = store
    }

    /// The result of a log-in attempt.
    enum Entrance: Equatable {
        case opened(secret: String)
        case wrongToken
        case tooManyTries
    }

    /// Opens a session for a caller with the token.
    ///
    /// - Parameters:
    ///   - name: The name that is recorded with the session's actions.
    ///   - token: The token as typed.
    ///   - peer: The client's address.
    ///   - now: The current instant of a monotonic clock.
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
        let session = Session(session: OrganiserSession(name: name), hash: hash)
        let secret = sessions.open(session, now: now)
        return .opened(secret: secret)
    }

    /// - Returns: The session; `nil` if no session has the secret, or if its token was replaced.
    /// - Throws: ``HubError``.
    func session(of secret: String, now: ContinuousClock.Instant = .now) async throws -> OrganiserSession? {
        guard let session = sessions.session(of: secret, now: now) else { return nil }
        guard let hash = try await store.organiserHash(), ConstantTime.equal(hash, session.hash) else {
            sessions.close(secret)
            return nil
        }
        return session.session
    }

    func close(_ secret: String) {
        sessions.close(secret)
    }
}
