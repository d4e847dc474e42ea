// `doorcheck run`: runs a door.

import Admission
import ArgumentParser
import DoorSignals
import FoundationEssentials
import Ledger
import Logging
import Scanner
import ServiceLifecycle
import UnixSignals

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the door: watch the cameras, admit each ticket once, show every verdict.",
        discussion: """
            Runs until it is interrupted or told to end (SIGINT, SIGTERM). A camera that is unplugged is used again as \
            soon as it is back.

              doorcheck run --event summer-night --gate north
              doorcheck run --camera /dev/video0 --camera /dev/video2
              doorcheck run --frames photos/       pictures in the place of a camera
              doorcheck run --scanner auto         a USB barcode scanner, read as a device
              doorcheck run --stdin                codes from a program, or typed
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event at the door (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("Name of the door (default: the configuration's).", valueName: "name"))
    var gate: String?

    @Option(
        help: ArgumentHelp("A camera; may be given several times (default: the configuration's).", valueName: "device"),
        completion: .file()
    )
    var camera: [String] = []

    @Option(
        help: ArgumentHelp("A USB barcode scanner, or auto for the first that calls itself one.", valueName: "device"),
        completion: .file()
    )
    var scanner: String?

    @Option(help: ArgumentHelp("Pictures in the place of a camera, in the order of their names.", valueName: "folder"))
    var frames: String?

    @Option(help: ArgumentHelp("Pictures per second (default: as fast as they are read).", valueName: "n"))
    var rate: Double?

    @Flag(help: "Begin the folder again after its last picture.")
    var loop = false

    @Flag(help: "Read codes from standard input, one per line; with --camera or --frames, beside those.")
    var stdin = false

    @Flag(help: "The time of day is right, although the ledger has later scans.")
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
        if display ?? context.configuration.hasDisplay { try context.configuration.checkDisplay() }
        let event = try await context.event(named: event)
        let gate = try await context.gate(named: gate, of: event)
        try await context.ledger.quickCheck()
        let logger = logger(event: event, gate: gate)
        let hub = try await HubLink.make(context, logger: logger)
        let board = EventBus()
        let desk = try await context.desk(
            event: event, gate: gate, reshowInterval: AdmissionDesk.lingeringAtDoor, claims: hub?.claims
        )
        var door = DoorService(
            sources: try sources(context.configuration),
            place: DoorContext(desk),
            board: board,
            logger: logger,
            clock: try await context.clockWatch(startingAt: WallClock.now, isRight: trustClock),
            decoding: .outOfProcess
        )
        // A screen needs only the newest verdicts; a program that reads the lines is guaranteed all of them.
        let news = await board.subscribe(output.isText ? .bufferingNewest(16) : .unbounded)
        let reporter: any Reporter =
            output.isText ? BannerReporter(columns: min(Terminal.columns, 100)) : RecordReporter(isCSV: output.csv)
        var services: [any Service] = [ReporterService(news: news, reporter: reporter)]
        services += await lines(of: context.configuration, board, logger)
        if let hub { services.append(hub.service) }
        let keys = KeyProvisioner(context: context)
        services.append(KeyReloader(keys: keys, hub: hub?.keys, place: door.place, logger: logger))
        let sound = context.configuration.sound
        if !sound.isMute {
            let news = await board.subscribe(.bufferingNewest(16))
            services.append(SoundService(device: sound.device, volume: sound.volume, news: news, logger: logger))
        }
        if let path = context.configuration.hookPath {
            let seconds = context.configuration.hookSeconds
            let news = await board.subscribe(.unbounded)
            services.append(HookService(path: path, seconds: seconds, news: news, logger: logger))
        }
        if let url = context.configuration.webhookURL {
            let news = await board.subscribe(.unbounded)
            services.append(try await context.webhook(to: url, gate: gate, news: news, logger: logger))
        }
        if display ?? context.configuration.hasDisplay {
            let display = try await DoorDisplayServices(
                context, event: event, place: door.place, hasCamera: door.hasCamera, news: board, logger: logger
            )
            door.onDecoded = display.onDecoded
            services += display.services
        }
        let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
        var report: ServiceManagerReport?
        if let manager {
            report = ServiceManagerReport(manager: manager, news: await board.subscribe(.unbounded), signs: door.signs)
        }
        try await Self.group(door, services, report, logger: logger).run()
    }

    /// Returns the door's logger. Under systemd, the journal receives each message's metadata as fields; otherwise,
    /// standard error receives lines.
    private func logger(event: Event, gate: GateName) -> Logger {
        let journal = Journal(environment: ProcessInfo.processInfo.environment)
        var logger = Logger(label: "doorcheck") { label in
            let lines = StreamLogHandler.standardError(label: label)
            return journal.map { JournalLogHandler(journal: $0, fallback: lines) } ?? lines
        }
        logger.logLevel = verbose ? .info : .warning
        logger[metadataKey: "event"] = "\(event.slug)"
        logger[metadataKey: "gate"] = "\(gate.text)"
        return logger
    }

    /// Returns the services for lamps and a relay, if they are wired.
    private func lines(of settings: Configuration, _ board: EventBus, _ logger: Logger) async -> [any Service] {
        var services: [any Service] = []
        let lamps = settings.lamps.sorted { $0.value.number < $1.value.number }
        if !lamps.isEmpty {
            let places = lamps.enumerated().map { ($0.element.key, $0.offset) }
            services.append(
                LampService(
                    news: await board.subscribe(.bufferingNewest(16)),
                    lines: OutputLines(lamps.map { OutputLine($0.value) }, logger: logger),
                    places: Dictionary(uniqueKeysWithValues: places),
                    time: settings.lampTime
                )
            )
        }
        if let relay = settings.relay {
            let news = await board.subscribe(.unbounded)
            let lines = OutputLines([OutputLine(relay)], logger: logger)
            services.append(RelayService(news: news, lines: lines, pulse: settings.relayPulse))
        }
        return services
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
            if let trouble = try PictureWalk([frames]).troubles.first { throw trouble }
            let limits = settings.imageLimits
            let folder = try FrameFolder(
                path: frames, framesPerSecond: rate, isRepeated: loop, limits: limits, decodingAt: .outOfProcess)
            return [.frames(folder)] + hands
        }
        let paths = !camera.isEmpty ? camera : isWithoutCamera ? [] : settings.cameraPaths
        return paths.map { .frames(VideoCamera(path: $0, request: settings.video, decodingAt: .outOfProcess)) } + hands
    }

    /// Groups the services, with reporters before the door: services stop in reverse order, so the door stops first
    /// and its last verdicts are still shown. The report to systemd stops before the door, to announce the shutdown.
    private static func group(
        _ door: DoorService,
        _ reporters: [any Service],
        _ report: ServiceManagerReport?,
        logger: Logger
    ) -> ServiceGroup {
        var services = reporters.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
        services.append(.init(service: door, successTerminationBehavior: .gracefullyShutdownGroup))
        if let report { services.append(.init(service: report)) }
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        return ServiceGroup(configuration: configuration)
    }
}
