// The results of an upload.

/// The result for one record of an upload.
public enum UploadResult: String, CaseIterable, Codable, Sendable {
    /// Stored on disk; every box will receive it.
    case taken
    /// The hub already has the record, or a later version.
    case known
    /// An earlier line is missing; send again from the number that ``HubLogState`` names.
    case gap
    /// Set aside: the hub accepts no lines from a box that was revoked.
    case quarantined
    /// The sender may not upload this record: it belongs to another box's log, or to an event in which the sender
    /// takes no part.
    case forbidden
}
