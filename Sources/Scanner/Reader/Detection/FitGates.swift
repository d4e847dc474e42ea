// How much of a symbol's fixed patterns must be seen before its modules are sampled.

/// The least agreement asked for, as shares of the finder patterns' contrast.
///
/// Sharpening brings out a blurred symbol's finder patterns, but the timing patterns of one blurred by more than a
/// module stay grey or even change sides, while the modules can still be told from their neighbours.
struct FitGates {
    /// Of the timing patterns, for the best pose.
    var timing: Float
    /// The same for the second-best pose.
    var secondTiming: Float
    /// Of the timing patterns, for a pose that could not be read to be refined.
    var refinementTiming: Float
    /// How many poses to measure fully.
    var poses: Int
    /// The share of the timing patterns' modules of the right colour.
    var timingShare: Float

    /// The share of the finder patterns' modules of the right colour, for all views.
    ///
    /// 0.8 read the same pictures; without it noise is aligned, refined and sampled at length.
    static let finderShare: Float = 0.75

    static let plain = FitGates(timing: 0.12, secondTiming: 0.3, refinementTiming: 0.25, poses: 3, timingShare: 0.66)
    static let sharpened = FitGates(
        timing: -0.5, secondTiming: -0.5, refinementTiming: 0.05, poses: 8, timingShare: 0.42)
}
