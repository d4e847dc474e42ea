// `doorcheck report doubles`

import Admission
import ArgumentParser
import Attendance
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger

struct ReportDoubles: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doubles",
        abstract: "List double admissions: people who entered with a ticket that was already used up.",
        discussion: """
            Boxes that were not connected may each have admitted a copy of one ticket, and staff may admit more people \
            by hand than a ticket allows. Each such admission is listed once, with its scan number and its cause. \
            Scans that have not arrived here are not checked; a note names their boxes.

              doorcheck report doubles --csv > doubles.csv
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("Short name of the event (default: all events).", valueName: "name"))
    var event: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let chosen = event == nil ? nil : try await context.event(named: event).id
        let names = Dictionary(uniqueKeysWithValues: try await context.ledger.events().map { ($0.id, $0.slug) })
        let doubles = try await context.ledger.doubleAdmissions(of: chosen)
        let lines = doubles.map { DoubleLine($0, event: names[$0.event] ?? "") }
        for box in try await context.ledger.boxesBehind() {
            Terminal.note("doorcheck: Scans of box '\(box.printable)' have not arrived here, so they are not checked.")
        }
        var table = TextTable("SECOND ENTRY", "GATE", "BOX", "FIRST ENTRY", "GATE", "BOX", "HOW", "TICKET")
        for (double, line) in zip(doubles, lines) {
            table.add(
                line.at.text, line.gate, line.box, line.firstAt.text, line.firstGate, line.firstBox, double.words,
                line.ticket)
        }
        let none = "In the records received so far, no ticket admitted more people than allowed.\n"
        try output.write(lines, text: lines.isEmpty ? none : table.text)
    }
}
