// What the door sounds like.

/// A sound that says one thing, told from the others by rhythm as well as by pitch.
///
/// All lie between 1 and 3 kHz, where ears are at their best and a small loudspeaker is loud; a crowd's voices are
/// mostly below.
public enum Sound: String, CaseIterable, Sendable {
    /// Somebody enters: two tones that rise.
    case admitted
    /// Staff decides: three short high tones.
    case staff
    /// Nobody enters: one long low tone.
    case refused
    /// Nothing new: one tick.
    case noted

    /// The tones, one after the other.
    var tones: [Tone] {
        switch self {
        case .admitted: [Tone(1200, from: 0, to: 110), Tone(1800, from: 130, to: 310)]
        case .staff: [0, 170, 340].map { Tone(2400, from: $0, to: $0 + 90) }
        case .refused: [Tone(1000, from: 0, to: 700)]
        case .noted: [Tone(1500, from: 0, to: 60)]
        }
    }

    /// The sound as a loudspeaker takes it.
    ///
    /// - Parameter volume: 0, which is silence, to 100, the loudest without clipping; half of it is half the amplitude.
    /// - Returns: One channel, ``Loudspeaker/framesPerSecond``.
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
