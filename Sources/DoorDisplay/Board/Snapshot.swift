// The initial content of a page.

/// The state of the board at one moment.
struct Snapshot: Sendable {
    /// The number of the last change that it contains.
    let number: Int
    let state: DoorState
    /// The last scans, newest first.
    let scans: [ShownVerdict]
    /// The guests who wait for staff, the one who has waited longest first.
    let waiting: [WaitingGuest]
    /// The number of guests who were sent to staff while the queue was full.
    let unlisted: Int
}
