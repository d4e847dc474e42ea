// `doorcheck purge`: deletes names and keeps counts.

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Hub
import Ledger
import TicketSigning

struct PurgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Delete guests' names from a finished event; counts stay.",
        discussion: """
            Deletes names, references, notes and other platforms' barcodes from one event's tickets, and the messages \
            to its gates, and rewrites the file so that nothing of them is left in it. Tickets, scans and all figures \
            stay. Reasons that staff wrote stay in the history of tickets and scans, which cannot be changed. Without \
            --confirm, the command only shows what it would do.

              doorcheck purge --event summer-night
              doorcheck purge --event summer-night --confirm

            Deleted names do not come back to this machine: the event accepts no more lists, and names in a sync are \
            left out. If the hub is on this machine, its tickets of the event and messages are deleted as well, and it \
            takes none again. Other boxes keep theirs; run purge on each. Backups, exports and your own lists are not \
            changed.
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Flag(help: "Delete the names. This cannot be undone.")
    var confirm = false

    @Flag(help: "Purge even if the event is not over.")
    var evenIfOpen = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: confirm ? .writing : .reading)
        let event = try await context.event(named: event)
        let end = [event.closes, event.closed].compactMap(\.self).min()
        guard evenIfOpen || end.map({ $0 < WallClock.now }) == true else {
            let why = end == nil ? "has no closing time" : "is not over yet"
            throw CommandError(
                .badData,
                "Event '\(event.slug)' \(why), and its guests' names may be needed; close it with `doorcheck event "
                    + "close`, "
                    + "or use --even-if-open."
            )
        }
        let data = try await context.ledger.personalData(of: event.id)
        // Purges even if the tables have no names left: an earlier purge may have left some in the log.
        if confirm {
            do {
                try await context.ledger.purge(event.id, on: WallClock.now)
            } catch LedgerError.locked {
                throw CommandError(
                    .tryAgain,
                    "Another program has the ledger open, so names may be left in its log; close it and purge again."
                )
            }
        }
        let line = Line(
            event: event.slug, purged: confirm, data,
            hubRecords: try await context.configuration.purgeHub(event.id, confirm: confirm))
        try output.write([line], text: line.text)
    }

    /// The data that was or would be deleted.
    private struct Line: OutputRecord {
        static let columns = [
            "event", "purged", "tickets", "names", "references", "notes", "reasons", "barcodes", "messages",
            "hub_records",
        ]

        let schema = 1
        let event: String
        /// Whether the data is deleted now.
        let purged: Bool
        let tickets: Int
        let names: Int
        let references: Int
        let notes: Int
        /// Tickets whose status has a reason that staff entered.
        let reasons: Int
        let barcodes: Int
        /// Messages to the gates.
        let messages: Int
        /// Versions of tickets, and messages, in the hub's database on this machine.
        let hubRecords: Int64?

        init(event: String, purged: Bool, _ data: PersonalData, hubRecords: Int64?) {
            self.event = event
            self.purged = purged
            tickets = data.tickets
            names = data.names
            references = data.references
            notes = data.notes
            reasons = data.reasons
            barcodes = data.barcodes
            messages = data.messages
            self.hubRecords = hubRecords
        }

        private var outcome: String {
            purged
                ? "These are deleted. Counts and scans stay."
                : "Nothing was changed. Run with --confirm to delete these."
        }

        var text: String {
            """
            event        \(event), \("ticket".counted(tickets))
            names        \(names)
            references   \(references)
            notes        \(notes)
            reasons      \(reasons)
            barcodes     \(barcodes)
            messages     \(messages)
            \(hubRecords.map { "at the hub   \($0) tickets and messages, in all their versions\n" } ?? "")
            \(outcome)

            """
        }
    }
}

extension Configuration {
    /// Deletes the tickets and messages of the hub on this machine, or counts them.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - confirm: Whether they are deleted.
    /// - Returns: How many they are; `nil` without a hub.
    /// - Throws: ``CommandError``, `HubError`.
    func purgeHub(_ event: EventID, confirm: Bool) async throws -> Int64? {
        guard hasHub else { return nil }
        let service = try await hubService()
        return try await confirm ? service.purge(event) : service.personalRecords(of: event)
    }
}
