// The sounds of a door.

/// A sound with one meaning, distinguishable from the others by rhythm as well as by pitch.
///
/// All are between 1 and 3 kHz, where hearing is most sensitive and small loudspeakers are loud; most of a crowd's
/// voices are lower.
public enum Sound: String, CaseIterable, Sendable {
    /// Someone enters: two rising tones.
    case admitted
    /// Staff decide: three short high tones.
    case staff
    /// No one enters: one long low tone.
    case refused
    /// Nothing new: one tick.
    case noted

    /// The tones in order.
    var tones: [Tone] {
        switch self {
        case .admitted: [Tone(1200, from: 0, to: 110), Tone(1800, from: 130, to: 310)]
        case .staff: [0, 170, 340].map { Tone(2400, from: $0, to: $0 + 90) }
        case .refused: [Tone(1000, from: 0, to: 700)]
        case .noted: [Tone(1500, from: 0, to: 60)]
        }
    }

    /// Returns the samples of the sound.
    ///
    /// - Parameter volume: From 0, silence, to 100, the loudest without clipping; half the volume is half the
    ///   amplitude.
    /// - Returns: The samples of one channel, with ``Loudspeaker/framesPerSecond``.
    public func samples(volume: Int) -> [Int16] {
        let end = tones.map(\.end).max() ?? 0
        let count = end * Loudspeaker.framesPerSecond / 1000
        let loudest = Double(Int16.max) * Double(volume) / 100
        return (0..<count).map { frame in
            let seconds = Double(frame) / Double(Loudspeaker.framesPerSecond)
            return Int16(loudest * tones.reduce(0) { $0 + $1.level(atSeconds: seconds) })
        }
    }
}
