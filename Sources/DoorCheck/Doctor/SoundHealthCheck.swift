// The health check of the sound card.

import DoorSignals

/// Checks whether the configured sound card can be opened; plays nothing.
struct SoundHealthCheck: HealthCheck {
    let isMute: Bool
    let device: String

    func findings() async -> [HealthCheckResult] {
        guard !isMute else { return [] }
        do throws(SoundError) {
            try Loudspeaker(device: device).open()
            return [.ok("sound", "\(device) can be played on; `doorcheck sound test` lets you hear it")]
        } catch {
            // The error contains the finding and the advice; only a warning, because the door works without sound.
            let parts = error.description.split(separator: ": ", maxSplits: 1)
            return [
                .warning(
                    "sound", String(parts[0]),
                    do: parts.count > 1 ? String(parts[1]) : "`doorcheck sound test` says more")
            ]
        }
    }
}
