// The parameters of a photograph at the door.

/// The view of a camera at the door: how a code is held, lit and photographed.
///
/// The default is a flat, sharp, evenly lit and noiseless ticket; each parameter adds one problem of a real door.
/// Details that a parameter leaves open, such as the position of glare on the code, are drawn from the generator.
public struct DoorScene: Equatable, Sendable {
    /// The object that shows the code.
    public enum Carrier: String, CaseIterable, Sendable {
        /// A white ticket with lines of text.
        case paper
        /// A bright screen in a dark bezel.
        case phone
    }

    /// The surroundings behind the carrier.
    public enum Backdrop: String, CaseIterable, Sendable {
        /// A gray wall.
        case plain
        /// Coarse cloth, whose threads look like finder patterns in every row.
        case woven
        /// Boxes, stripes and printed matter with hard edges.
        case clutter
        /// A page of small print.
        case page
        /// Overlapping discs of every size, with the statistics of a photograph.
        case leaves
    }

    /// The frame's width in pixels, 64 to 4,096.
    public var width = 960
    /// The frame's height in pixels, 64 to 4,096.
    public var height = 720
    /// The side of a module at the code's centre, in pixels, 1 to 40.
    public var modulePixels = 4.0
    /// The horizontal position of the code's centre, as a share of the frame's width, 0 to 1.
    public var centreX = 0.5
    /// The vertical position of the code's centre, as a share of the frame's height, 0 to 1.
    public var centreY = 0.5
    /// The clockwise rotation in the plane of the frame, -360 to 360.
    public var rotationDegrees = 0.0
    /// The tilt about the frame's horizontal axis, -70 to 70; a positive angle leans the top towards the camera.
    public var tiltXDegrees = 0.0
    /// The tilt about the frame's vertical axis, -70 to 70; a positive angle turns the right side towards the camera.
    public var tiltYDegrees = 0.0

    /// The gray level of white paper in full light, 1 to 255; 60 is a dark hall.
    public var whiteLevel = 230.0
    /// The gray level of ink in full light, 0 to 254.
    public var blackLevel = 25.0
    /// The share of light lost from one side of the frame to the other, 0 to 1.
    public var unevenness = 0.0
    /// The share of the code's area washed out by a bright reflection, 0 to 1; its position is random.
    public var glare = 0.0
    /// The share of light lost in a shadow whose edge runs through the code, 0 to 1.
    public var shadow = 0.0
    /// The amplitude of the moiré between the screen's pixels and the camera's, as a share of the light, 0 to 1.
    public var moire = 0.0

    /// The standard deviation of the lens's Gaussian blur, in pixels, 0 to 10.
    public var blurSigma = 0.0
    /// The radius of the disc over which a lens that is out of focus spreads each point, in pixels, 0 to 20.
    public var defocusPixels = 0.0
    /// The distance by which the code moves during the exposure, in pixels, 0 to 40.
    public var motionPixels = 0.0
    /// The direction of the movement; 0 is to the right, 90 down; -360 to 360.
    public var motionDegrees = 0.0
    /// The standard deviation of the sensor's noise, in gray levels, 0 to 80.
    public var noiseSigma = 0.0
    /// The quality of the camera's JPEG compression, 1 to 100, or nil for none.
    public var jpegQuality: Int?

    /// Whether light modules are shown on a dark background, as by an app in dark mode.
    public var inverted = false
    /// The margin between the code and the frame printed around it, in modules, 0 to 20; the standard requires 4.
    public var quietZone = 4
    /// The object that shows the code.
    public var carrier = Carrier.paper
    /// The surroundings behind it.
    public var backdrop = Backdrop.plain

    /// Creates a scene with a flat, sharp, evenly lit and noiseless ticket.
    public init() {}

    /// Checks that all parameters are in range; NaN is not.
    func check() throws(DoorPictureError) {
        let knobs: [(String, Double, ClosedRange<Double>)] = [
            ("width", Double(width), 64...4096), ("height", Double(height), 64...4096),
            ("modulePixels", modulePixels, 1...40), ("centreX", centreX, 0...1), ("centreY", centreY, 0...1),
            ("rotationDegrees", rotationDegrees, -360...360), ("tiltXDegrees", tiltXDegrees, -70...70),
            ("tiltYDegrees", tiltYDegrees, -70...70), ("whiteLevel", whiteLevel, 1...255),
            ("blackLevel", blackLevel, 0...254), ("unevenness", unevenness, 0...1), ("glare", glare, 0...1),
            ("shadow", shadow, 0...1), ("moire", moire, 0...1), ("blurSigma", blurSigma, 0...10),
            ("defocusPixels", defocusPixels, 0...20),
            ("motionPixels", motionPixels, 0...40), ("motionDegrees", motionDegrees, -360...360),
            ("noiseSigma", noiseSigma, 0...80), ("jpegQuality", Double(jpegQuality ?? 100), 1...100),
            ("quietZone", Double(quietZone), 0...20),
        ]
        for (knob, value, range) in knobs where !range.contains(value) {
            throw .scene(knob: knob, value: value, range: range)
        }
    }
}
