// Everything that ledgers have to agree on.

import Admission
import FoundationEssentials
import GRDB
import TestSupport
import TicketSigning

@testable import Ledger

/// What a ledger holds and what it makes of it.
struct NodeState {
    let records: Set<SharedRecord>
    let statuses: [TicketID: String]
    let inside: [String: Int]
    let doubles: [String]
    let branches: [String]
    /// The ticket that each reissued ticket stands for.
    let replaces: [TicketID: TicketID]

    /// - Parameters:
    ///   - ledger: A ledger.
    ///   - thief: A revoked box: only ledgers that had its messages before keep them, and nobody sees them.
    ///   - strangers: Boxes that are no members: what they write has no effect, wherever it is kept.
    /// - Throws: `LedgerError`.
    init(of ledger: Ledger, without thief: BoxID? = nil, _ strangers: Set<BoxID> = []) async throws {
        let nobody = VersionVector(
            ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: []
        )
        let page = try await ledger.page(after: nobody, on: Timestamp(milliseconds: 0), limit: 1_000_000)
        // An event that only the thief knows stays where it was handed out: nobody has another version of it.
        records = Set(
            page.records.filter {
                (thief == nil || ![.message, .event].contains($0.kind) || $0.author != thief) && !$0.isOf(strangers)
            })
        var replaces: [TicketID: TicketID] = [:]
        for case .ticket(let ticket) in page.records { replaces[ticket.id] = ticket.replaces }
        self.replaces = replaces
        statuses = try await ledger.read { db in
            Dictionary(
                uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT id, status FROM ticket").map {
                    (try $0.identifier("id"), $0["status"])
                })
        }
        inside = try await ledger.read { db in
            Dictionary(
                uniqueKeysWithValues: try Row.fetchAll(
                    db, sql: "SELECT hex(event) || zone AS place, people FROM inside WHERE people <> 0"
                ).map { ($0["place"], $0["people"]) })
        }
        doubles = try await ledger.doubleAdmissions().map {
            "\($0.later.chain.base64url) \($0.earlier.chain.base64url)"
        }
        branches = try await ledger.branchedLogs().map { "\($0) \($0.since.milliseconds)" }.sorted()
    }

    func differences(from other: NodeState) -> [String] {
        var differences: [String] = []
        let extra = records.symmetricDifference(other.records)
        if !extra.isEmpty {
            differences.append("other records: \(extra.summary)")
        }
        if statuses != other.statuses { differences.append("other statuses") }
        if inside != other.inside { differences.append("other people inside") }
        if doubles != other.doubles { differences.append("other double admissions") }
        if branches != other.branches { differences.append("other branches: \(branches), not \(other.branches)") }
        return differences
    }
}

extension SharedRecord {
    /// Whether it is a record, the key or a membership of one of the boxes.
    func isOf(_ boxes: Set<BoxID>) -> Bool {
        let box: BoxID? =
            switch self {
            case .box(let box): box.id
            case .membership(let membership): membership.box
            default: author ?? place?.box
            }
        return box.map(boxes.contains) == true
    }
}

extension Set<SharedRecord> {
    /// How many of each kind there are, and who wrote them; few of them with all that they say.
    var summary: String {
        guard count > 4 else {
            return map { "\((try? $0.line()).map { String(decoding: $0, as: UTF8.self) } ?? "")" }.joined()
        }
        return Dictionary(grouping: self) { "\($0.kind) by \($0.author ?? $0.place?.box, default: "nobody")" }
            .map { "\($0.value.count) \($0.key)" }.sorted().joined(separator: ", ")
    }
}

/// Whether there is such a file.
func access(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}
