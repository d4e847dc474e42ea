// The object that a membership is a version of.

package import Ledger
import TicketSigning

extension Membership {
    /// Follows from the box and the root, so that whatever another root signs displaces no membership of this one at a
    /// hub, which cannot know whose events are held.
    package var versionedID: VersionedID {
        let bytes = SHA256.hash(Array("doorcheck/membership \(terms.root.base64url) \(box)".utf8))
        return VersionedID(bytes: bytes.prefix(VersionedID.byteCount)) ?? .random()
    }

    /// The time of the version: its serial.
    package var versionStamp: VersionStamp { VersionStamp(hlc: terms.serial, box: box) }
}
