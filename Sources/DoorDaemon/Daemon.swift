// The daemon: an open door with everything that shows and shares what happens at it.

import Admission
import DoorConfiguration
package import DoorInstallation
import DoorOutput
import DoorSignals
import DoorTexts
import FoundationEssentials
import HubClient
package import Ledger
import Logging
import Scanner
import ServiceLifecycle
import UnixSignals

/// One door of an event, run until it is asked to end (SIGINT, SIGTERM) or its sources end.
package struct Daemon {
    /// What a command line decides; everything else is in the configuration.
    package struct Options {
        /// What standard output is for: people, who see banners, or programs.
        package enum Format: Sendable {
            case text, json, csv
        }

        let sources: [CodeSource]
        let trustsClock: Bool
        let hasDisplay: Bool
        let format: Format
        let isVerbose: Bool

        /// - Parameters:
        ///   - sources: Where codes come from.
        ///   - trustsClock: Trusts the time of day, even if the ledger has later scans.
        ///   - hasDisplay: Serves the door display.
        ///   - format: What standard output is for.
        ///   - isVerbose: Logs every verdict.
        package init(
            sources: [CodeSource],
            trustsClock: Bool,
            hasDisplay: Bool,
            format: Format,
            isVerbose: Bool
        ) {
            self.sources = sources
            self.trustsClock = trustsClock
            self.hasDisplay = hasDisplay
            self.format = format
            self.isVerbose = isVerbose
        }
    }

    private let context: CommandContext
    private let event: Event
    private let gate: GateName
    private let options: Options
    private let events = EventBus()
    private let logger: Logger

    private var settings: Configuration { context.configuration }

    /// - Parameters:
    ///   - context: The context with the configuration, and the ledger opened for writing.
    ///   - event: The event at the door.
    ///   - gate: The gate that the door opens at.
    ///   - options: The command line's decisions.
    package init(_ context: CommandContext, event: Event, gate: GateName, options: Options) {
        self.context = context
        self.event = event
        self.gate = gate
        self.options = options
        logger = Self.logger(event: event, gate: gate, isVerbose: options.isVerbose)
    }

    /// Opens the door, and returns when it has closed.
    ///
    /// - Throws: ``CommandError``, `LedgerError`, `KeyFileError` and others if it cannot open; errors of its services.
    package func run() async throws {
        let hub = try await HubLink.make(context)
        var door = try await door(claims: hub?.claims)
        var services: [any Service] = [await reporter()]
        services += await lines()
        services += sharing(with: hub, for: door.context)
        services += try await outputs()
        if options.hasDisplay {
            let display = try await DoorDisplayServices(
                context, event: event, door: door.context, hasCamera: door.hasCamera, news: events, logger: logger
            )
            door.onDecoded = display.onDecoded
            door.needsPixels = display.hasPreview
            services += display.services
        }
        var report: ServiceManagerReport?
        if let manager = ServiceManager(environment: ProcessInfo.processInfo.environment) {
            report = ServiceManagerReport(
                manager: manager, news: await events.subscribe(.unbounded), watchdog: door.watchdog)
        }
        try await group(door, services, report).run()
    }

    private func door(claims: (any ClaimAuthority)?) async throws -> DoorService {
        let desk = try await context.desk(
            event: event, gate: gate, reshowInterval: AdmissionDesk.reshowIntervalAtDoor, claims: claims
        )
        return DoorService(
            sources: options.sources,
            context: DoorContext(desk),
            events: events,
            logger: logger,
            clock: try await context.clockWatch(startingAt: WallClock.now, isRight: options.trustsClock),
            decoding: .outOfProcess
        )
    }

    /// Groups the services, with reporters before the door: services stop in reverse order, so the door stops first
    /// and its last verdicts are still shown. The report to systemd stops before the door, to announce the shutdown.
    private func group(
        _ door: DoorService,
        _ reporters: [any Service],
        _ report: ServiceManagerReport?
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

    /// Returns the door's logger. Under systemd, the journal receives each message's metadata as fields; otherwise,
    /// standard error receives lines.
    private static func logger(event: Event, gate: GateName, isVerbose: Bool) -> Logger {
        let journal = Journal(environment: ProcessInfo.processInfo.environment)
        var logger = Logger(label: "doorcheck") { label in
            let lines = StreamLogHandler.standardError(label: label)
            return journal.map { JournalLogHandler(journal: $0, fallback: lines) } ?? lines
        }
        logger.logLevel = isVerbose ? .info : .warning
        logger[metadataKey: "event"] = "\(event.slug)"
        logger[metadataKey: "gate"] = "\(gate.text)"
        return logger
    }
}

// MARK: Its services

extension Daemon {
    /// Returns what prints the door's events. A screen needs only the newest verdicts; a program that reads the lines
    /// is guaranteed all of them.
    private func reporter() async -> ReporterService {
        let isText = options.format == .text
        return ReporterService(
            news: await events.subscribe(isText ? .bufferingNewest(16) : .unbounded),
            reporter: isText
                ? BannerReporter(columns: min(Terminal.columns, 100)) : RecordReporter(isCSV: options.format == .csv))
    }

    /// Returns the services for lamps and a relay, if they are wired.
    private func lines() async -> [any Service] {
        var services: [any Service] = []
        let lamps = settings.lamps.sorted { $0.value.number < $1.value.number }
        if !lamps.isEmpty {
            let places = lamps.enumerated().map { ($0.element.key, $0.offset) }
            services.append(
                LampService(
                    news: await events.subscribe(.bufferingNewest(16)),
                    lines: OutputLines(lamps.map { OutputLine($0.value) }, logger: logger),
                    places: Dictionary(uniqueKeysWithValues: places),
                    time: settings.lampTime
                )
            )
        }
        if let relay = settings.relay {
            let news = await events.subscribe(.unbounded)
            let lines = OutputLines([OutputLine(relay)], logger: logger)
            services.append(RelayService(news: news, lines: lines, pulse: settings.relayPulse))
        }
        return services
    }

    /// Returns the services that share records and keep keys up to date.
    private func sharing(with hub: HubLink?, for door: DoorContext) -> [any Service] {
        var services: [any Service] = []
        if let hub {
            hub.report.follow { door.gate }
            services.append(
                HubSharing(
                    ledger: context.ledger, key: hub.key, transport: hub.transport, claims: hub.claims,
                    door: door, logger: logger))
        }
        let keys = KeyProvisioner(context: context)
        services.append(KeyReloader(keys: keys, hub: hub?.keys, door: door, logger: logger))
        return services
    }

    /// Returns the services for sounds, the organiser's program and the organiser's server, as configured.
    private func outputs() async throws -> [any Service] {
        var services: [any Service] = []
        let sound = settings.sound
        if !sound.isMute {
            let news = await events.subscribe(.bufferingNewest(16))
            services.append(SoundService(device: sound.device, volume: sound.volume, news: news, logger: logger))
        }
        if let path = settings.hookPath {
            let news = await events.subscribe(.unbounded)
            services.append(HookService(path: path, seconds: settings.hookSeconds, news: news, logger: logger))
        }
        if let url = settings.webhookURL {
            let news = await events.subscribe(.unbounded)
            services.append(try await context.webhook(to: url, gate: gate, news: news, logger: logger))
        }
        return services
    }
}
