// The names of controls.

internal import CVideo4Linux

/// Names of controls, derived from the drivers' texts as in `v4l2-ctl`.
enum CameraControlName {
    /// The names that Linux 5.16 changed, keyed by the old name.
    private static let renamed = [
        "exposure_auto": "auto_exposure",
        "exposure_absolute": "exposure_time_absolute",
        "exposure_auto_priority": "exposure_dynamic_framerate",
        "focus_auto": "focus_automatic_continuous",
        "white_balance_temperature_auto": "white_balance_automatic",
    ]

    /// Returns the current name of a control.
    ///
    /// - Parameters:
    ///   - number: The V4L2 id; for controls that a door sets, it determines the name whatever the driver's text.
    ///   - text: The driver's text, for example `Exposure, Dynamic Framerate`.
    /// - Returns: The name in lower case, with `_` between words.
    static func name(of number: UInt32, driver text: String) -> String {
        switch number {
        case DC_POWER_LINE_FREQUENCY.rawValue: "power_line_frequency"
        case DC_EXPOSURE_AUTO.rawValue: "auto_exposure"
        case DC_EXPOSURE_ABSOLUTE.rawValue: "exposure_time_absolute"
        case DC_EXPOSURE_AUTO_PRIORITY.rawValue: "exposure_dynamic_framerate"
        case DC_FOCUS_ABSOLUTE.rawValue: "focus_absolute"
        case DC_FOCUS_AUTO.rawValue: "focus_automatic_continuous"
        default: current(plain(text))
        }
    }

    /// Returns the current name of a control.
    ///
    /// - Parameter name: The current name, or the one before Linux 5.16.
    /// - Returns: The current name.
    static func current(_ name: String) -> String { renamed[name] ?? name }

    /// Converts to lower case and replaces each run of other characters than letters and digits with one `_`.
    private static func plain(_ text: String) -> String {
        text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "_")
    }
}
