// `doorcheck run`: the door.

import Admission
import ArgumentParser
import Ledger
import Logging
import Scanner
import ServiceLifecycle
import UnixSignals

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the door: watch the camera, admit each ticket once, show every verdict.",
        discussion: """
            Runs until it is interrupted or told to end (SIGINT, SIGTERM). A camera that is unplugged is used again as \
            soon as it is back.

              doorcheck run --event summer-night --gate north
              doorcheck run --frames photos/       pictures in the place of a camera
              doorcheck run --stdin                a barcode scanner that types, or codes from a program
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("Short name of the event at the door.", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("Name of the door.", valueName: "name"))
    var gate: String?

    @Option(help: ArgumentHelp("Pictures in the place of a camera, in the order of their names.", valueName: "folder"))
    var frames: String?

    @Option(help: ArgumentHelp("Pictures per second (default: as fast as they are read).", valueName: "n"))
    var rate: Double?

    @Flag(help: "Begin the folder again after its last picture.")
    var loop = false

    @Flag(help: "Read codes from standard input, one per line.")
    var stdin = false

    @Flag(help: "The time of day is right, although the ledger has later scans.")
    var trustClock = false

    @Flag(inversion: .prefixedNo, help: "Serve the door display.")
    var display: Bool?

    @Flag(help: "Print JSON Lines.")
    var json = false

    @Flag(name: [.short, .long], help: "Log every verdict to standard error as well.")
    var verbose = false

    func validate() throws {
        guard !stdin || frames == nil else { throw ValidationError("Use --frames or --stdin, not both.") }
        guard frames != nil || (rate == nil && !loop) else {
            throw ValidationError("--rate and --loop go with --frames.")
        }
        guard rate ?? 1 > 0 else { throw ValidationError("--rate expects a number above 0.") }
    }

    func run() async throws {
        let station = try Station(configuration, for: .writing)
        let event = try await station.event(named: event)
        let gate = try await station.gate(named: gate, of: event)
        try await station.ledger.quickCheck()
        var logger = Logger(label: "doorcheck") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = verbose ? .info : .warning
        let board = NewsBoard()
        var door = DoorService(
            source: try source(station.configuration),
            desk: try await station.desk(event: event, gate: gate, lingering: AdmissionDesk.lingeringAtDoor),
            board: board,
            logger: logger,
            clock: try await station.clockWatch(startingAt: WallClock.now, isRight: trustClock)
        )
        // A screen needs the newest verdicts only; a program that reads the lines is promised all of them.
        let news = await board.subscribe(json ? .unbounded : .bufferingNewest(16))
        let reporter: any Reporter = json ? JSONReporter() : BannerReporter(columns: min(Terminal.columns, 100))
        var services: [any Service] = [ReporterService(news: news, reporter: reporter)]
        if let path = station.configuration.hookPath {
            let seconds = station.configuration.hookSeconds
            let news = await board.subscribe(.unbounded)
            services.append(HookService(path: path, seconds: seconds, news: news, logger: logger))
        }
        if display ?? station.configuration.hasDisplay {
            let display = try await DoorDisplayServices(
                station, event: event, gate: gate, hasCamera: !stdin, news: board, logger: logger
            )
            door.onDecoded = display.onDecoded
            services += display.services
        }
        try await Self.group(door, services, logger: logger).run()
    }

    private func source(_ settings: Configuration) throws -> CodeSource {
        if stdin { return .lines(StandardInput()) }
        if let frames {
            if let trouble = try PictureWalk([frames]).troubles.first { throw trouble }
            let limits = settings.imageLimits
            return .frames(
                try FrameFolder(path: frames, framesPerSecond: rate, isRepeated: loop, limits: limits)
            )
        }
        return .frames(VideoCamera(path: settings.cameraPath, request: settings.video))
    }

    /// Reporters first, the door last: services stop in reverse, so the door stops first and its last verdicts are
    /// still shown.
    private static func group(_ door: DoorService, _ reporters: [any Service], logger: Logger) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: reporters.map { .init(service: $0) } + [
                .init(service: door, successTerminationBehavior: .gracefullyShutdownGroup)
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        return ServiceGroup(configuration: configuration)
    }
}
