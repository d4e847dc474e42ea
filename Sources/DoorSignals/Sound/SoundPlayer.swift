// Plays sounds in the background.

internal import Dispatch
internal import Synchronization

/// Plays the newest sound on a separate thread; a new sound interrupts the last one.
///
/// A card that hangs blocks only this thread, for which no one ever waits.
public final class SoundPlayer: Sendable {
    private struct Wish {
        var sound: Sound?
        var isAtWork = false
    }

    /// The lock is only ever taken on the queue.
    private final class Speaker: Sendable {
        let loudspeaker: Mutex<Loudspeaker>

        init(device: String) { loudspeaker = Mutex(Loudspeaker(device: device)) }
    }

    private let queue = DispatchQueue(label: "sound")
    private let wish = Mutex(Wish())
    private let speaker: Speaker
    private let trouble = Mutex<SoundError?>(nil)
    private let samples: [Sound: [Int16]]
    private let onChange: @Sendable (SoundError?) -> Void

    /// - Parameters:
    ///   - device: The ALSA device.
    ///   - volume: The volume, 0 to 100.
    ///   - onChange: Called with the error when sounds can no longer be heard, and with `nil` when they can again.
    public init(device: String, volume: Int, onChange: @escaping @Sendable (SoundError?) -> Void) {
        speaker = Speaker(device: device)
        samples = Dictionary(uniqueKeysWithValues: Sound.allCases.map { ($0, $0.samples(volume: volume)) })
        self.onChange = onChange
    }

    /// Closing the card may hang as well.
    deinit { queue.async { [speaker] in withExtendedLifetime(speaker) {} } }

    /// Opens the card, so that a missing one is reported before the first guest arrives.
    public func prepare() {
        queue.async { self.tell { speaker throws(SoundError) in try speaker.open() } }
    }

    /// Plays a sound in the background; returns at once.
    public func play(_ sound: Sound) {
        let isIdle = wish.withLock { wish in
            defer { wish = Wish(sound: sound, isAtWork: true) }
            return !wish.isAtWork
        }
        if isIdle { queue.async { self.playWishes() } }
    }

    /// Whether a sound is playing, or the card blocks the thread.
    public var isPlaying: Bool { wish.withLock(\.isAtWork) }

    private func playWishes() {
        while let sound = nextWish() {
            tell { speaker throws(SoundError) in
                try speaker.play(samples[sound] ?? []) { wish.withLock { $0.sound == nil } }
            }
        }
    }

    private func nextWish() -> Sound? {
        wish.withLock { wish in
            defer { wish = Wish(sound: nil, isAtWork: wish.sound != nil) }
            return wish.sound
        }
    }

    /// Reports a card that remains missing only once.
    private func tell(_ action: (Loudspeaker) throws(SoundError) -> Void) {
        var error: SoundError?
        do throws(SoundError) {
            try speaker.loudspeaker.withLock { speaker throws(SoundError) in try action(speaker) }
        } catch let failure {
            error = failure
        }
        let last = trouble.withLock { trouble in
            defer { trouble = error }
            return trouble
        }
        if (error == nil) != (last == nil) { onChange(error) }
    }
}
