// The minimum visibility of a symbol's fixed patterns before its modules are sampled.

/// The minimum agreements, as shares of the finder patterns' contrast.
///
/// Sharpening restores a blurred symbol's finder patterns, but if the blur exceeds a module, the timing patterns stay
/// grey or are even inverted, although the modules can still be distinguished from their neighbours.
struct FitGates {
    /// The minimum for the timing patterns of the best pose.
    var timing: Float
    /// The minimum for the timing patterns of the second-best pose.
    var secondTiming: Float
    /// The minimum for the timing patterns of an unreadable pose that is to be refined.
    var refinementTiming: Float
    /// The number of poses to measure fully.
    var poses: Int
    /// The minimum share of the timing patterns' modules with the right colour.
    var timingShare: Float

    /// The minimum share of the finder patterns' modules with the right colour, for all views.
    ///
    /// With 0.8, the same pictures were read; without a minimum, much time is spent aligning, refining and sampling
    /// noise.
    static let finderShare: Float = 0.75

    static let plain = FitGates(timing: 0.12, secondTiming: 0.3, refinementTiming: 0.25, poses: 3, timingShare: 0.66)
    static let sharpened = FitGates(
        timing: -0.5, secondTiming: -0.5, refinementTiming: 0.05, poses: 8, timingShare: 0.42)
}
