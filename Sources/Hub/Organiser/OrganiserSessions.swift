// The sessions of the organiser's pages.

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

    /// Returns the desk for a session.
    func desk(_ session: OrganiserSession) -> OrganiserDashboard { desk }
}

/// Sessions that end with the process, after twelve hours, or when a new token is made.
actor OrganiserSessions {
    private struct Session {
        let session: OrganiserSession
        let hash: [UInt8]
        let begin: ContinuousClock.Instant
    }

    /// The name of the cookie that holds a session's secret.
    static let cookie = "doorcheck-organiser"
    /// The lifetime of a session: an event with its preparation.
    static let length: Duration = .seconds(12 * 3600)
    /// More than an organiser has staff; new sessions replace the oldest.
    private static let capacity = 64

    private let store: HubStore
    private var sessions: [String: Session] = [:]
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
        sessions = sessions.filter { $0.value.begin.duration(to: now) < Self.length }
        if sessions.count >= Self.capacity, let oldest = sessions.min(by: { $0.value.begin < $1.value.begin }) {
            sessions[oldest.key] = nil
        }
        // 256 bits from the kernel's random number generator.
        let secret = RecordBytes((0..<32).map { _ in .random(in: 0 ... .max) }).base64url
        sessions[secret] = Session(session: OrganiserSession(name: name), hash: hash, begin: now)
        return .opened(secret: secret)
    }

    /// - Returns: The session; `nil` if no session has the secret, or if its token was replaced.
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
