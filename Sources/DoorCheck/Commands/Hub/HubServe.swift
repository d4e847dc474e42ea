// `doorcheck hub serve`

import ArgumentParser
import DoorDisplay
import FoundationEssentials
import Hub
import Logging
import ServiceLifecycle
import UnixSignals

struct HubServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the hub.",
        discussion: """
            Runs until it is interrupted or told to end (SIGINT, SIGTERM). What boxes send and the hub answers is \
            signed, and readable for whoever listens: give it a certificate by a web server before it, as docs/hub.md \
            shows, wherever others use the network.

              doorcheck hub serve --config hub.toml
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let settings = try configuration.load()
        var logger = Logger(label: "doorcheck-hub") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .notice
        let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
        let address = settings.hubListen
        let server = HubServer(
            office: try await settings.hubOffice(),
            host: address.host,
            port: address.port,
            onListening: { port in
                Terminal.note("hub at http://\(address.with(port: port))")
                manager?.tell("READY=1")
            },
            logger: logger
        )
        var group = ServiceGroupConfiguration(
            services: [.init(service: server)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        )
        group.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: group).run()
    }
}
