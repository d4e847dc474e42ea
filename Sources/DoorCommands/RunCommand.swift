// `doorcheck run`: runs a door.

import ArgumentParser
import DoorConfiguration
import DoorDaemon
import DoorInstallation
import Ledger
import Scanner

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the door: watch the cameras, admit each ticket once, show every verdict.",
        discussion: """
            Runs until SIGINT or SIGTERM. A camera that was unplugged is used again as soon as it is back.

              doorcheck run --event summer-night --gate north
              doorcheck run --camera /dev/video0 --camera /dev/video2
              doorcheck run --frames photos/       pictures instead of a camera
              doorcheck run --scanner auto         a USB barcode scanner, read as a device
              doorcheck run --stdin                codes from a program, or typed
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event at the door (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("The gate (default: the configuration's).", valueName: "name"))
    var gate: String?

    @Option(
        help: ArgumentHelp("A camera; may be given several times (default: the configuration's).", valueName: "device"),
        completion: .file()
    )
    var camera: [String] = []

    @Option(
        help: ArgumentHelp(
            "A USB barcode scanner, or auto for the first device that identifies as a barcode scanner.",
            valueName: "device"),
        completion: .file()
    )
    var scanner: String?

    @Option(
        help: ArgumentHelp(
            "Read pictures from this folder instead of a camera, in the order of their names.", valueName: "folder"))
    var frames: String?

    @Option(help: ArgumentHelp("Pictures per second (default: as fast as they are read).", valueName: "n"))
    var rate: Double?

    @Flag(help: "Loop over the folder.")
    var loop = false

    @Flag(help: "Read codes from standard input, one per line, in addition to --camera or --frames.")
    var stdin = false

    @Flag(help: "Trust the system clock even if the ledger has later scans.")
    var trustClock = false

    @Flag(inversion: .prefixedNo, help: "Serve the door display.")
    var display: Bool?

    @OptionGroup var output: OutputOptions

    @Flag(name: [.short, .long], help: "Log every verdict to standard error as well.")
    var verbose = false

    func validate() throws {
        guard camera.isEmpty || frames == nil else { throw ValidationError("Use --frames or --camera, not both.") }
        guard Set(camera).count == camera.count else { throw ValidationError("--camera names a camera twice.") }
        guard frames != nil || (rate == nil && !loop) else {
            throw ValidationError("--rate and --loop go with --frames.")
        }
        guard (0.001...1000).contains(rate ?? 1) else {
            throw ValidationError("--rate expects pictures per second, from 0.001 to 1000.")
        }
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let hasDisplay = display ?? context.configuration.hasDisplay
        if hasDisplay { try context.configuration.checkDisplay() }
        let event = try await context.event(named: event)
        let gate = try await context.gate(named: gate, of: event)
        try await context.ledger.quickCheck()
        let options = Daemon.Options(
            sources: try sources(context.configuration),
            trustsClock: trustClock,
            hasDisplay: hasDisplay,
            format: output.json ? .json : output.csv ? .csv : .text,
            isVerbose: verbose
        )
        try await Daemon(context, event: event, gate: gate, options: options).run()
    }

    /// Returns the sources of codes. Standard input or a scanner alone means no camera; a camera that is named is
    /// used as well.
    private func sources(_ settings: Configuration) throws -> [CodeSource] {
        let isWithoutCamera = stdin || scanner != nil
        var hands: [CodeSource] = stdin ? [.lines(StandardInput())] : []
        // The configured scanner may be the one that types into standard input.
        if let scanner = scanner ?? (stdin ? nil : settings.scanner) {
            hands.append(.scanner(BarcodeScanner(path: scanner == "auto" ? nil : scanner)))
        }
        if let frames {
            if let problem = try PictureWalk([frames]).problems.first { throw problem }
            let limits = settings.imageLimits
            let folder = try FrameFolder(
                path: frames, framesPerSecond: rate, isRepeated: loop, limits: limits, decodingAt: .outOfProcess)
            return [.frames(folder)] + hands
        }
        let paths = !camera.isEmpty ? camera : isWithoutCamera ? [] : settings.cameraPaths
        return paths.map { .frames(VideoCamera(path: $0, request: settings.video)) } + hands
    }
}
