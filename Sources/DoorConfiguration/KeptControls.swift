// The camera controls that the configuration can save.

package import Scanner

/// The keys that make `doorcheck run` restore a camera's current settings.
package struct KeptControls {
    /// The keys and their values, in the configuration's order.
    package let values: [(key: ConfigurationKey, value: ConfigurationValue)]
    /// Controls that were set but have no key.
    package let lost: [String]

    /// - Parameters:
    ///   - names: The current names of the controls that were set.
    ///   - controls: All controls of the camera with their current values.
    package init(of names: [String], in controls: [CameraControl]) {
        func value(_ name: String) -> Int? { controls.first { $0.name == name }?.value }
        var values: [(ConfigurationKey, ConfigurationValue)] = []
        func keep(_ key: ConfigurationKey, _ value: ConfigurationValue?) {
            if let value, value.fits(key.kind) { values.append((key, value)) }
        }
        if names.contains("auto_exposure") || names.contains("exposure_time_absolute") {
            // 0 and 3 mean that the camera chooses the exposure time (V4L2_CID_EXPOSURE_AUTO).
            keep(.cameraExposure, value("auto_exposure").map { .text($0 == 0 || $0 == 3 ? "auto" : "manual") })
            keep(.cameraExposureTime, value("exposure_time_absolute").map { .integer($0) })
        }
        if names.contains("focus_automatic_continuous") || names.contains("focus_absolute") {
            // A lens without autofocus keeps its position.
            keep(.cameraFocus, .text(value("focus_automatic_continuous") == 1 ? "auto" : "fixed"))
            keep(.cameraFocusPlace, value("focus_absolute").map { .integer($0) })
        }
        if names.contains("power_line_frequency") {
            let words = ["off", "50", "60", "auto"]
            keep(
                .cameraPowerLine, value("power_line_frequency").flatMap { words.indices ~= $0 ? .text(words[$0]) : nil }
            )
        }
        if names.contains("exposure_dynamic_framerate") {
            keep(.cameraPriority, value("exposure_dynamic_framerate").map { .text($0 == 0 ? "rate" : "light") })
        }
        self.values = values
        lost = names.filter { !Self.known.contains($0) }
    }

    private static let known: Set = [
        "auto_exposure", "exposure_time_absolute", "focus_automatic_continuous", "focus_absolute",
        "power_line_frequency", "exposure_dynamic_framerate",
    ]
}
