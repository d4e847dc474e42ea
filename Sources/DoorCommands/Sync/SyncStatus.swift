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
        abstract: "Show what other boxes lack, and what others sent that has no effect.",
        discussion: """
              doorcheck sync status
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let ledger = try CommandContext(configuration, for: .reading).ledger
        let now = WallClock.now
        var table = TextTable("BOX", "LAST HEARD FROM", "AGE", "SCANS WAITING", "CHANGES WAITING")
        let peers = try await ledger.peers()
        let lines = peers.map { PeerLine($0, at: now) }
        for (peer, line) in zip(peers, lines) {
            table.add(
                peer.name, peer.contact.localTime(seenFrom: now), "\(line.ageSeconds / 60) min",
                String(line.scansWaiting), String(line.changesWaiting)
            )
        }
        try output.write(lines, text: table.text)
        for branch in try await ledger.branchedLogs() { Terminal.note("\(branch)".printable) }
        for sentence in UnheardBox.sentences(of: try await ledger.unheardBoxes()) { Terminal.note(sentence.printable) }
        for fault in try await ledger.syncFaults(since: now.before(days: 7)) {
            Terminal.note("\(fault) Last: \(fault.last?.localTime(seenFrom: now) ?? "now").".printable)
        }
        for (name, lead) in try await ledger.clocksAhead().sorted(by: { $0.key < $1.key }) {
            Terminal.note("The clock of box '\(name.printable)' was \(lead / 1000) s ahead of this one; correct it.")
        }
    }

    /// Another ledger.
    private struct PeerLine: OutputRecord {
        static let columns = ["box", "name", "contact", "age_seconds", "scans_waiting", "changes_waiting"]

        let schema = 1
        let box: String
        let name: String
        let contact: String
        let ageSeconds: Int64
        let scansWaiting: Int
        let changesWaiting: Int

        init(_ peer: Peer, at now: Timestamp) {
            box = peer.id.description
            name = peer.name
            contact = peer.contact.description
            ageSeconds = max(0, (now.milliseconds - peer.contact.milliseconds) / 1000)
            scansWaiting = peer.scansWaiting
            changesWaiting = peer.changesWaiting
        }
    }
}
