// `doorcheck ledger info`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct LedgerInfo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the ledger's location, size and contents.",
        discussion: """
              doorcheck ledger info
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let ledger = try CommandContext(configuration, for: .reading).ledger
        let box = try await ledger.ownBox()
        var tickets = 0
        var admitted = 0
        let events = try await ledger.events()
        for event in events {
            let counts = try await ledger.counts(of: event.id)
            tickets += counts.tickets
            admitted += counts.admitted
        }
        let line = Line(
            ledger: ledger.path, bytes: Self.size(of: ledger.path), logBytes: Self.size(of: ledger.path + "-wal"),
            box: box.name, id: box.id.description, events: events.count, tickets: tickets, admitted: admitted,
            newest: try await ledger.newestRecord().map(Moment.init),
            branches: try await ledger.branchedLogs().map(\.description)
        )
        try output.write([line], text: line.text)
    }

    private static func size(of path: String) -> Int {
        FileFacts(path)?.byteCount ?? 0
    }

    /// A summary of a ledger.
    private struct Line: OutputRecord {
        static let columns = [
            "ledger", "bytes", "log_bytes", "box", "id", "events", "tickets", "admitted", "newest", "branches",
        ]

        let schema = 1
        let ledger: String
        let bytes: Int
        /// The size of the ledger's write-ahead log.
        let logBytes: Int
        let box: String
        let id: String
        let events: Int
        let tickets: Int
        let admitted: Int
        /// The time of this box's latest scan.
        let newest: Moment?
        /// Sentences about boxes that were restored or cloned.
        let branches: [String]

        var text: String {
            """
            ledger       \(ledger.printable)
            size         \(bytes) bytes, and \(logBytes) in its log
            box          \(box.printable), \(id)
            events       \(events)
            tickets      \(tickets)
            admitted     \(admitted)
            last scan    \(newest?.text ?? "-")
            \(branches.map { "branch       \($0.printable)\n" }.joined())
            """
        }
    }
}
