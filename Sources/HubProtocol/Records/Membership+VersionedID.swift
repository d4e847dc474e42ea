// The object that a membership is a version of.

package import Ledger
import TicketSigning

extension Membership {
    /// Follows from the box, the root, and whether the box used a joining code. So whatever another root signs
    /// displaces no membership of this one at a hub, which cannot know whose events are held, and no code displaces
    /// what root signed for the box itself.
    package var versionedID: VersionedID {
        let kind = code == nil ? "membership" : "invited"
        let bytes = SHA256.hash(Array("doorcheck/\(kind) \(terms.root.base64url) \(box)".utf8))
        return VersionedID(bytes: bytes.prefix(VersionedID.byteCount)) ?? .random()
    }

    /// The time of the version: its serial.
    package var versionStamp: VersionStamp { VersionStamp(hlc: terms.serial, box: box) }
}
