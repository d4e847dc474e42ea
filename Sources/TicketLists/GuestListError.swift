// What is wrong with a guest list, all of it.

/// Every fault of a guest list; what the fields hold is left out, it is personal data.
public struct GuestListError: Error, Hashable, Sendable {
    /// In the order of the file, never empty.
    public let faults: [Fault]

    /// One fault.
    public enum Fault: Hashable, Sendable, CustomStringConvertible {
        /// No row below the header.
        case empty
        /// The first row names no column that a ticket can be issued from.
        case noHeader(line: Int)
        /// A number of people that is none.
        case badCount(line: Int, column: String)

        public var description: String {
            switch self {
            case .empty:
                "the list has no guests; expected a header line and a line for each ticket."
            case .noHeader(let line):
                "line \(line): found no column to issue tickets from; expected a header with `name`, `email` or "
                    + "`reference`, and if wanted `tier` and `admits`."
            case .badCount(let line, let column):
                "line \(line), column \"\(column)\": expected a whole number of people from 1 to 1000."
            }
        }
    }
}
