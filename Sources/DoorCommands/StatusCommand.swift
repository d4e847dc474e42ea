// `doorcheck status`: the state of this box.

import Admission
import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Scanner
import TicketSigning

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show this box's name, ledger, keys, events and cameras.",
        discussion: """
            Look here first if a box behaves unexpectedly; `doorcheck doctor` says how to fix problems.

              doorcheck status
              doorcheck status --json | jq .ledger
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let line = try await StatusLine(context)
        try output.write([line], text: line.text)
    }
}

/// A summary of a box.
private struct StatusLine: OutputRecord {
    static let columns = ["box", "id", "ledger", "gate", "keys", "key_problem", "clock_problem", "cameras"]

    let schema = 1
    let box: String
    let id: String
    let ledger: String
    let gate: String
    let keys: [String]
    /// Why the keys cannot be used; absent if they can.
    let keyProblem: String?
    /// Why the system clock is not trusted; absent if it is.
    let clockProblem: String?
    let cameras: [String]
    let events: [EventLine]

    init(_ context: CommandContext) async throws {
        let own = try await context.ledger.ownBox()
        box = own.name
        id = own.id.description
        ledger = context.ledger.path
        gate = context.configuration.gate.text
        cameras = (try? VideoDevice.list().map(\.path)) ?? []
        do {
            keys = try await context.keyRing().map(\.keyID.description)
            keyProblem = nil
        } catch {
            keys = []
            keyProblem = "\(error)"
        }
        let now = WallClock.now
        clockProblem = try await context.clockWatch(startingAt: now).trust(wall: now, elapsed: .now)
            .warning(seenFrom: now)
        var lines: [EventLine] = []
        for event in try await context.ledger.events() { lines.append(try await EventLine(event, in: context.ledger)) }
        events = lines
    }

    var text: String {
        let summaries = events.map { event in
            let inside = event.zones.reduce(0) { max($0, $1.inside) }
            return "event        \(event.event): \("ticket".counted(event.tickets)), \(event.admitted) admitted, "
                + "\(inside) inside, \(event.refused) refused, \(event.asked) sent to staff\n"
        }
        return """
            box          \(box.printable)
            ledger       \(ledger.printable)
            gate         \(gate)
            keys         \(keyProblem ?? (keys.isEmpty ? "none" : keys.joined(separator: ", ")))
            clock        \(clockProblem ?? "trusted")
            cameras      \(cameras.isEmpty ? "none" : cameras.joined(separator: ", "))
            \(summaries.joined())
            """
    }
}
