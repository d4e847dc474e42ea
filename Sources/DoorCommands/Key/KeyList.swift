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
        abstract: "List which key signs for which event, and whether this machine has it.",
        discussion: """
              doorcheck key list
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Print JSON Lines.")
    var json = false

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let facts = try await context.ledger.keys()
        let events = Dictionary(uniqueKeysWithValues: try await context.ledger.events().map { ($0.id, $0.slug) })
        let ring = facts.isEmpty ? KeyRing() : try context.keys.ring(for: facts)
        var table = TextTable("KEY", "EVENT", "EPOCH", "STATE", "HERE")
        for fact in facts {
            let line = KeyLine(fact, event: events[fact.event], isHere: ring[fact.keyID] != nil)
            if json { try Terminal.output(JSONLine.text(line)) }
            table.add(line.key, line.event ?? "-", String(line.epoch), line.state, line.here ? "yes" : "no")
        }
        guard !json else { return }
        try Terminal.output(table.text)
        let hasMaster = FileManager.default.fileExists(atPath: context.keys.masterPath)
        Terminal.note("master key: \(hasMaster ? context.keys.masterPath : "not on this machine")")
    }
}

/// A key's public data as a JSON object.
private struct KeyLine: Encodable {
    let schema = 1
    let key: String
    let event: String?
    let epoch: UInt32
    let state: String
    let here: Bool

    init(_ facts: KeyRecord, event: String?, isHere: Bool) {
        key = facts.keyID.description
        self.event = event
        epoch = facts.epoch
        state = facts.isRetired ? "retired" : "good"
        here = isHere
    }
}
