// Named scenes for the demo and the command line.

extension DoorScene {
    /// A kind of scene; each draw varies how the ticket is held, the angle and the light.
    public enum Preset: String, CaseIterable, Sendable {
        /// A bright phone, held well.
        case phone
        /// A paper ticket, held well.
        case paper
        /// Paper in a dark hall.
        case dim
        /// A phone at an angle of 25 to 40°.
        case tilted
        /// Paper in a glossy sleeve under a lamp.
        case glare
        /// A phone too close to the lens, moving.
        case blurred
        /// A phone in dark mode: a light code on a dark background.
        case inverted
        /// Paper in front of objects with hard edges.
        case clutter
        /// Paper with print but without a code.
        case noCode
    }

    /// Draws a scene of this kind.
    ///
    /// - Parameters:
    ///   - preset: The kind.
    ///   - generator: The generator for the details.
    public init(_ preset: Preset, using generator: inout some RandomNumberGenerator) {
        self.init()
        holdLoosely(using: &generator)
        switch preset {
        case .phone: carrier = .phone
        case .paper, .noCode: break
        case .dim: darken(using: &generator)
        case .tilted:
            carrier = .phone
            tilt(using: &generator)
        case .glare: glare = .random(in: 0.02...0.06, using: &generator)
        case .blurred:
            carrier = .phone
            defocus(using: &generator)
        case .inverted:
            carrier = .phone
            inverted = true
        case .clutter: backdrop = .clutter
        }
        if carrier == .phone { (whiteLevel, blackLevel) = (245, 20) }
        if preset == .noCode { backdrop = .clutter }
    }

    /// Adds the imperfections that every hand and camera has.
    private mutating func holdLoosely(using generator: inout some RandomNumberGenerator) {
        modulePixels = .random(in: 4...5.5, using: &generator)
        rotationDegrees = .random(in: -12...12, using: &generator)
        tiltXDegrees = .random(in: -10...10, using: &generator)
        tiltYDegrees = .random(in: -10...10, using: &generator)
        centreX = .random(in: 0.42...0.58, using: &generator)
        centreY = .random(in: 0.45...0.55, using: &generator)
        unevenness = .random(in: 0.1...0.35, using: &generator)
        blurSigma = .random(in: 0.5...0.8, using: &generator)
        noiseSigma = .random(in: 1.5...4, using: &generator)
        jpegQuality = 88
    }

    private mutating func darken(using generator: inout some RandomNumberGenerator) {
        whiteLevel = .random(in: 55...85, using: &generator)
        blackLevel = 14
        noiseSigma = .random(in: 3...5, using: &generator)
    }

    private mutating func tilt(using generator: inout some RandomNumberGenerator) {
        tiltYDegrees = .random(in: 25...40, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
        rotationDegrees = .random(in: -25...25, using: &generator)
    }

    private mutating func defocus(using generator: inout some RandomNumberGenerator) {
        blurSigma = .random(in: 1.2...1.6, using: &generator)
        motionPixels = .random(in: 1...3, using: &generator)
        motionDegrees = .random(in: 0...180, using: &generator)
    }
}
