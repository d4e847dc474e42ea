// A tone of a sound.

internal import Glibc

/// A tone that swells and fades in 5 ms, so that it does not click.
struct Tone {
    private let hertz: Double
    /// In milliseconds from the sound's begin.
    private let begin: Int
    /// In milliseconds from the sound's begin.
    let end: Int

    private static let rampSeconds = 0.005
    /// Of the third harmonic, which makes a tone of a small loudspeaker easier to hear than a sine.
    private static let edge = 0.2

    /// - Parameters:
    ///   - hertz: Its pitch.
    ///   - begin: In milliseconds.
    ///   - end: In milliseconds; two tones of a sound do not overlap.
    init(_ hertz: Double, from begin: Int, to end: Int) {
        (self.hertz, self.begin, self.end) = (hertz, begin, end)
    }

    /// - Parameter seconds: From the sound's begin.
    /// - Returns: Between -1 and 1; 0 where the tone is not.
    func level(atSeconds seconds: Double) -> Double {
        let (elapsed, rest) = (seconds - Double(begin) / 1000, Double(end) / 1000 - seconds)
        guard elapsed >= 0, rest >= 0 else { return 0 }
        let ramp = min(1, min(elapsed, rest) / Self.rampSeconds)
        let phase = 2 * Double.pi * hertz * elapsed
        return (1 - cos(.pi * ramp)) / 2 * ((1 - Self.edge) * sin(phase) + Self.edge * sin(3 * phase))
    }
}
