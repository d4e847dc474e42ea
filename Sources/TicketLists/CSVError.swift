// Why a file is no comma-separated list.

/// A file that cannot be taken apart into rows.
public enum CSVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A quoted field that does not end, or a quote inside a field that is not doubled.
    case badQuotes(line: Int)
    /// Bytes that are not UTF-8.
    case notUTF8(line: Int)
    /// libcsv got no memory.
    case noMemory

    public var description: String {
        switch self {
        case .badQuotes(let line):
            "line \(line): a quotation mark is not closed or not doubled; save the list again as CSV."
        case .notUTF8(let line):
            "line \(line): the text is not UTF-8; save the list again as \"CSV UTF-8\"."
        case .noMemory:
            "there is not enough memory to read the list; close other programs and try again."
        }
    }
}
