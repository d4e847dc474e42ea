// How much looking a frame is worth.

/// The work left for a frame, in pixels looked at one by one; each costs about 4 ns.
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

    mutating func spend(_ amount: Int) {
        left -= amount
        spent += amount
    }

    /// - Parameter count: Places between pixels whose luma was interpolated.
    /// - Returns: The work.
    static func places(_ count: Int) -> Int { 3 * count }

    /// - Parameter count: Pixels gone over by a vectorised loop.
    /// - Returns: The work.
    static func pixels(_ count: Int) -> Int { count / 16 }
}
