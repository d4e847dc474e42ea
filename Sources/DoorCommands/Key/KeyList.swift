// `doorcheck key list`

import ArgumentParser
import DoorInstallation
import DoorOutput
import FoundationEssentials
import Ledger
import TicketSigning

struct KeyList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the signing keys, their events, and whether this machine has them.",
        discussion: """
              doorcheck key list
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let facts = try await context.ledger.keys()
        let events = Dictionary(uniqueKeysWithValues: try await context.ledger.events().map { ($0.id, $0.slug) })
        let ring = facts.isEmpty ? KeyRing() : try await context.keyRing()
        let lines = facts.map { KeyLine($0, event: events[$0.event], isHere: ring[$0.keyID] != nil) }
        var table = TextTable("KEY", "EVENT", "EPOCH", "SUITE", "STATE", "HERE")
        for line in lines {
            table.add(
                line.key, line.event ?? "-", String(line.epoch), String(line.suite), line.state,
                line.here ? "yes" : "no")
        }
        try output.write(lines, text: table.text)
        guard output.isText else { return }
        for foreign in try context.keys.foreignKeys(to: try await context.ledger.root()) { Terminal.note(foreign) }
        let hasMaster = FileManager.default.fileExists(atPath: context.keys.masterPath)
        Terminal.note("master key: \(hasMaster ? context.keys.masterPath : "not on this machine")")
    }
}
