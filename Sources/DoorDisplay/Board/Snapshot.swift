// The initial content of a page.

/// The state of the board at one moment.
struct Snapshot: Sendable {
    /// The number of the last change that it contains.
    let number: Int
    let state: DoorState
    /// The last scans, newest first.
    let scans: [ShownVerdict]
}
