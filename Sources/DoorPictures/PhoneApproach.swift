// What a camera sees while a guest brings a phone to it.

internal import Glibc

/// A guest who brings a phone to the lens: how it is held, and how sharp it is, at each moment.
///
/// The phone comes from below and from further away, slows down and then stays, with the tremor of a hand; the lens
/// hunts for its focus. At 20 cm from a webcam a millimetre has about 7 pixels of 1280.
public struct PhoneApproach: Sendable {
    /// The hall and the hand.
    public enum Kind: String, CaseIterable, Sendable {
        /// A bright entrance, with an exposure of 1/120 s, a steady hand, and a lens that focuses at once.
        case steady
        /// A dim hall, with an exposure of 1/30 s, a hand that shakes, and a lens that hunts.
        case shaky
    }

    /// Frames a second.
    public static let frameRate = 30.0
    /// At how many moments of an exposure the phone is drawn.
    private static let moments = 8

    /// A part of the tremor, in pixels and hertz.
    private struct Wave {
        let amplitude, frequency, phase: Double

        func value(at time: Double) -> Double { amplitude * sin(2 * .pi * (frequency * time + phase)) }
    }

    /// The scene when the phone has come.
    private let scene: DoorScene
    /// How long the phone takes to come, in seconds.
    private let duration: Double
    /// How long the shutter is open, in seconds.
    private let exposureTime: Double
    /// The tremor to the right, down, and about the lens's axis; the last one in degrees.
    private let tremor: [[Wave]]
    /// The search for the focus: its radius at first, in pixels, its frequency, and the time in which it fades.
    private let focus: (radius: Double, frequency: Double, fading: Double)

    /// - Parameters:
    ///   - kind: The hall and the hand.
    ///   - seed: The same seed gives the same guest on every machine.
    public init(_ kind: Kind, seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &chance) }
        func tremor(_ strength: Double) -> [Wave] {
            (0..<3).map { _ in Wave(amplitude: strength, frequency: random(3...10), phase: random(0...1)) }
        }
        var scene = DoorScene()
        (scene.width, scene.height, scene.carrier) = (1280, 720, .phone)
        scene.modulePixels = random(3...4.5)
        (scene.centreX, scene.centreY) = (random(0.4...0.6), random(0.42...0.58))
        scene.rotationDegrees = random(-12...12)
        (scene.tiltXDegrees, scene.tiltYDegrees) = (random(-12...12), random(-12...12))
        scene.unevenness = random(0...0.25)
        scene.blurSigma = random(0.4...0.7)
        scene.jpegQuality = 88
        switch kind {
        case .steady:
            (scene.whiteLevel, scene.blackLevel, scene.noiseSigma) = (random(215...245), 20, random(1.5...3))
            (exposureTime, focus) = (1.0 / 120, (random(2...4), random(0.8...1.6), random(0.2...0.4)))
        case .shaky:
            (scene.whiteLevel, scene.blackLevel, scene.noiseSigma) = (random(130...200), 24, random(3...6))
            (exposureTime, focus) = (1.0 / 30, (random(4...9), random(0.8...1.6), random(0.8...2)))
        }
        duration = random(0.7...1.2)
        let strength = kind == .steady ? random(0.3...0.8) : random(1.5...3.5)
        self.tremor = [tremor(strength), tremor(strength), tremor(strength / 10)]
        self.scene = scene
    }

    /// Returns how the phone is held during the exposure of a frame.
    ///
    /// - Parameter number: 0 for the frame in which the phone appears.
    /// - Returns: Scenes at equal intervals.
    public func exposure(ofFrame number: Int) -> [DoorScene] {
        (0..<Self.moments).map { moment in
            let share = (Double(moment) + 0.5) / Double(Self.moments)
            return scene(at: Double(number) / Self.frameRate + share * exposureTime)
        }
    }

    /// Returns whether a frame shows the whole code.
    ///
    /// - Parameters:
    ///   - number: 0 for the frame in which the phone appears.
    ///   - modules: The modules in a row of the code.
    /// - Returns: `false` if a part of it is outside.
    public func showsAll(inFrame number: Int, ofModules modules: Int) -> Bool {
        let scene = scene(at: Double(number) / Self.frameRate)
        let turn = scene.rotationDegrees * .pi / 180
        let reach = Double(modules) * scene.modulePixels / 2 * (abs(cos(turn)) + abs(sin(turn)))
        let (x, y) = (scene.centreX * Double(scene.width), scene.centreY * Double(scene.height))
        return x >= reach && y >= reach && x + reach <= Double(scene.width) && y + reach <= Double(scene.height)
    }

    private func scene(at time: Double) -> DoorScene {
        var scene = scene
        // Hands move with the least jerk (Flash and Hogan, 1985).
        let share = min(time / duration, 1)
        let way = share * share * share * (10 - 15 * share + 6 * share * share)
        let shift = tremor.map { waves in waves.reduce(0) { $0 + $1.value(at: time) } }
        scene.modulePixels *= 0.5 + 0.5 * way
        scene.centreX = within(scene.centreX + shift[0] / Double(scene.width))
        scene.centreY = within(1 + (scene.centreY - 1) * way + shift[1] / Double(scene.height))
        scene.rotationDegrees += shift[2]
        scene.defocusPixels = focus.radius * abs(cos(2 * .pi * focus.frequency * time)) * exp(-time / focus.fading)
        return scene
    }

    private func within(_ share: Double) -> Double { min(max(share, 0), 1) }
}
