// Why a file gives no list at all.

import Glibc

/// A file that cannot be taken apart into rows and columns; faults of single rows are ``ListFault``s.
public enum ListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system does not give the file's bytes.
    case cannotRead(name: String, errno: Int32)
    /// More than any list needs; nothing beyond the limit was read.
    case tooLarge(what: String, limit: String)
    /// A workbook of Excel 97 to 2003, an OpenDocument table, or another thing that is no list.
    case otherKind(what: String)
    /// The archive or the XML of a workbook is damaged.
    case damagedWorkbook(part: String)
    /// The workbook has no sheet of that name, or none at all.
    case noSheet(wanted: String?, sheets: [String])
    /// The system knows no encoding of that name.
    case unknownEncoding(name: String)
    /// Bytes that are no text in the list's encoding.
    case undecodable(line: Int, encoding: String)
    /// A quoted field that does not end, or a quote inside a field that is not doubled.
    case badQuotes(line: Int)
    /// A field without an end in sight.
    case fieldTooLong(line: Int)
    /// A row with more fields than any list has.
    case tooManyFields(line: Int)
    /// libcsv, expat or libzip got no memory.
    case noMemory
    /// There is nothing in the file.
    case empty
    /// No row is a header that names anything a ticket needs.
    case noHeader
    /// A list of orders, which does not say who holds which ticket.
    case ordersExport(layout: String, instead: String)
    /// What `ledger export` wrote: its tickets are in a ledger already.
    case ownExport
    /// `--map` names a column that the list does not have.
    case noColumn(name: String, columns: [String])
    /// `--only` names a value that no row has; the values are left out where they may be persons'.
    case nothingChosen(column: String, values: String?)
    /// Every date of a column can be read both ways round.
    case ambiguousDates(column: String)
    /// A workbook cannot be written; holds libxlsxwriter's reason.
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
            "There is no text encoding '\(name)'; try --encoding UTF-8, UTF-16, WINDOWS-1252, WINDOWS-1250 or MACINTOSH."
        case .undecodable(let line, let encoding):
            "Line \(line) is not \(encoding) text; save the list as \"CSV UTF-8\", or name its --encoding."
        case .badQuotes(let line):
            "Line \(line): a quotation mark is not closed or not doubled; save the list again as CSV."
        case .fieldTooLong(let line):
            "Line \(line): a field is longer than 1 MiB, more than a ticket needs; is a quotation mark not closed?"
        case .tooManyFields(let line):
            "Line \(line) has more than 1024 fields, more than a ticket list needs; is this another kind of file?"
        case .noMemory:
            "There is not enough memory to read the list; close other programs and try again."
        case .empty:
            "The file is empty; expected a ticket list with a header line."
        case .noHeader:
            "No column is known; expected headings such as `name`, `email`, `ticket type` or `barcode`. Say with --map "
                + "which column is what; for a list without headings by number, as in --map barcode=1."
        case .ordersExport(let layout, let instead):
            "This is \(layout), which has no line per ticket; export \(instead) instead."
        case .ownExport:
            "This is DoorCheck's own export, whose tickets are in the ledger already; use the list that they came from, "
                + "or `ledger backup` to move a ledger."
        case .noColumn(let name, let columns):
            "The list has no column '\(name)'; it has: \(columns.joined(separator: ", "))."
        case .nothingChosen(let column, let values):
            "No row has the value of --only in column \"\(column)\"\(values.map { ", which has: \($0)" } ?? "")."
        case .ambiguousDates(let column):
            "The dates in column \"\(column)\" can be read day first or month first; say which with --dates dmy or mdy."
        case .workbookNotWritten(let reason):
            "The workbook cannot be written: \(reason); look at the disk's free space, or write CSV."
        }
    }
}
