// How much looking a frame is worth.

/// The work left for a frame, in points looked at; one costs 5 to 10 ns.
///
/// Counted and not timed, so that the same frame gives the same codes on every run and machine.
struct Work {
    private(set) var left: Int
    /// What was spent since the frame began.
    private(set) var spent = 0

    init(limit: Int) {
        left = limit
    }

    var isLeft: Bool { left > 0 }

    mutating func spend(_ points: Int) {
        left -= points
        spent += points
    }

    /// - Parameter count: Pixels gone over by a vectorised loop.
    /// - Returns: The same in points.
    static func pixels(_ count: Int) -> Int { count / 16 }
}
