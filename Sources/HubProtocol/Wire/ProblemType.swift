// Kinds of problems that programs act on.

/// The `type` of a problem document (RFC 9457), where a program does something about it; the sentence is for people.
public enum ProblemType: String, Hashable, Sendable {
    /// The ticket is no longer as the person saw it.
    case changedMeanwhile = "urn:doorcheck:changed-meanwhile"
    /// The box is not enrolled at this hub, or another key signed in its name.
    case boxUnknown = "urn:doorcheck:box-unknown"
    /// The organiser has revoked the box.
    case boxRevoked = "urn:doorcheck:box-revoked"
    /// The box has stored or claimed as much as its quota allows.
    case overQuota = "urn:doorcheck:over-quota"
}
