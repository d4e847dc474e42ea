// All that a page needs to begin.

/// The board as it is at one moment.
struct Snapshot: Sendable {
    /// The number of the last change that it holds.
    let number: Int
    let state: DoorState
    /// The newest first.
    let scans: [ShownVerdict]
}
