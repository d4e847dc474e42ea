// A tone of a sound.

internal import Glibc

/// A tone that fades in and out within 5 ms, so that it does not click.
struct Tone {
    private let hertz: Double
    /// The start, in milliseconds from the beginning of the sound.
    private let begin: Int
    /// The end, in milliseconds from the beginning of the sound.
    let end: Int

    private static let rampSeconds = 0.005
    /// The level of the third harmonic, which makes a tone easier to hear from a small loudspeaker than a sine.
    private static let edge = 0.2

    /// - Parameters:
    ///   - hertz: The frequency.
    ///   - begin: The start, in milliseconds.
    ///   - end: The end, in milliseconds; the tones of a sound do not overlap.
    init(_ hertz: Double, from begin: Int, to end: Int) {
        (self.hertz, self.begin, self.end) = (hertz, begin, end)
    }

    /// - Parameter seconds: The time from the beginning of the sound.
    /// - Returns: A level between -1 and 1; 0 outside the tone.
    func level(atSeconds seconds: Double) -> Double {
        let (elapsed, rest) = (seconds - Double(begin) / 1000, Double(end) / 1000 - seconds)
        guard elapsed >= 0, rest >= 0 else { return 0 }
        let ramp = min(1, min(elapsed, rest) / Self.rampSeconds)
        let phase = 2 * Double.pi * hertz * elapsed
        return (1 - cos(.pi * ramp)) / 2 * ((1 - Self.edge) * sin(phase) + Self.edge * sin(3 * phase))
    }
}
