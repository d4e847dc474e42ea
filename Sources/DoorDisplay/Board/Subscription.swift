// A page's subscription to the board.

/// The data for a page that begins to watch.
struct Subscription: Sendable {
    let id: Int
    /// The changes that the page missed while it was away; `nil` if they are not known and it needs the snapshot.
    let missed: [BoardItem]?
    let snapshot: Snapshot
    /// All changes after the snapshot.
    let changes: AsyncStream<BoardItem>
}
