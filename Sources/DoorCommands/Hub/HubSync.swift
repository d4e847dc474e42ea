// `doorcheck hub sync`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import HubClient
import Ledger
import Sync

struct HubSync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Sync with the hub once; a new box receives its events, keys and tickets.",
        discussion: """
            `doorcheck run` syncs continuously.

              doorcheck hub sync
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let context = try CommandContext(creatingFor: configuration)
        guard let transport = try await HubLink.transport(context) else {
            throw CommandError(
                .configuration,
                "The configuration has no hub; add the lines `[hub]` and `url = \"https://…\"`, which `doorcheck "
                    + "hub join` "
                    + "prints."
            )
        }
        do {
            try await sync(context, over: transport)
        } catch let error as HubClientError {
            guard let (finding, advice) = error.membership else { throw error }
            throw CommandError(.noPermission, "Nothing was shared: \(finding); \(advice).")
        }
    }

    private func sync(_ context: CommandContext, over transport: HubSyncTransport) async throws {
        let key = try await context.boxKey()
        let outcome = try await SyncSession(context.ledger, signedBy: key, over: transport, now: { WallClock.now })
            .run()
        let received = outcome.received.new.values.reduce(0, +)
        Terminal.note("\("record".counted(outcome.sent)) sent, \(received) received.")
        let added = try await KeyProvisioner(context: context).fetchMissing(from: try await HubLink.keys(context))
        for key in added { Terminal.note("key \(key) received.") }
        for sentence in outcome.received.faults.sentences { Terminal.note("doorcheck: \(sentence)") }
    }
}
