// `doorcheck key retire`

import ArgumentParser
import Ledger
import TicketSigning

struct KeyRetire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "End a key for good: tickets that are signed with it are refused from now on, everywhere.",
        discussion: """
            Boxes learn of it with their next sync and refuse its tickets as `unknown-key`: who has a stolen key can \
            sign anything with it. Make a new key first (`key rotate`), and issue anew what is still to be good.

              doorcheck key list
              doorcheck key retire 3f9a01bc
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The key, as `doorcheck key list` shows it.")
    var key: String

    func run() async throws {
        let station = try Station(configuration, for: .writing)
        let facts = try await station.ledger.keys()
        guard let wanted = facts.first(where: { $0.keyID.description == key.lowercased() }) else {
            throw CommandError(
                .noInput, "There is no key '\(key.printable)'; `doorcheck key list` shows those there are.")
        }
        guard facts.contains(where: { $0.event == wanted.event && $0.epoch > wanted.epoch && !$0.isRetired }) else {
            throw CommandError(
                .usage,
                "Key \(wanted.keyID) is the newest of its event, which would have none; run `doorcheck key rotate` first."
            )
        }
        let isNew = try await station.ledger.retire(wanted)
        let old = try await station.ledger.tickets(of: wanted.event).count {
            $0.epoch == wanted.epoch && $0.status != .replaced
        }
        Terminal.note("Key \(wanted.keyID) is retired\(isNew ? "" : " already"); tickets signed with it are refused.")
        if old > 0 {
            Terminal.note("Up to \(old) tickets on the list are: issue them anew with `doorcheck ticket reissue`.")
        }
    }
}
