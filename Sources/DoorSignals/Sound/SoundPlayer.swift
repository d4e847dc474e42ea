// Sounds that nobody waits for.

internal import Dispatch
internal import Synchronization

/// Plays the newest sound on a thread of its own; a new one cuts the last one short.
///
/// A card that hangs holds this thread and nothing else: nobody ever waits for it.
public final class SoundPlayer: Sendable {
    private struct Wish {
        var sound: Sound?
        var isAtWork = false
    }

    /// Only the queue ever takes the lock.
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
    ///   - device: As ALSA names it.
    ///   - volume: 0 to 100.
    ///   - onChange: Gets the reason when sounds are heard no more, and nil when they are heard again.
    public init(device: String, volume: Int, onChange: @escaping @Sendable (SoundError?) -> Void) {
        speaker = Speaker(device: device)
        samples = Dictionary(uniqueKeysWithValues: Sound.allCases.map { ($0, $0.samples(volume: volume)) })
        self.onChange = onChange
    }

    /// Closing may hang as well.
    deinit { queue.async { [speaker] in withExtendedLifetime(speaker) {} } }

    /// Opens the card, so that one that is missing is told before the first guest comes.
    public func prepare() {
        queue.async { self.tell { speaker throws(SoundError) in try speaker.open() } }
    }

    /// Returns at once.
    public func play(_ sound: Sound) {
        let isIdle = wish.withLock { wish in
            defer { wish = Wish(sound: sound, isAtWork: true) }
            return !wish.isAtWork
        }
        if isIdle { queue.async { self.playWishes() } }
    }

    /// Whether a sound is being played, or the card holds the thread.
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

    /// A card that is still missing is told once.
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
