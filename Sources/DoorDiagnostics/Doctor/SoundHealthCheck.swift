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
            return [.ok("sound", "\(device) works; `doorcheck sound test` plays the verdict sounds")]
        } catch {
            // A missing sound card is only a warning: the door works without one.
            return [.warning("sound", error.problem, do: error.remedy)]
        }
    }
}
