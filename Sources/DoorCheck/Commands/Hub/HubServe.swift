// `doorcheck hub serve`

import ArgumentParser
import DoorDisplay
import FoundationEssentials
import Hub
import Ledger
import Logging
import ServiceLifecycle
import Sync
import UnixSignals

struct HubServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the hub.",
        discussion: """
            Runs until it is interrupted or told to end (SIGINT, SIGTERM). What boxes send and the hub answers is \
            signed, and readable for whoever listens: give it a certificate by a web server before it, as docs/hub.md \
            shows, wherever others use the network.

            The configuration's ledger takes part: tickets that are issued into it on this machine go to the boxes, \
            and the organiser's pages, at the same address, count by it. `doorcheck hub token` opens them.

              doorcheck hub serve --config hub.toml
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let station = try Station(creatingFor: configuration)
        let settings = station.configuration
        var logger = Logger(label: "doorcheck-hub") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .notice
        let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
        let address = settings.hubListen
        let office = try await settings.hubOffice()
        let server = HubServer(
            office: office,
            host: address.host,
            port: address.port,
            organiser: try OrganiserDesk(
                office: office, ledger: station.ledger, key: station.keys.boxKey().publicKey, logger: logger
            ),
            eventKeys: { try station.keys.eventKeys(for: await station.ledger.keys()) },
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
