// Joining a hub.

import FoundationEssentials
import HubProtocol
public import Ledger
public import Sync
public import TicketSigning

/// The result of joining a hub.
public struct HubMembership: Hashable, Sendable {
    /// The name that the organiser gave the box.
    public let name: String
    /// The membership that the organiser's root has signed; `nil` if the code was made without the master key.
    public let membership: SignedMembership?

    /// Joins with a one-time code.
    ///
    /// - Parameters:
    ///   - invitation: The hub and the code.
    ///   - box: The box's identifier, as in its scans.
    ///   - key: The box's key; its public half goes to the hub.
    ///   - limit: How long to wait for the hub.
    /// - Returns: The box's membership.
    /// - Throws: ``HubClientError``, also if the membership is not that of the code; `SigningError`.
    public static func join(
        _ invitation: HubInvitation,
        as box: BoxID,
        key: BoxKey,
        within limit: Duration = .seconds(15)
    ) async throws -> HubMembership {
        let (own, code) = (key.publicKey.bytes, try invitation.code.key())
        let enrolment = Wire.Enrolment(
            box: box, key: RecordBytes(own), code: RecordBytes(code.publicKey),
            proof: RecordBytes(code.sign(Membership.proofMessage(for: own))),
            signature: RecordBytes(key.sign(BoxProof(box: box, key: key.publicKey, code: code.publicKey).message))
        )
        let connection = HubConnection(to: invitation.address, as: box, key: key, hub: invitation.hub, now: { 0 })
        // A code that was mistyped in its last part, or is of another hub, is not used up.
        let _: [String: String] = try await connection.ask("GET", "/healthz", by: .now + limit)
        let answer: Wire.Box = try await connection.ask("POST", "/v1/boxes", body: enrolment, by: .now + limit)
        let membership = try answer.membership.map { given in
            guard let signed = try given.membership(of: own, signedBy: key, with: invitation.code) else {
                throw HubClientError.notTheOrganisers(host: invitation.address.host)
            }
            return signed
        }
        return HubMembership(name: answer.name, membership: membership)
    }
}
