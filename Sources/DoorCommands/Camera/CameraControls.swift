// `doorcheck camera controls`

import ArgumentParser
import DoorConfiguration
import DoorOutput
import Scanner

struct CameraControls: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controls",
        abstract: "List the controls of a camera, or set and keep them.",
        discussion: """
            A camera loses these settings when it loses power. Exposure, focus, power line frequency and frame rate \
            are therefore kept in the configuration's [camera] table, which `doorcheck run` applies each time it opens \
            the camera.

              doorcheck camera controls                                   list them
              doorcheck camera controls auto_exposure=1 exposure_time_absolute=100
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("The camera (default: the configuration's).", valueName: "device"), completion: .file())
    var device: String?

    @OptionGroup var output: OutputOptions

    @Argument(
        help: ArgumentHelp(
            "Controls to set, as NAME=VALUE; names from before Linux 5.16 work too.", valueName: "settings"),
        transform: Setting.parsed)
    var settings: [Setting] = []

    /// A `NAME=VALUE` argument on the command line.
    struct Setting {
        let name: String
        let value: Int

        static func parsed(_ argument: String) throws -> Setting {
            let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let value = Int(parts[1]) else {
                throw ValidationError("expected NAME=VALUE with a whole number, such as auto_exposure=1.")
            }
            return Setting(name: String(parts[0]), value: value)
        }
    }

    func run() async throws {
        let path = try device ?? configuration.load().cameraPath
        try VideoDevice.set(settings.map { ($0.name, $0.value) }, of: path)
        let controls = try VideoDevice.controls(of: path)
        if !settings.isEmpty {
            let names = settings.map { CameraControl.currentName($0.name) }
            try ControlKeeper(configuration: configuration).keep(names, of: controls, camera: path)
        }
        var table = TextTable("CONTROL", "VALUE", "DEFAULT", "MAY BE")
        for control in controls {
            let value = control.value.map(String.init) ?? "?"
            table.add(control.name, value, String(control.defaultValue), Self.range(of: control))
        }
        try output.write(controls.map(ControlLine.init), text: table.text)
    }

    private static func range(of control: CameraControl) -> String {
        let state = control.isReadOnly ? ", read only" : control.isInactive ? ", without effect now" : ""
        return control.expectation.replacing("a whole number from ", with: "") + state
    }
}

/// A control of a camera.
struct ControlLine: OutputRecord {
    static let columns = [
        "control", "number", "kind", "value", "default", "minimum", "maximum", "step", "read_only", "inactive",
    ]

    let schema = 1
    let control: String
    let number: Int
    let kind: String
    let value: Int?
    let `default`: Int
    let minimum: Int
    let maximum: Int
    let step: Int
    /// The values of a menu and their meanings.
    let choices: [String: String]?
    let readOnly: Bool
    let inactive: Bool

    init(_ line: CameraControl) {
        control = line.name
        number = Int(line.number)
        kind = "\(line.kind)"
        value = line.value
        `default` = line.defaultValue
        (minimum, maximum, step) = (line.range.lowerBound, line.range.upperBound, line.step)
        let named = line.choices.map { (String($0.key), $0.value) }
        choices = named.isEmpty ? nil : Dictionary(named, uniquingKeysWith: { first, _ in first })
        readOnly = line.isReadOnly
        inactive = line.isInactive
    }
}
