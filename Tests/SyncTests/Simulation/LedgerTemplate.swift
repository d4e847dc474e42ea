// A new ledger, made once for all simulations.

import FoundationEssentials
import GRDB
import TestSupport

@testable import Ledger

/// The file of a ledger that was just made: the tables of each box's are not made again.
enum LedgerTemplate {
    private static let file = Result {
        try withTemporaryFolder { folder in
            let path = folder + "/ledger.sqlite"
            try Ledger(creating: path, boxName: "new").queue.close()
            return try Data(contentsOf: URL(filePath: path))
        }
    }

    /// - Throws: What kept the ledger from being made or copied.
    static func copy(to path: String) throws {
        try file.get().write(to: URL(filePath: path))
    }
}
