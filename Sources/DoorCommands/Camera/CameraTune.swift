// `doorcheck camera tune`

import ArgumentParser
import DoorConfiguration
import DoorDiagnostics
import DoorOutput
import Scanner

struct CameraTune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Find and keep the focus and exposure that read a code best.",
        discussion: """
            Fix a printed ticket, or a phone at full brightness, where guests will hold theirs, in the light of the \
            evening. The command tries focus positions and shorter and shorter exposures, then keeps the best ones in \
            the configuration's [camera] table. This takes up to a minute. A camera without such controls is reported.

              doorcheck camera tune
              doorcheck camera tune --dry-run     find them, and change nothing
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("The camera (default: the configuration's).", valueName: "device"), completion: .file())
    var device: String?

    @Flag(help: "Find the settings without keeping them.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try configuration.load()
        let path = device ?? settings.cameraPath
        let before = try VideoDevice.controls(of: path)
        let focus = Self.control("focus_absolute", in: before)
        let exposure = Self.control("exposure_time_absolute", in: before)
        guard focus != nil || exposure != nil else {
            throw CommandError(
                .unavailable,
                "\(path) has neither a lens nor an exposure that can be set, so there is nothing to tune; move it, "
                    + "or its lamp."
            )
        }
        try output.begin(TunedControlLine.self)
        let camera = TunedCamera(path: path, request: settings.video)
        var names: [String] = []
        do {
            if let focus { names += try await tune(focus, camera, before) }
            if let exposure { names += try await tune(exposure: exposure, camera, before) }
        } catch {
            Self.restore(before, path)
            throw error
        }
        guard !dryRun else { return Self.restore(before, path) }
        try ControlKeeper(configuration: configuration)
            .keep(names, of: VideoDevice.controls(of: path), camera: path)
    }

    /// - Returns: The names of the controls that were set.
    private func tune(
        _ focus: CameraControl, _ camera: TunedCamera, _ known: [CameraControl]
    ) async throws -> [String] {
        let automatic = Self.control("focus_automatic_continuous", in: known).map { [(name: $0.name, value: 0)] } ?? []
        let found = try await FocusSearch(control: focus).best { place in
            try await camera.view(automatic + [(focus.name, place)])
        }
        guard found.view.read > 0 else {
            throw CommandError(
                .unavailable,
                "No code was read at any focus; hold one where guests will, with more light on it, and try again."
            )
        }
        _ = try await camera.view(automatic + [(focus.name, found.place)])
        try output.add(
            TunedControlLine(control: focus.name, value: found.place, view: found.view),
            text: "focus     \(found.place): \(Self.text(found.view))\n")
        return automatic.map(\.name) + [focus.name]
    }

    /// - Returns: The names of the controls that were set.
    private func tune(
        exposure: CameraControl, _ camera: TunedCamera, _ known: [CameraControl]
    ) async throws -> [String] {
        // 1 is manual exposure, 3 is automatic (V4L2_CID_EXPOSURE_AUTO).
        let mode = Self.control("auto_exposure", in: known)
        let byHand = mode.map { [(name: $0.name, value: 1)] } ?? []
        let found = try await ExposureSearch(control: exposure).best { time in
            try await camera.view(byHand + [(exposure.name, time)])
        }
        guard let found else {
            if let mode {
                let automatic = [3, 0].first(where: mode.allows) ?? mode.defaultValue
                _ = try await camera.view([(mode.name, automatic)])
            }
            try output.add(
                TunedControlLine(control: exposure.name),
                text: "exposure  automatic: with a fixed one it is too dark, or no code is read\n")
            return mode.map { [$0.name] } ?? []
        }
        _ = try await camera.view(byHand + [(exposure.name, found.time)])
        try output.add(
            TunedControlLine(control: exposure.name, value: found.time, view: found.view),
            text: "exposure  \(Double(found.time) / 10) ms: \(Self.text(found.view))\n")
        return byHand.map(\.name) + [exposure.name]
    }

    /// Returns a writable control, including one that has no effect until its automatic mode is off.
    private static func control(_ name: String, in controls: [CameraControl]) -> CameraControl? {
        controls.first { $0.name == name && !$0.isReadOnly }
    }

    /// Restores the original values; ignores a camera that was unplugged.
    private static func restore(_ controls: [CameraControl], _ path: String) {
        for name in ["focus_absolute", "focus_automatic_continuous", "exposure_time_absolute", "auto_exposure"] {
            guard let value = control(name, in: controls)?.value else { continue }
            try? VideoDevice.set([(name, value)], of: path)
        }
    }

    private static func text(_ view: CameraView) -> String {
        "read in \(Int(view.read * 100)) % of the pictures, edges of \(Int(view.edge)), brightness \(Int(view.mean))"
    }
}

/// A control that was tuned; without a value if the camera's automatic setting is better.
struct TunedControlLine: OutputRecord {
    static let columns = ["control", "value", "read", "edge", "brightness"]

    let schema = 1
    let control: String
    let value: Int?
    /// The share of pictures in which the code was read, 0 to 1.
    let read: Double?
    /// The steepest edges, 0 to 255.
    let edge: Double?
    /// The mean brightness, 0 to 255.
    let brightness: Double?

    init(control: String, value: Int? = nil, view: CameraView? = nil) {
        self.control = control
        self.value = value
        (read, edge, brightness) = (view?.read, view?.edge, view?.mean)
    }
}
