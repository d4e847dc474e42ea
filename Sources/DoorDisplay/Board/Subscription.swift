// A page's place before the board.

/// What a page gets when it begins to watch.
struct Subscription: Sendable {
    let id: Int
    /// What the page missed while it was away; `nil` where that is not known, and the snapshot is needed.
    let missed: [BoardItem]?
    let snapshot: Snapshot
    /// Everything after the snapshot.
    let changes: AsyncStream<BoardItem>
}
