// Every reason that a verdict can have.

/// The reason for a verdict, in the order in which the checks run. The raw values are for programs and never change.
///
/// - SeeAlso: docs/verdicts.md
public enum Reason: String, CaseIterable, Hashable, Sendable {
    case notATicket = "not-a-ticket"
    case malformed
    case unsupportedSuite = "unsupported-suite"
    case unknownKey = "unknown-key"
    case forged
    case wrongEvent = "wrong-event"
    case unknownTicket = "unknown-ticket"
    case revoked
    case replaced
    case blocked
    /// Signed by an older key than the ticket's.
    case oldKey = "old-key"
    case tooEarly = "too-early"
    case tooLate = "too-late"
    case wrongGate = "wrong-gate"
    case unpaid
    /// Valid on certain days only, and the clock cannot be trusted.
    case clockNotTrusted = "clock-not-trusted"
    case alreadyUsed = "already-used"
    case notInside = "not-inside"
    case full
    case check
    case admitted
    case readmitted
    case exited
    /// Checked by a gate that admits no one and lets no one out.
    case checked
    /// Admitted by this gate some seconds ago; this scan admits no one.
    case justAdmitted = "just-admitted"
    /// Let out by this gate some seconds ago.
    case justExited = "just-exited"
}
