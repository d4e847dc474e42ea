// What goes from the board to each page.

/// One change of what is shown, numbered so that a page can tell what it missed.
struct BoardItem: Sendable {
    /// Verdicts and states are numbered from 1 without a gap; a pulse has the number of the last of them.
    let number: Int
    let content: Content

    enum Content: Sendable {
        /// A repeat was told before; it is shown, but is no new scan.
        case verdict(ShownVerdict, isRepeat: Bool)
        case state(DoorState)
        /// The entry or exit with this ``ShownVerdict/number`` was undone.
        case undone(number: Int)
        /// Nothing new; tells a page that the door is there.
        case pulse
    }
}
