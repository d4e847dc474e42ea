// What the organiser does on the hub's machine.

import TicketSigning

extension HubService {
    /// Every box, also those that were shut out, by name.
    ///
    /// - Returns: What the hub knows of them.
    /// - Throws: ``HubError``.
    public func boxes() async throws -> [EnrolledBox] {
        try await store.boxes()
    }

    /// Makes a one-time code that a box joins with.
    ///
    /// - Parameters:
    ///   - invitation: What the box may become.
    ///   - validity: How long the code is good.
    /// - Returns: The code, which is stored nowhere.
    /// - Throws: ``HubError``.
    public func invite(_ invitation: Invitation, for validity: Duration) async throws -> EnrolmentCode {
        let code = EnrolmentCode()
        let expiry = now() + Int64(validity / .milliseconds(1))
        try await store.invite(invitation, code: code.secret, expiry: expiry)
        return code
    }

    /// Makes a token that opens the organiser's pages; the one before opens them no longer.
    ///
    /// - Returns: The token, which is stored nowhere.
    /// - Throws: ``HubError``.
    public func makeToken() async throws -> OrganiserToken {
        let token = OrganiserToken()
        try await store.set(token, now: now())
        return token
    }

    /// Shuts a box out: its requests are turned away, and nothing more is taken from its logs, whoever brings them.
    ///
    /// - Parameter name: The box's name, or its identifier.
    /// - Returns: The box.
    /// - Throws: ``HubError/unknownBox(_:)``; ``HubError/refused(_:)`` where several have the name.
    public func revoke(_ name: String) async throws -> EnrolledBox {
        let found = try await boxes().filter { $0.name == name || $0.id.description == name.lowercased() }
        guard let box = found.first else { throw HubError.unknownBox(name) }
        guard found.count == 1 else {
            throw HubError.refused(
                "Several boxes are called '\(name)'; name one by its identifier, from `doorcheck hub boxes`.")
        }
        try await store.revoke(box.id, now: now())
        return box
    }

    /// Begins another history, which every box reads from its beginning; after a backup was restored.
    ///
    /// - Throws: ``HubError``.
    public func renewEpoch() async throws {
        try await store.renewEpoch(after: try await store.newest().epoch)
    }
}
