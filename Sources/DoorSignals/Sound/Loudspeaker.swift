// Sound output through ALSA.

internal import CALSA

/// Plays samples, and opens the sound card when first needed and again after an error.
///
/// Calls may block as long as a driver does; make them on a thread that no one waits for.
public final class Loudspeaker {
    private let device: String
    private var card: OpaquePointer?

    /// The sample rate of the single 16-bit channel; ALSA converts it if the card has another.
    public static let framesPerSecond = 48_000
    /// The number of frames written at once, so that a sound can be interrupted within 10 ms.
    private static let slice = framesPerSecond / 100
    /// The latency of the card's buffer; a shorter one stutters when the machine is busy.
    private static let latencyMicroseconds: UInt32 = 100_000
    private static let timeout = Duration.seconds(2)

    /// - Parameter device: The ALSA device: `default`, `plughw:1,0`, `null`.
    public init(device: String) {
        self.device = device
    }

    deinit { close() }

    /// Opens the card unless it is open.
    ///
    /// - Throws: ``SoundError``.
    public func open() throws(SoundError) {
        guard card == nil else { return }
        dc_alsa_be_quiet()
        var opened: OpaquePointer?
        // Non-blocking: a card that another program uses returns an error at once.
        try check(snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
        card = opened
        let result = snd_pcm_set_params(
            opened, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(Self.framesPerSecond), 1,
            Self.latencyMicroseconds
        )
        if result < 0 { close() }
        try check(result)
    }

    /// Plays a sound, and returns when it has been heard completely or is no longer wanted.
    ///
    /// Reopens a card that was unplugged after the last sound.
    ///
    /// - Parameters:
    ///   - samples: The samples of one channel, with ``framesPerSecond``.
    ///   - isWanted: Called every 10 ms; `false` interrupts the sound.
    /// - Throws: ``SoundError``.
    public func play(_ samples: [Int16], while isWanted: () -> Bool) throws(SoundError) {
        if card != nil, (try? write(samples, while: isWanted)) != nil { return }
        close()
        try open()
        do throws(SoundError) {
            try write(samples, while: isWanted)
        } catch {
            close()
            throw error
        }
    }

    private func write(_ samples: [Int16], while isWanted: () -> Bool) throws(SoundError) {
        // The last sound may have ended with an underrun, or have been interrupted.
        snd_pcm_drop(card)
        try check(snd_pcm_prepare(card))
        // The card starts when its buffer is full. Only silence is left in the buffer once all samples are written.
        let silence = [Int16](repeating: 0, count: Int(try bufferFrames()))
        var rest = (samples + silence)[...]
        var progress = ContinuousClock.now
        while !rest.isEmpty {
            guard isWanted() else {
                snd_pcm_drop(card)
                return
            }
            let count = rest.prefix(Self.slice).withUnsafeBufferPointer {
                snd_pcm_writei(card, $0.baseAddress, UInt($0.count))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
                progress = .now
            } else if count == -Int(EAGAIN) {
                guard progress.duration(to: .now) < Self.timeout else { throw .stuck(device) }
                snd_pcm_wait(card, 10)
            } else {
                // After an underrun or a suspend, the sound continues where it was.
                try check(snd_pcm_recover(card, Int32(count), 1))
            }
        }
    }

    private func bufferFrames() throws(SoundError) -> snd_pcm_uframes_t {
        var (buffer, period) = (snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
        try check(snd_pcm_get_params(card, &buffer, &period))
        return buffer
    }

    private func close() {
        if let card { snd_pcm_close(card) }
        card = nil
    }

    private func check(_ result: Int32) throws(SoundError) {
        guard result < 0 else { return }
        throw SoundError(result, device: device)
    }
}
