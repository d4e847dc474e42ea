// The flags of all commands that read a ticket list.

import ArgumentParser
import DoorOutput
import DoorTexts
import Ledger
import Organising
import TicketLists
import TicketSigning

/// Properties of a list that cannot be recognised automatically.
struct ListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which column says what, as in `name=Guest`; may be given again, `tier=-` leaves a field out. Columns of a "
                + "list without headings are named by number: `barcode=1`. Fields: "
                + "\(ListField.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "field=column"
        )
    )
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "Take only rows with this value in a column, as in `\"Event=Summer Night\"`; may be given again.",
            valueName: "column=value"
        )
    )
    var only: [String] = []

    @Option(help: ArgumentHelp("Leave a column out; may be given again.", valueName: "column"))
    var ignore: [String] = []

    @Option(help: ArgumentHelp("The sheet of a workbook (default: the first with a known header).", valueName: "name"))
    var sheet: String?

    @Option(
        help: ArgumentHelp("Encoding of a text list, such as WINDOWS-1250 (default: recognised).", valueName: "name"))
    var encoding: String?

    @Option(help: "Whether 04/07/2026 is 4 July (dmy) or 7 April (mdy), where the list does not show it.")
    var dates: DateOrder?

    func validate() throws {
        _ = try columns()
        _ = try choices()
    }

    /// Opens the list at a path; `-` is standard input.
    func open(_ path: String) throws -> TicketList {
        try openFile(path).list
    }

    /// Opens the list at a path, and returns it with the identity that recognises it when it is imported again.
    func openFile(_ path: String) throws -> (list: TicketList, file: ListFile) {
        do {
            var options = TicketList.Options()
            options.columns = try columns()
            options.only = try choices()
            options.ignored = ignore
            options.sheet = sheet
            options.encoding = encoding
            options.dates = dates
            let source = try ListSource(path: path)
            let list = try TicketList(source, options: options)
            return (list, try ListFile(source, list, by: StaffOptions.user, on: WallClock.now))
        } catch let error as ListError {
            throw ListFailure.command(error, in: path)
        }
    }

    private func columns() throws -> [ListField: String] {
        var columns: [ListField: String] = [:]
        for wish in map {
            let parts = wish.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let field = ListField(rawValue: parts[0]) else {
                throw ValidationError(
                    "--map expects FIELD=COLUMN with one of these fields: "
                        + ListField.allCases.map(\.rawValue).joined(separator: ", ") + "."
                )
            }
            columns[field] = parts[1]
        }
        return columns
    }

    private func choices() throws -> [(column: String, value: String)] {
        try only.map { choice in
            let parts = choice.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("--only expects COLUMN=VALUE, such as \"Event=Summer Night\".")
            }
            return (parts[0], parts[1])
        }
    }
}

/// Errors of lists, as sentences and exit statuses.
enum ListFailure {
    /// - Parameters:
    ///   - error: Why the file is not a usable list.
    ///   - path: The path of the file.
    /// - Returns: One sentence with the file's name.
    static func command(_ error: ListError, in path: String) -> CommandError {
        if case .cannotRead = error { return CommandError(.noInput, "\(path.printable): \(error)") }
        return CommandError(.badData, "\(path.printable): \(error)")
    }
}
