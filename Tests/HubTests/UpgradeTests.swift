// Databases that hubs of older versions have filled.

import Admission
import FoundationEssentials
import Sync
import Testing
import TicketSigning

@testable import Hub
@testable import HubProtocol

@Suite(.postgreSQL)
struct UpgradeTests {
    @Test(
        "A database that a hub of version 8 has filled is upgraded with its boxes and records, and its claims hold",
        arguments: StoreKind.allCases)
    func version8(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            try await kind.load(version: 8, into: place)
            let store = try await kind.open(place)
            #expect(try await store.database.read { try $0.tableVersion() } == HubSchema.version)
            #expect(try await store.records(after: 0).records.count == 25)
            #expect(try await store.boxes().map(\.name).sorted() == ["box-1", "box-2", "hub", "organiser"])
            let claims = try await store.database.read { session in
                try session.rows("SELECT ticket, zone, ordinal, event, box FROM claim", [])
            }
            #expect(claims.count == 6)
            let late = try EnrolledBox.sample("late")
            try await store.enrol(late)
            for (number, claim) in claims.enumerated() {
                let request = try Wire.ClaimRequest(
                    number: Int64(number + 1), ticket: claim.identifier(0), event: claim.identifier(3),
                    zone: claim.text(1), ordinal: claim.integer(2), kind: .entry, gate: "main", at: 1, hlc: 0)
                let reply = try await store.commit([.claim(request, by: late.id)], now: 1).replies.first
                guard case .claimed(let answer)? = reply else { throw HubError.refused("no answer") }
                #expect(!answer.won)
                #expect(try answer.claims.map(\.box) == [claim.identifier(4)])
            }
        }
    }
}

extension StoreKind {
    /// Fills an empty database with what a hub of an older version has left in one.
    ///
    /// - Parameters:
    ///   - version: The version of its tables, of which Older has a file.
    ///   - place: Where the database is.
    /// - Throws: ``HubError``, or that the file cannot be read.
    fileprivate func load(version: Int, into place: String) async throws {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let name = self == .sqlite ? "sqlite" : "postgresql"
        let text = try String(contentsOfFile: "/\(folder)/Older/\(name)-\(version).sql", encoding: .utf8)
        // The server's dump is of another schema than the test's.
        let statements = text.replacing("public.", with: "").split(separator: ";\n").filter { statement in
            !["PRAGMA", "BEGIN", "COMMIT"].contains { statement.hasPrefix($0) || statement.contains("\n\($0)") }
        }
        let database: any HubDatabase =
            try self == .sqlite ? SQLiteHubDatabase(path: place) : PostgresHubDatabase(place: place)
        try await database.write { session in
            for statement in statements { try session.run(String(statement)) }
        }
    }
}
