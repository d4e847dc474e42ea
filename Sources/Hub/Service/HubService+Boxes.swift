// The boxes of a hub, as its machine's commands manage them.

public import HubProtocol
public import TicketSigning

extension HubService {
    /// Returns all boxes, including revoked ones, by name.
    ///
    /// - Returns: The boxes as the hub knows them.
    /// - Throws: ``HubError``.
    public func boxes() async throws -> [EnrolledBox] {
        try await store.boxes()
    }

    /// Lets a box join with a one-time code.
    ///
    /// - Parameters:
    ///   - invitation: The settings of the new box.
    ///   - code: A new code; the hub keeps a hash of the public half of its key.
    ///   - validity: How long the code is valid.
    /// - Throws: ``HubError``; `SigningError`.
    public func invite(_ invitation: Invitation, with code: EnrolmentCode, for validity: Duration) async throws {
        let expiry = now() + Int64(validity / .milliseconds(1))
        try await store.invite(invitation, code: code.key().publicKey, expiry: expiry)
    }

    /// Revokes a box: its requests are rejected, no more lines of its logs are accepted from anyone, and tickets that
    /// it claimed and nobody entered with are free again.
    ///
    /// - Parameter name: The box's name, or its identifier.
    /// - Returns: The box, and the number of claims that were freed.
    /// - Throws: ``HubError/unknownBox(_:)``; ``HubError/refused(_:)`` if several boxes have the name.
    public func revoke(_ name: String) async throws -> (box: EnrolledBox, freedClaims: Int) {
        let box = try await box(named: name)
        return (box, try await store.revoke(box.id, now: now()))
    }

    /// Lets a revoked box in again.
    ///
    /// - Parameter box: The box's identifier.
    /// - Returns: `false` if it was not revoked, or another box has its name by now.
    /// - Throws: ``HubError``.
    public func reinstate(_ box: BoxID) async throws -> Bool { try await store.reinstate(box) }

    /// Lets a box that has reached a limit of its quota store and claim as much again.
    ///
    /// - Parameter name: The box's name, or its identifier.
    /// - Returns: The box.
    /// - Throws: ``HubError/unknownBox(_:)``; ``HubError/refused(_:)`` if several boxes have the name.
    public func resetQuota(of name: String) async throws -> EnrolledBox {
        let box = try await box(named: name)
        try await store.resetQuota(of: box.id)
        return box
    }

    /// Returns the boxes that reached a limit of their quota within the last day.
    ///
    /// - Returns: The last refusal of each.
    /// - Throws: ``HubError``.
    public func quotaRefusals() async throws -> [BoxID: QuotaRefusal] {
        try await store.quotaRefusals(now: now())
    }

    private func box(named name: String) async throws -> EnrolledBox {
        let all = try await boxes().filter { $0.name == name || $0.id.description == name.lowercased() }
        // One that was revoked may have left its name to another.
        let active = all.filter { $0.revoked == nil }
        let found = active.isEmpty ? all : active
        guard let box = found.first else { throw HubError.unknownBox(name) }
        guard found.count == 1 else {
            throw HubError.refused(
                "Several boxes are named '\(name)'; use an identifier from `doorcheck hub boxes`.")
        }
        return box
    }

    /// Starts a new epoch, as every hub does before it serves boxes: its database may have been restored from a backup.
    ///
    /// - Throws: ``HubError``.
    public func startEpoch() async throws {
        try await store.startEpoch()
        try await feed.catchUp(from: store)
    }
}
