// What the page shows of this organiser's boxes.

import DoorInstallation
import DoorTexts
import Ledger
import Organising
import Sync
import TicketSigning

/// This machine and the boxes that it knows.
struct BoxesState: Encodable {
    let own: Own
    /// Members first, then boxes that are none, each by name.
    let boxes: [Box]
    /// How many more there are: anybody can invent boxes.
    let more: Int
    /// Where boxes find the hub of this machine; absent without one.
    let hub: String?
    /// Events whose boxes need a file with the key: it is a secret, so that no sync file has it.
    let keys: [Key]
    /// The gates of the events, for the settings of a box.
    let gates: [String]

    struct Own: Encodable {
        let name: String
        /// The eight digits to compare.
        let code: String
        /// The organiser's digits; absent as long as there is no master key.
        let organiser: String?
        /// Whether the master key is here, which decides on boxes.
        let canAdmit: Bool
    }

    struct Key: Encodable {
        let event: String
        let name: String
    }

    struct Box: Encodable {
        let id: String
        let name: String
        /// `gate`, `desk` or `organiser`; absent for a box that is no member.
        let role: String?
        /// `member`, `revoked` or `stranger`.
        let state: String
        let revoked: Int64?
        /// When a file or a sync of it came last.
        let heard: Int64?
        /// What it lacked then.
        let waiting: Int?
        /// Whether files can be made for it.
        let exchanges: Bool
    }
}

/// A box whose identity somebody has brought, before it is taken in. The digits are missing: the person types those
/// that the box shows.
struct IntroducedBox: Encodable {
    let name: String
    /// The role that it has; absent if it is no member yet.
    let role: String?
    /// Whether another box has its name, which is revoked if this one takes its place.
    let takesName: Bool
}

/// What somebody needs to know of a merged sync file.
struct MergedFile: Encodable {
    let from: String
    let said: String
    let remarks: [String]
}

/// What a revocation changes, or has changed.
struct RevocationState: Encodable {
    let name: String
    let since: Int64
    let effects: [String]
    /// What the hub on this machine has done; absent without one, and before the revocation.
    var hub: String?
}
