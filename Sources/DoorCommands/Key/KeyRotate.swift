// `doorcheck key rotate`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger
import TicketSigning

struct KeyRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Give an event a new signing key; tickets signed with older keys stay valid.",
        discussion: """
            Needs the master key. Boxes learn of the new key with their next sync. Of suite 2, that is all they need; \
            a key of suite 1 they fetch from the hub, and without a hub `key export` writes it to a file. After a key \
            was stolen, reissue its tickets and then retire it with `key retire`.

              doorcheck key rotate --event summer-night
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(
        help: ArgumentHelp(
            "How it signs tickets: 1, or 2 for codes that no box can make (default: that of the newest key).",
            valueName: "suite"))
    var suite: SignatureSuite?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let event = try await context.event(named: event)
        let last = try await context.ledger.keys(of: event.id).last
        let newest = last?.epoch ?? 0
        guard newest < KeyRecord.lastEpoch else {
            throw CommandError(.badData, "The event '\(event.slug)' has had too many keys; create a new event.")
        }
        let key = try context.keys.master().eventKey(
            for: event.id, epoch: newest + 1, suite: suite ?? last?.suite ?? .hmacSHA256)
        let record = KeyRecord(key)
        let root = try await context.becomeOrganiser()
        try await context.keys.keep(key) { try await context.ledger.add(record, signedBy: root) }
        try output.write([KeyLine(record, event: event.slug, isHere: true)], text: "\(key.keyID)\n")
        Terminal.note("Event '\(event.slug)' now signs with key \(key.keyID), epoch \(key.epoch).")
    }
}
