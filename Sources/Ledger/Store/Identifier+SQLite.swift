// UUIDs as the 16-byte blobs in the tables.

import FoundationEssentials
import GRDB
import TicketSigning

extension Identifier {
    /// The blob for this identifier.
    var blob: DatabaseValue {
        Data(bytes).databaseValue
    }
}

extension Row {
    /// Returns the identifier in a column that is never null.
    func identifier<Subject>(_ column: String) throws -> Identifier<Subject> {
        guard let identifier: Identifier<Subject> = optionalIdentifier(column) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(column) is not a UUID")
        }
        return identifier
    }

    /// Returns the identifier in a column, if there is one.
    func optionalIdentifier<Subject>(_ column: String) -> Identifier<Subject>? {
        (self[column] as Data?).flatMap { Identifier(bytes: $0) }
    }

    /// Returns the time in a column of milliseconds, if there is one.
    func timestamp(_ column: String) -> Timestamp? {
        (self[column] as Int64?).map(Timestamp.init(milliseconds:))
    }
}
