// The requested video format.

/// The picture that a door requests from its camera; the camera delivers the closest it supports.
public struct VideoRequest: Sendable, Hashable {
    /// Pixels per row, 1 or more.
    public var width: Int
    /// Rows, 1 or more.
    public var height: Int
    /// The frame rate, more than 0.
    public var framesPerSecond: Double
    /// The camera settings.
    public var tuning: CameraTuning

    /// Creates a request; in the default, 1280 x 720 at 30, a ticket of 37 modules at 5 pixels each takes a quarter
    /// of the height.
    ///
    /// - Parameters:
    ///   - width: Pixels per row, 1 or more.
    ///   - height: Rows, 1 or more.
    ///   - framesPerSecond: The frame rate, more than 0.
    ///   - tuning: The camera settings; by default they are left unchanged.
    public init(
        width: Int = 1280, height: Int = 720, framesPerSecond: Double = 30, tuning: CameraTuning = CameraTuning()
    ) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.tuning = tuning
    }
}
