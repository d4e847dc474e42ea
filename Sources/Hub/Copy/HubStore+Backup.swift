// Copies the hub's database while boxes are served.

import Glibc
import HubProtocol
import TicketSigning

extension HubStore {
    /// How often a backup begins again because the hub's history began anew.
    private static let attempts = 3

    /// Writes a copy of the database into a new file, which is a hub's database itself.
    ///
    /// What was stored before the call is in it. No transaction reads much at a time, because an SQLite database takes
    /// no claims while one reads.
    ///
    /// - Parameter path: A file that does not exist. Only this user can read it, and it gets its name when it is whole.
    /// - Returns: What it holds.
    /// - Throws: ``HubError``.
    func backUp(to path: String) async throws -> HubContents {
        do {
            for _ in 1...Self.attempts {
                let epoch = try await newest().epoch
                let file = try PartialFile(for: path)
                let contents = try await copy(to: file.partial)
                // A purge meanwhile has deleted names that are in the copy, and a restored database is another one.
                guard try await newest().epoch == epoch else { continue }
                try file.sync()
                try file.takePlace()
                return contents
            }
        } catch let failure as PartialFile.Failure {
            throw failure.told(of: path)
        }
        throw HubError.notCopied(to: path, reason: "the hub was started, purged or restored each time")
    }

    private func copy(to path: String) async throws -> HubContents {
        let file = try SQLiteHubDatabase(path: path, isCopy: true)
        let copy = try await HubStore(file)
        let tables = HubTable.all(database.dialect)
        let claims = tables.filter { ["claim", "open_claim"].contains($0.name) }
        guard let records = tables.first(where: { $0.name == "record" }) else { throw HubError.otherVersion }
        let last = try await copyRecords(of: records, to: copy)
        try await copyRest(of: records, after: last, tables.filter { $0 != records && !claims.contains($0) }, to: copy)
        for table in claims { try await copyInParts(table, to: copy) }
        guard try await file.isSound() else { throw HubError.notCopied(to: path, reason: "the copy is damaged") }
        return try await copy.database.read { try HubContents($0) }
    }

    /// Copies the records up to now, in the order of their revisions: a version that replaces one meanwhile comes last.
    ///
    /// - Returns: The last revision.
    private func copyRecords(of table: HubTable, to copy: HubStore) async throws -> Int64 {
        var last: Int64 = 0
        while true {
            let begin = last
            let rows = try await database.read { try table.rows(afterRevision: begin, in: $0) }
            try await copy.database.write { try table.insert(rows, in: $0) }
            last = try rows.last?.revision(in: table) ?? last
            guard rows.count == HubTable.batch else { return last }
        }
    }

    /// Copies, of one moment, the records that are left and what has to agree with them: a hub that knows of a line, or
    /// of lists that a box has sent, is not sent them again.
    private func copyRest(of records: HubTable, after last: Int64, _ tables: [HubTable], to copy: HubStore) async throws
    {
        let parts = try await database.read { session in
            var parts: [(table: HubTable, rows: [SQLRow])] = []
            var last = last
            while case let rows = try records.rows(afterRevision: last, in: session), !rows.isEmpty {
                parts.append((records, rows))
                last = try rows.last?.revision(in: records) ?? last
            }
            for table in tables { try table.read(in: session) { parts.append((table, $0)) } }
            return parts
        }
        try await copy.database.write { session in
            for table in tables { try session.run("DELETE FROM \(table.name)") }
            for part in parts { try part.table.insert(part.rows, in: session) }
        }
    }

    /// Copies claims. A claim that is newer than the records is one whose scan comes later.
    private func copyInParts(_ table: HubTable, to copy: HubStore) async throws {
        var rows: [SQLRow] = []
        repeat {
            let last = rows.last
            rows = try await database.read { try table.rows(after: last, in: $0) }
            let part = rows
            try await copy.database.write { try table.insert(part, in: $0) }
        } while !rows.isEmpty
    }
}

extension PartialFile.Failure {
    func told(of path: String) -> HubError {
        switch self {
        case .exists: .notCopied(to: path, reason: "there is a file of this name")
        case .system(let code): .notCopied(to: path, reason: String(cString: strerror(code)))
        }
    }
}

extension SQLRow {
    /// The revision of a record.
    fileprivate func revision(in table: HubTable) throws -> Int64 {
        try integer(table.columns.firstIndex(of: "rev") ?? -1)
    }
}
