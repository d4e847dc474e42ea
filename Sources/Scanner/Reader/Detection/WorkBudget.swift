// How much looking a frame is worth.

/// The work left for a frame, in pixels looked at one by one; each costs about 4 ns at most.
///
/// Every step says what it costs at most and begins only where as much is left, so the limit holds whatever a frame
/// shows. Counted and not timed, so that the same frame gives the same codes on every run and machine.
struct WorkBudget {
    private(set) var left: Int
    /// What was spent since the frame began.
    private(set) var spent = 0

    init(limit: Int) {
        left = limit
    }

    var isLeft: Bool { left > 0 }

    /// Whether a step may begin that costs no more than this.
    func has(_ amount: Int) -> Bool { left >= amount }

    mutating func spend(_ amount: Int) {
        left -= amount
        spent += amount
    }

    /// - Parameter count: Places between pixels whose luma was interpolated.
    /// - Returns: The work.
    static func places(_ count: Int) -> Int { 5 * count / 2 }

    /// - Parameter count: The same under a map that bends.
    /// - Returns: The work.
    static func bentPlaces(_ count: Int) -> Int { 8 * count }

    /// What solving for a homography costs.
    static let solution = 200

    /// - Parameter count: Pixels gone over by a vectorised loop.
    /// - Returns: The work.
    static func pixels(_ count: Int) -> Int { count / 16 }
}
