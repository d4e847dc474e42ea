// The doctor listens whether there is a sound card.

import DoorSignals

/// Whether the sound card of the configuration can be opened; nothing is played.
struct SoundHealthCheck: HealthCheck {
    let isMute: Bool
    let device: String

    func findings() async -> [HealthCheckResult] {
        guard !isMute else { return [] }
        do throws(SoundError) {
            try Loudspeaker(device: device).open()
            return [.ok("sound", "\(device) can be played on; `doorcheck sound test` lets you hear it")]
        } catch {
            // What is wrong, and what to do: the door goes on without.
            let parts = error.description.split(separator: ": ", maxSplits: 1)
            return [
                .warning(
                    "sound", String(parts[0]),
                    do: parts.count > 1 ? String(parts[1]) : "`doorcheck sound test` says more")
            ]
        }
    }
}
