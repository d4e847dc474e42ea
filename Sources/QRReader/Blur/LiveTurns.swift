// What is looked for in each frame of a camera.

/// The turns that frames take: no frame has time for everything, and the next one shows the same symbol.
struct LiveTurns {
    /// What is looked for.
    enum Turn: Equatable {
        /// Blurred symbols, as one pass of a search finds them.
        case search(BlurSearch.Pass)
        /// Symbols across which light changes, by the rest of the reader, with the frame's dark tones lifted.
        case lifted
    }

    /// While something moves. Most symbols are upright, and each frame shows them differently.
    private static let moving: [Turn] = [
        .search(.upright), .search(.upright), .search(.turned), .search(.upright), .search(.upright), .search(.fine),
        .search(.upright), .search(.upright), .lifted,
    ]
    /// After something has moved. What stands still looks the same in each frame.
    private static let still: [Turn] = [
        .search(.upright), .search(.fine), .lifted, .search(.turned), .search(.narrow), .search(.low),
        .search(.upright), .search(.fine),
    ]

    private var change = SceneWatch.Change.none
    private var nextMoving = 0
    /// The next of ``still``; their number if nothing has moved for so long.
    private var nextStill = still.count

    /// Notes what has changed since the frame before.
    mutating func note(_ change: SceneWatch.Change) {
        self.change = change
        if change != .none { nextStill = 0 }
    }

    /// Returns the turn of the frame noted last and goes on to the next one; nil if the frame is not worth a search.
    mutating func next() -> Turn? {
        switch change {
        case .moved:
            defer { nextMoving = (nextMoving + 1) % Self.moving.count }
            return Self.moving[nextMoving]
        case .none where nextStill < Self.still.count:
            defer { nextStill += 1 }
            return Self.still[nextStill]
        case .none, .cut:
            return nil
        }
    }

    /// Goes back by one turn if something moves: what was found in this one is looked for again.
    mutating func repeatMoving() {
        guard change == .moved else { return }
        nextMoving = (nextMoving + Self.moving.count - 1) % Self.moving.count
    }
}
