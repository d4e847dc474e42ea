// What is wanted of a camera.

/// The picture that a door wants of its camera; the camera gives what is closest.
public struct VideoRequest: Sendable, Hashable {
    /// Pixels per row, 1 or more.
    public var width: Int
    /// Rows, 1 or more.
    public var height: Int
    /// More than 0.
    public var framesPerSecond: Double
    /// How it is to look.
    public var tuning: CameraTuning

    /// The default, 1280 x 720 at 30, shows a ticket of 37 modules at 5 pixels each on a quarter of the height.
    ///
    /// - Parameters:
    ///   - width: Pixels per row, 1 or more.
    ///   - height: Rows, 1 or more.
    ///   - framesPerSecond: More than 0.
    ///   - tuning: How it is to look; by default the camera is left as it is.
    public init(
        width: Int = 1280, height: Int = 720, framesPerSecond: Double = 30, tuning: CameraTuning = CameraTuning()
    ) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.tuning = tuning
    }
}
