// What controls are called.

internal import CVideo4Linux

/// Names of controls, as `v4l2-ctl` makes them of the drivers' texts.
enum CameraControlName {
    /// The names that Linux 5.16 changed, by what they were before.
    private static let renamed = [
        "exposure_auto": "auto_exposure",
        "exposure_absolute": "exposure_time_absolute",
        "exposure_auto_priority": "exposure_dynamic_framerate",
        "focus_auto": "focus_automatic_continuous",
        "white_balance_temperature_auto": "white_balance_automatic",
    ]

    /// Today's name of a control.
    ///
    /// - Parameters:
    ///   - number: V4L2's number; drivers may call the ones that a door sets whatever they like.
    ///   - text: What the driver calls it, for example `Exposure, Dynamic Framerate`.
    /// - Returns: Lower case, with `_` between words.
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

    /// - Parameter name: Today's name or the one from before Linux 5.16.
    /// - Returns: Today's name.
    static func current(_ name: String) -> String { renamed[name] ?? name }

    /// Lower case, one `_` for whatever is between letters and digits.
    private static func plain(_ text: String) -> String {
        text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "_")
    }
}
