// `doorcheck report attendance`, the default of `doorcheck report`.

import Admission
import ArgumentParser
import Attendance
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Paper
import TicketLists

struct ReportAttendance: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attendance",
        abstract: "Report arrivals, no-shows, refusals, and what staff and boxes did.",
        discussion: """
            Counts from the ledger, so a box reports what that box knows. Times are in this machine's time zone, or \
            that of TZ. No format contains guests' names, except the list of no-shows with --names.

              doorcheck report                      or doorcheck report attendance
              doorcheck report -o report.html --without-staff
              TZ=Africa/Kampala doorcheck report -o report.pdf
              doorcheck report --csv --table gates
              doorcheck report --table no-shows --names -o no-shows.csv

            Tables: summary, arrivals, arrivals-by-tier, gates, tiers, partners, turned-away, zones, staff, doubles, \
            boxes, no-shows. docs/report.md explains how each is counted.
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @OptionGroup var output: OutputOptions

    @Flag(help: "Print the page that browsers show.")
    var html = false

    @Flag(help: "Print a PDF.")
    var pdf = false

    @Flag(help: "Print an Excel workbook.")
    var xlsx = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Write to this file, in the format of its ending: .txt, .csv, .xlsx, .json, .html or .pdf; - for "
                + "standard output.",
            valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("The table to write as CSV or JSON Lines.", valueName: "table"))
    var table: String?

    @Flag(help: "With the table of no-shows and in workbooks: write names and references.")
    var names = false

    @Flag(help: "Leave out names and reasons of staff.")
    var withoutStaff = false

    /// The file to write; `nil` for standard output.
    private var path: String? { file == "-" ? nil : file }

    /// The formats that flags ask for.
    private var asked: [ReportFormat] {
        let flags: [(ReportFormat, Bool)] = [
            (.json, output.json), (.csv, output.csv), (.html, html), (.pdf, pdf), (.xlsx, xlsx),
        ]
        return flags.filter(\.1).map(\.0)
    }

    /// The format: the one asked for, otherwise the one that the file's ending names.
    private var format: ReportFormat { asked.first ?? path.flatMap(ReportFormat.init(ofFile:)) ?? .text }

    func validate() throws {
        guard asked.count < 2 else {
            throw ValidationError("Choose one of --json, --csv, --html, --pdf and --xlsx.")
        }
        if let asked = asked.first, let path, let ending = ReportFormat(ofFile: path), ending != asked {
            throw ValidationError(
                "\(path.printable) is named as \(ending.rawValue), and --\(asked.rawValue) is given; change one.")
        }
        if asked.isEmpty, let path, let ending = ReportFormat.ending(ofFile: path), ReportFormat(ofFile: path) == nil {
            throw ValidationError(
                "No report is a .\(ending.printable) file; end the name in .txt, .csv, .xlsx, .json, .html or .pdf.")
        }
        guard table == nil || format == .csv || table == Self.noShows && format == .json else {
            throw ValidationError(
                "Add --csv: one table is CSV, or JSON Lines for --table no-shows; other formats have all tables.")
        }
        guard !names || format == .xlsx || table == Self.noShows else {
            throw ValidationError("--names goes with --table no-shows, or with an Excel workbook.")
        }
        guard format.isText || path != nil || !Terminal.outputIsScreen else {
            throw ValidationError("A terminal cannot show \(format.rawValue); name a file with -o.")
        }
    }

    /// The table that may have names.
    private static let noShows = "no-shows"

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let event = try await context.event(named: event)
        if table == Self.noShows { return try noShows(of: event, in: context.ledger) }
        let figures = try await context.ledger.attendance(of: event.id)
        let report = AttendanceReport(
            withoutStaff ? figures.withoutStaff : figures,
            doubles: try await context.ledger.doubleAdmissions(of: event.id),
            boxesBehind: try await context.ledger.boxesBehind(),
            of: event,
            made: WallClock.now,
            in: .machine
        )
        switch format {
        case .text: try write(ReportText(report).text(clean: \.printable))
        case .json: try write(JSONLine.text(AttendanceLine(report)))
        case .html: try write(ReportPage(report).html)
        case .csv: try write(csv(report))
        case .xlsx: try workbook(report, of: context.ledger)
        case .pdf: try pages(report)
        }
    }

    private func csv(_ report: AttendanceReport) throws -> String {
        let name = table ?? "arrivals"
        guard let table = report.tables.first(where: { $0.name == name }) else {
            let known = report.tables.map(\.name) + [Self.noShows]
            throw CommandError(
                .usage,
                "There is no table '\(name.printable)'; choose one of: \(known.joined(separator: ", "))."
                    + SimilarName.question(for: name, among: known))
        }
        let rows = table.rows.map { row in row.map { ReportTable.field(of: $0, in: report.zone) } }
        return ([table.columns.map(\.title)] + rows).map(CSVWriter.row).joined()
    }

    private func noShows(of event: Event, in ledger: Ledger) throws {
        func rows(_ write: (String) throws -> Void) throws {
            if format == .csv { try write(CSVWriter.row(NoShowLine.columns(isNamed: names))) }
            try ledger.forEachNoShow(of: event.id) { ticket, admits, came in
                let line = NoShowLine(ticket, admits: admits, came: came, isNamed: names)
                try write(format == .csv ? CSVWriter.row(line.fields(isNamed: names)) : JSONLine.text(line))
            }
        }
        guard let path else { return try rows(Terminal.output) }
        try OutputFile.save(to: path) { write in try rows { try write(Array($0.utf8)) } }
    }

    private func workbook(_ report: AttendanceReport, of ledger: Ledger) throws {
        try OutputFile.save(throughFileTo: path) { file in
            var workbook = try ReportWorkbook(report, at: file)
            try workbook.addTables()
            if names { try workbook.addNoShows(of: ledger) }
            try workbook.close()
        }
    }

    private func write(_ text: String) throws {
        if let path { try OutputFile.save(Array(text.utf8), to: path) } else { try Terminal.output(text) }
    }

    private func pages(_ report: AttendanceReport) throws {
        func draw(_ write: @escaping ([UInt8]) throws -> Void) throws {
            let paper = try PaperDocument(title: "\(report.event.name) – attendance", write: write)
            try ReportSheet(report, on: paper).draw()
            try paper.finish()
            if let sentence = paper.missingFonts { Terminal.note(sentence) }
        }
        guard let path else { return try draw { try Terminal.output($0) } }
        try OutputFile.save(to: path) { write in
            try withoutActuallyEscaping(write) { try draw($0) }
        }
    }
}
