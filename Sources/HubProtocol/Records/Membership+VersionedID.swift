// The object that a membership is a version of.

package import Ledger
package import TicketSigning

extension Membership {
    /// Follows from the box, the root, and whether the box used a joining code. So whatever another root signs
    /// displaces no membership of this one at a hub, which cannot know whose events are held, and no code displaces
    /// what root signed for the box itself.
    package var versionedID: VersionedID { Self.versionedID(of: box, under: terms.root, isInvited: code != nil) }

    /// Returns the objects that a box's memberships under a root are versions of.
    package static func versionedIDs(of box: BoxID, under root: Root) -> [VersionedID] {
        [false, true].map { versionedID(of: box, under: root, isInvited: $0) }
    }

    private static func versionedID(of box: BoxID, under root: Root, isInvited: Bool) -> VersionedID {
        let kind = isInvited ? "invited" : "membership"
        let bytes = SHA256.hash(Array("doorcheck/\(kind) \(root.base64url) \(box)".utf8))
        return VersionedID(bytes: bytes.prefix(VersionedID.byteCount)) ?? .random()
    }

    /// The time of the version: its serial.
    package var versionStamp: VersionStamp { VersionStamp(hlc: terms.serial, box: box) }
}
