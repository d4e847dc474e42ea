// `doorcheck check`: judges pictures of tickets.

import Admission
import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import QRReader
import Scanner
import TicketLists

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check pictures of tickets.",
        discussion: """
            Reads every QR code in the pictures and judges it as the door would. Nothing is recorded without --admit, \
            so a trial never uses up a ticket.

              doorcheck check photos/                      what would happen at the door
              doorcheck check photos.zip                   the same for a ZIP file
              doorcheck check --admit photos/*.jpg         admit them
              doorcheck check --json photos/ | jq .reason  for programs

            Exit status: 0 all would enter; 1 a ticket was refused or needs staff; 3 at worst tickets that were \
            already used; 4 at worst pictures without a code; 64 and above for errors (docs/exit-codes.md).
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var pictures: BatchOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event at the door (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("The gate (default: the configuration's).", valueName: "name"))
    var gate: String?

    @Flag(help: "Record the admissions; without it, nothing is written.")
    var admit = false

    @OptionGroup var output: OutputOptions

    @Flag(help: "Print the bare text of each code.")
    var raw = false

    func validate() throws {
        guard !raw || output.isText else { throw ValidationError("Choose one of --json, --csv and --raw.") }
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: admit ? .writing : .reading)
        let event = try await context.event(named: event)
        let gate = try await context.gate(named: gate, of: event)
        let desk = try await context.desk(event: event, gate: gate)
        var status = ExitStatus.success
        let batch = try await pictures.batch(context.configuration, raising: &status)
        var report = CheckReport(output, isRaw: raw, pictures: batch.pictures.count, isQuiet: pictures.quiet)
        let clock = try await context.clockWatch(startingAt: WallClock.now)
        var dryRun = DryRun()
        try report.begin()
        // The workers verify signatures, so that several cores do.
        try await batch.read {
            desk.examine(String(decoding: $0.bytes, as: UTF8.self))
        } _: { picture in
            switch picture.codes {
            case .failure(let error):
                try report.add(unreadable: picture.path, error)
            case .success(let codes) where codes.isEmpty:
                try report.add(noCodeIn: picture, at: WallClock.now)
            case .success(let codes):
                for code in codes {
                    let start = ContinuousClock.now
                    let now = WallClock.now
                    let trust = clock.trust(wall: now, elapsed: start)
                    let verdict =
                        admit
                        ? try await desk.decide(code, on: now, clock: trust)
                        : try await desk.decideWithoutRecording(
                            code, on: now, clock: trust, from: picture.path, in: &dryRun)
                    let elapsed = picture.total + (ContinuousClock.now - start)
                    try report.add(verdict, of: code.text, in: picture, elapsed: elapsed)
                }
            }
            report.finishPicture(picture)
        }
        report.end(unread: batch.unread, passingOver: batch.passedOver)
        try max(status, report.status).finish()
    }
}
