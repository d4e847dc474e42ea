// The amount of work spent on a frame.

/// The remaining work for a frame, in individually examined pixels; each costs at most about 4 ns.
///
/// Every step declares its maximum cost and starts only if that much is left, so the limit holds whatever a frame
/// shows. Work is counted instead of timed, so that the same frame yields the same codes on every run and machine.
struct WorkBudget {
    private(set) var left: Int
    /// The work spent since the frame began.
    private(set) var spent = 0

    init(limit: Int) {
        left = limit
    }

    var isLeft: Bool { left > 0 }

    /// Returns whether the budget allows a step of this maximum cost.
    func has(_ amount: Int) -> Bool { left >= amount }

    mutating func spend(_ amount: Int) {
        left -= amount
        spent += amount
    }

    /// Returns the work of interpolating between pixels.
    ///
    /// - Parameter count: The number of interpolated places.
    /// - Returns: The work.
    static func places(_ count: Int) -> Int { 5 * count / 2 }

    /// Returns the work of interpolating under a map that bends.
    ///
    /// - Parameter count: The number of interpolated places.
    /// - Returns: The work.
    static func bentPlaces(_ count: Int) -> Int { 8 * count }

    /// The cost of solving for a homography.
    static let solution = 200

    /// Returns the work of a vectorised loop.
    ///
    /// - Parameter count: The number of pixels in the loop.
    /// - Returns: The work.
    static func pixels(_ count: Int) -> Int { count / 16 }
}
