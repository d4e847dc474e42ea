// Why a file cannot be read as a list.

import Glibc

/// A file cannot be split into rows and columns; faults of single rows are ``ListFault``s.
public enum ListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system cannot read the file.
    case cannotRead(name: String, errno: Int32)
    /// The file is larger than any list; nothing beyond the limit was read.
    case tooLarge(what: String, limit: String)
    /// The file is an Excel 97–2003 workbook, an OpenDocument spreadsheet, or something else that is not a list.
    case otherKind(what: String)
    /// A workbook's archive or XML is damaged.
    case damagedWorkbook(part: String)
    /// The workbook has no sheet of that name, or no sheet at all.
    case noSheet(wanted: String?, sheets: [String])
    /// The system has no encoding of that name.
    case unknownEncoding(name: String)
    /// Bytes are not valid in the list's encoding.
    case undecodable(line: Int, encoding: String)
    /// A quoted field does not end, or a quotation mark inside a field is not doubled.
    case badQuotes(line: Int)
    /// A field exceeds the maximum length.
    case fieldTooLong(line: Int)
    /// A row has more fields than any list.
    case tooManyFields(line: Int)
    /// libcsv, expat or libzip could not allocate memory.
    case noMemory
    /// The file is empty.
    case empty
    /// No row is a header with any column that a ticket needs.
    case noHeader
    /// The list contains orders, and does not say who holds which ticket.
    case ordersExport(layout: String, instead: String)
    /// The file is the output of `ledger export`, whose tickets are in a ledger already.
    case ownExport
    /// `--map` names a column that is not in the list.
    case noColumn(name: String, columns: [String])
    /// `--only` names a value that no row has; `values` is omitted if the values may be personal data.
    case nothingChosen(column: String, values: String?)
    /// Every date of a column is valid with either order of day and month.
    case ambiguousDates(column: String)
    /// A workbook cannot be written; the value is libxlsxwriter's reason.
    case workbookNotWritten(String)

    public var description: String {
        switch self {
        case .cannotRead(_, let errno):
            "The list cannot be read: \(String(cString: strerror(errno)))."
        case .tooLarge(let what, let limit):
            "\(what) is larger than \(limit), more than a ticket list needs; export the list again."
        case .otherKind(let what):
            "This is \(what); save the list as CSV or as an Excel workbook (.xlsx)."
        case .damagedWorkbook(let part):
            "The workbook is damaged at \(part); export it again, or save it as CSV."
        case .noSheet(let wanted, let sheets):
            "The workbook has no sheet\(wanted.map { " '\($0)'" } ?? ""); it has: "
                + "\(sheets.isEmpty ? "none" : sheets.joined(separator: ", "))."
        case .unknownEncoding(let name):
            "The encoding '\(name)' is unknown; try --encoding UTF-8, UTF-16, WINDOWS-1252, WINDOWS-1250 or MACINTOSH."
        case .undecodable(let line, let encoding):
            "Line \(line) is not \(encoding) text; save the list as \"CSV UTF-8\", or set its --encoding."
        case .badQuotes(let line):
            "Line \(line): a quotation mark is not closed or not doubled; save the list as CSV again."
        case .fieldTooLong(let line):
            "Line \(line): a field is longer than 1 MiB, more than a ticket needs; is a quotation mark not closed?"
        case .tooManyFields(let line):
            "Line \(line) has more than 1024 fields, more than a ticket list needs; is this another kind of file?"
        case .noMemory:
            "There is not enough memory to read the list; close other programs and try again."
        case .empty:
            "The file is empty; expected a ticket list with a header line."
        case .noHeader:
            "No column is recognised; expected headings such as `name`, `email`, `ticket type` or `barcode`. "
                + "Set the columns with --map; for a list without headings, use numbers, as in --map barcode=1."
        case .ordersExport(let layout, let instead):
            "This is \(layout), which has no line per ticket; export \(instead) instead."
        case .ownExport:
            "This is DoorCheck's own export, whose tickets are already in the ledger; import the original list, "
                + "or `ledger backup` to move a ledger."
        case .noColumn(let name, let columns):
            "The list has no column '\(name)'; it has: \(columns.joined(separator: ", "))."
        case .nothingChosen(let column, let values):
            "No row has the value of --only in column \"\(column)\"\(values.map { ", which has: \($0)" } ?? "")."
        case .ambiguousDates(let column):
            "The dates in column \"\(column)\" can be read day first or month first; say which with --dates dmy or mdy."
        case .workbookNotWritten(let reason):
            "The workbook cannot be written: \(reason); check the free disk space, or write CSV."
        }
    }

    /// The error without the options of the command line, for somebody who works in a browser.
    public var sentence: String {
        switch self {
        case .undecodable(let line, let encoding):
            "Line \(line) is not \(encoding) text; save the list as \"CSV UTF-8\" or as an Excel workbook (.xlsx)."
        case .noHeader:
            "No column is recognised; expected a row with headings such as `name`, `email`, `ticket type` or `barcode` "
                + "above the guests."
        case .ownExport:
            "This is DoorCheck's own export, whose tickets are on the list already; import the original list."
        case .nothingChosen(let column, _): "No row has the chosen value in column \"\(column)\"."
        case .ambiguousDates(let column):
            "The dates in column \"\(column)\" can be read day first or month first; say which."
        default: description
        }
    }
}
