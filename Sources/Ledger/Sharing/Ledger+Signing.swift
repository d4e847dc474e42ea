// Signs what this ledger's box wrote, before its key is gone.

import FoundationEssentials
import GRDB
import TicketSigning

extension Ledger {
    /// Signs the lines of this ledger's box that are not signed yet, with pauses in which guests are let in.
    func signLines(by signer: any RecordSigner) async throws {
        for log in LogKind.allCases {
            while true {
                let start = ContinuousClock.now
                let count = try await write { db in try log.signLines(by: signer, limit: Self.pieceCount, in: db) }
                guard count == Self.pieceCount else { break }
                try await letOthersWrite(since: start)
            }
        }
    }
}

extension LogKind {
    /// Signs lines of the ledger's box that are not signed yet.
    ///
    /// - Returns: How many.
    func signLines(by signer: some RecordSigner, limit: Int, in db: Database) throws -> Int {
        let sql = "SELECT seq, branch, chain FROM \(table) WHERE box = ? AND signature IS NULL LIMIT ?"
        let box = signer.box.blob
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [box, limit])
        let update = try db.cachedStatement(
            sql: "UPDATE \(table) SET signature = ? WHERE box = ? AND seq = ? AND branch = ?")
        for row in rows {
            let signature = LineSignature.sign(RecordBytes(Array(row["chain"] as Data)), by: signer)
            let (seq, branch): (Int64, Int) = (row["seq"], row["branch"])
            try update.execute(arguments: [Data(signature.bytes), box, seq, branch])
        }
        return rows.count
    }
}
