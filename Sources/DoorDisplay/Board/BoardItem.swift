// The items that the board sends to each page.

/// One change of the display, numbered so that a page can detect gaps.
struct BoardItem: Sendable {
    /// Verdicts and states are numbered from 1 without gaps; a pulse has the number of the last of them.
    let number: Int
    let content: Content

    enum Content: Sendable {
        /// A repeat was posted before; it is shown, but is not a new scan.
        case verdict(ShownVerdict, isRepeat: Bool)
        case state(DoorState)
        /// The entry or exit with this ``ShownVerdict/number`` was undone.
        case undone(number: Int)
        /// A guest waits for staff, is handled, or no longer waits; for staff.
        case queue(QueueChange)
        /// No change; shows the page that the door is still running.
        case pulse
    }
}
