// What came of records that a box sent.

/// The fate of each record of an upload.
public enum UploadResult: String, CaseIterable, Codable, Sendable {
    /// It is on disk, and every box gets it.
    case taken
    /// The hub has it already, or has a later version.
    case known
    /// A line before it is missing: send from the number that ``HubLogState`` names.
    case gap
    /// The hub has other bytes under the same number: the box was cloned, or its disk was set back. An alarm stands.
    case altered
    /// Kept aside: nothing more is taken from the log of a box that was shut out, or that has an alarm.
    case quarantined
    /// The sender may not bring this record: it is another box's log, or of an event that the sender has no part in.
    case forbidden
}
