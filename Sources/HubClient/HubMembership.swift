// Joining a hub.

import FoundationEssentials
import HubProtocol
import Ledger
public import Sync
public import TicketSigning

/// The result of joining a hub.
public struct HubMembership: Hashable, Sendable {
    /// The name that the organiser gave the box.
    public let name: String

    /// Joins with a one-time code.
    ///
    /// - Parameters:
    ///   - invitation: The hub and the code.
    ///   - box: The box's identifier, as in its scans.
    ///   - key: The box's key; its public half goes to the hub.
    /// - Returns: The box's membership.
    /// - Throws: ``HubClientError``; `SigningError`.
    public static func join(_ invitation: HubInvitation, as box: BoxID, key: BoxKey) async throws -> HubMembership {
        let code = invitation.code.description
        let proof = BoxProof(box: box, key: key.publicKey, code: code)
        let enrolment = Wire.Enrolment(
            box: box, key: RecordBytes(key.publicKey.bytes), code: code,
            signature: RecordBytes(key.sign(proof.message))
        )
        let connection = HubConnection(to: invitation.address, as: box, key: key, hub: invitation.hub, now: { 0 })
        let answer: Wire.Box = try await connection.ask("POST", "/v1/boxes", body: enrolment, by: .now + .seconds(15))
        return HubMembership(name: answer.name)
    }
}
