// `doorcheck sync status`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct SyncStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what other boxes have not got yet, and which box cannot be believed.",
        discussion: """
              doorcheck sync status
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Print JSON Lines.")
    var json = false

    func run() async throws {
        let ledger = try CommandContext(configuration, for: .reading).ledger
        let now = WallClock.now
        var table = TextTable("BOX", "LAST HEARD OF", "AGE", "SCANS WAITING", "CHANGES WAITING")
        for peer in try await ledger.peers() {
            let line = PeerLine(peer, at: now)
            if json { try Terminal.output(JSONLine.text(line)) }
            table.add(
                peer.name, peer.contact.localTime(seenFrom: now), "\(line.ageSeconds / 60) min",
                String(line.scans), String(line.changes)
            )
        }
        if !json { try Terminal.output(table.text) }
        for alarm in try await ledger.alarms() { Terminal.note("ALARM: \(alarm)".printable) }
        for (name, lead) in try await ledger.clocksAhead().sorted(by: { $0.key < $1.key }) {
            Terminal.note("The clock of box '\(name.printable)' was \(lead / 1000) s ahead of this one; set it right.")
        }
    }

    /// Another ledger as a JSON object.
    private struct PeerLine: Encodable {
        let schema = 1
        let box: String
        let name: String
        let contact: String
        let ageSeconds: Int64
        let scans: Int
        let changes: Int

        private enum CodingKeys: String, CodingKey {
            case schema, box, name, contact
            case ageSeconds = "age_seconds"
            case scans = "scans_waiting"
            case changes = "changes_waiting"
        }

        init(_ peer: Peer, at now: Timestamp) {
            box = peer.id.description
            name = peer.name
            contact = peer.contact.description
            ageSeconds = max(0, (now.milliseconds - peer.contact.milliseconds) / 1000)
            scans = peer.scansWaiting
            changes = peer.changesWaiting
        }
    }
}
