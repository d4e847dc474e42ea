// The health check of a camera.

import QRReader
import Scanner

/// Checks whether a camera delivers the requested pictures, and whether a code could be read in them.
struct CameraHealthCheck: HealthCheck {
    let path: String
    let request: VideoRequest

    /// The number of frames in which most webcams adjust their exposure.
    private static let adjusting = 10
    private static let measured = Duration.seconds(2)

    func findings() async -> [HealthCheckResult] {
        do {
            let look = try await CameraProbe(path: path, request: request, skipping: Self.adjusting, for: Self.measured)
            return [rate(of: look)] + gaps(of: look) + [await picture(look.newest)]
        } catch CameraError.busy {
            return [
                .warning(
                    "camera", "\(path) is in use, so it cannot be checked",
                    do: "if the open door uses it, all is well; otherwise close the program that uses it"
                )
            ]
        } catch {
            return [.failure("camera", error)]
        }
    }

    private func rate(of look: CameraProbe) -> HealthCheckResult {
        let rate = look.framesPerSecond
        let found = "\(path) gives \(look.setting), \(Int(rate.rounded())) pictures a second in this light"
        guard rate >= 10 else {
            return .warning("camera", found, do: "add light, or set `camera.priority = \"rate\"`: codes are read late")
        }
        return .ok("camera", found)
    }

    private func gaps(of look: CameraProbe) -> [HealthCheckResult] {
        look.gaps.map { .warning("camera", "\($0)", do: "set it to `keep` under `[camera]`, or use another camera") }
    }

    private func picture(_ frame: Frame) async -> HealthCheckResult {
        let quality = PictureQuality(frame)
        if quality.isDark {
            return .failure("picture", "it is dark", do: "take off the lens cap; put a lamp on the phone's side")
        }
        if quality.isOverexposed {
            return .warning(
                "picture", "\(Int(quality.white * 100)) % of it is plain white",
                do: "turn the camera away from lamps and windows, or set a shorter `camera.exposure_time`"
            )
        }
        if await Self.hasCode(frame) {
            return .ok("picture", "it shows a code that can be read")
        }
        guard quality.isSharp else {
            return .warning(
                "picture", "it has no sharp edges",
                do: "hold a ticket where guests will; if it is still blurred, wipe the lens or set `camera.focus`"
            ).inOffice(.tuning)
        }
        return .ok("picture", "it is sharp and well exposed, and shows no code")
    }

    private static func hasCode(_ frame: Frame) async -> Bool {
        guard let found = try? await PictureDecoder(.outOfProcess).codes(in: frame) else { return false }
        return !found.codes.isEmpty
    }
}
