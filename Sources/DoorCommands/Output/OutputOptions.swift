// The options --json and --csv.

import ArgumentParser
import DoorOutput
import TicketLists

/// How a command prints its data: for people, as JSON Lines or as CSV.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON Lines.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    func validate() throws {
        guard !json || !csv else { throw ValidationError("Choose one of --json and --csv.") }
    }

    /// Whether people read the output.
    var isText: Bool { !json && !csv }

    /// Prints what precedes records: the CSV header, if CSV was chosen.
    ///
    /// - Throws: ``FileError``.
    func begin<Record: OutputRecord>(_ type: Record.Type) throws {
        if csv { try Terminal.output(CSVWriter.row(Record.columns)) }
    }

    /// Prints a record, or its text for people.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - text: What people read, with line ends; empty if it is printed otherwise, such as in a table.
    /// - Throws: ``FileError``.
    func add(_ record: some OutputRecord, text: @autoclosure () throws -> String = "") throws {
        let text = try json ? JSONLine.text(record) : csv ? CSVWriter.row(record.fields) : text()
        if !text.isEmpty { try Terminal.output(text) }
    }

    /// Prints all records, or a text for people.
    ///
    /// - Throws: ``FileError``.
    func write<Record: OutputRecord>(_ records: [Record], text: @autoclosure () throws -> String) throws {
        guard !isText else { return try Terminal.output(text()) }
        try begin(Record.self)
        for record in records { try add(record) }
    }
}
