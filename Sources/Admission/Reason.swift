// Every reason a verdict can have.

/// Why a verdict is what it is, in the order in which the checks run. The raw values are for programs and never change.
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
    /// Good on some days, and the time of day cannot be believed.
    case clockNotTrusted = "clock-not-trusted"
    case alreadyUsed = "already-used"
    case notInside = "not-inside"
    case full
    case check
    case admitted
    case readmitted
    case exited
    /// Looked at by a gate that lets nobody in or out.
    case checked
    /// Admitted by this gate some seconds ago; nobody enters on it.
    case justAdmitted = "just-admitted"
    /// Let out by this gate some seconds ago.
    case justExited = "just-exited"
}
