// Conflicts between rows of a list, as faults.

package import Ledger
package import TicketLists

extension ListFault {
    /// Reports a conflict between rows as a fault of the later row.
    package init(_ conflict: ImportConflict, in mapping: ColumnMapping) {
        switch conflict.kind {
        case .ticket(let line):
            let found = "the ticket of line \(line) again, with other details"
            self.init(line: conflict.line, found: found, expected: "each ticket once")
        case .barcode(let line):
            let found = "the barcode of line \(line), which is another ticket"
            self.init(line: conflict.line, column: mapping.name(of: .barcode), found: found, expected: "one of its own")
        case .timesInLedger:
            let found = "times that end before they begin, together with those in the ledger"
            self.init(line: conflict.line, found: found, expected: "both `valid from` and `valid until`")
        case .barcodeInLedger:
            let found = "the barcode of another ticket in the ledger"
            self.init(line: conflict.line, column: mapping.name(of: .barcode), found: found, expected: "one of its own")
        }
    }
}
