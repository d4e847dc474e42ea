// The flags of every command that reads a ticket list.

import ArgumentParser
import Ledger
import TicketLists
import TicketSigning

/// What a person may say about a list that is not recognised by itself.
struct ListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which column says what, as in `name=Guest`; may be given again, `tier=-` leaves a field out. Fields: "
                + "\(ListField.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "field=column"
        )
    )
    var map: [String] = []

    @Option(help: ArgumentHelp("The sheet of a workbook (default: the first with a known header).", valueName: "name"))
    var sheet: String?

    @Option(
        help: ArgumentHelp("Encoding of a text list, such as WINDOWS-1252 (default: recognised).", valueName: "name"))
    var encoding: String?

    @Option(help: "Whether 04/07/2026 is 4 July (dmy) or 7 April (mdy), where the list does not show it.")
    var dates: DateOrder?

    func validate() throws {
        _ = try columns()
    }

    /// The list behind a path, `-` for standard input.
    func open(_ path: String) throws -> TicketList {
        try openFile(path).list
    }

    /// The list behind a path, and by what it is known when it comes again.
    func openFile(_ path: String) throws -> (list: TicketList, file: ListFile) {
        do {
            var options = TicketList.Options()
            options.columns = try columns()
            options.sheet = sheet
            options.encoding = encoding
            options.dates = dates
            let source = try ListSource(path: path)
            let list = try TicketList(source, options: options)
            return (list, try ListFile(source, list, on: WallClock.now))
        } catch let error as ListError {
            throw ListTrouble.command(error, in: path)
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
}

/// Faults of a list, as sentences and exit statuses.
enum ListTrouble {
    /// - Parameters:
    ///   - error: Why the file gives no list.
    ///   - path: Of the file.
    /// - Returns: One sentence with the file's name.
    static func command(_ error: ListError, in path: String) -> CommandError {
        if case .cannotRead = error { return CommandError(.noInput, "\(path.printable): \(error)") }
        return CommandError(.badData, "\(path.printable): \(error)")
    }
}

/// The faults of a list's rows: all are counted, the first thousand kept.
struct ListFaults {
    private(set) var count = 0
    private(set) var first: [ListFault] = []
    /// Lines with a fault; a line may have several.
    private(set) var badRows = 0
    private var lastLine = 0

    private static let mostKept = 1000

    mutating func add(_ fault: ListFault) {
        count += 1
        if fault.line != lastLine { badRows += 1 }
        lastLine = fault.line
        if first.count < Self.mostKept { first.append(fault) }
    }

    /// A line per fault for standard error, in the order of the file.
    ///
    /// - Parameter path: Of the file.
    func note(in path: String) {
        for fault in first.sorted(by: { $0.line < $1.line }) { Terminal.note("\(path):\(fault)".printable) }
        if count > first.count { Terminal.note("… and \(count - first.count) more.") }
    }
}

extension ListFile {
    /// - Parameters:
    ///   - source: The file.
    ///   - list: What is read of it: another sheet of a workbook is another list.
    ///   - instant: Now.
    /// - Throws: `ListError` where it cannot be read; `LedgerError` for a user's name that is too long.
    init(_ source: ListSource, _ list: TicketList, on instant: Timestamp) throws {
        var hashes: [UInt8] = []
        try source.forEachPiece { hashes += SHA256.hash($0) }
        let part = list.form.hasPrefix("Excel workbook") ? list.form : ""
        let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
        self.init(
            name: name, digest: SHA256.hash(hashes + Array(part.utf8)),
            by: try Attribution(actor: StaffOptions.user).actor, on: instant
        )
    }
}
