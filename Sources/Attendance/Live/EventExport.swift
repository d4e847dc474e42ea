// Tables that an event's page exports.

import Admission
package import Ledger
import TicketLists
package import TicketSigning

/// A table of one event as CSV, without the codes and barcodes of tickets.
package enum EventExport: String, CaseIterable, Sendable {
    /// Everybody who entered or left, and what was undone.
    case admissions
    /// The list.
    case tickets
    /// The figures of each day.
    case days
    /// People who entered with a used-up ticket.
    case doubles

    /// The names of the columns.
    package var columns: [String] {
        switch self {
        case .admissions:
            [
                "at", "gate", "zone", "kind", "reason", "ticket", "holder", "tier", "box", "seq", "decided", "actor",
                "why", "undone",
            ]
        case .tickets:
            [
                "ticket", "holder", "reference", "tier", "status", "admits", "entries", "first_entry", "note",
                "valid_from", "valid_until",
            ]
        case .days:
            [
                "date", "begins", "arrived", "entered", "left", "refused", "asked", "zone", "most_inside", "most_at",
            ]
        case .doubles:
            [
                "at", "gate", "box", "decided", "ticket", "zone", "order_known", "first_at", "first_gate", "first_box",
                "first_decided",
            ]
        }
    }
}

extension EventExport {
    /// How many rows are read at a time.
    private static let rowsAtOnce = 1000

    /// Writes the table row by row.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - ledger: A ledger open for reading.
    ///   - days: Returns the figures of each day.
    ///   - write: Takes some rows as CSV.
    /// - Throws: `LedgerError`; rethrows errors of `days` and `write`.
    /// - Complexity: Memory does not grow with the table. Each part is read on its own, so what happens meanwhile may
    ///   be in a later part.
    package func write(
        of id: EventID, from ledger: Ledger, days: () async throws -> [LiveState.DayState],
        to write: (String) async throws -> Void
    ) async throws {
        try await write(CSVWriter.row(columns))
        switch self {
        case .tickets:
            var last: TicketID?
            repeat {
                let part = try await ledger.exportedTickets(of: id, after: last, limit: Self.rowsAtOnce)
                try await write(part.map { CSVWriter.row($0.fields) }.joined())
                last = part.count < Self.rowsAtOnce ? nil : part.last?.ticket.ticket.id
            } while last != nil
        case .admissions:
            var last: ScanPlace?
            repeat {
                let part = try await ledger.exportedMovements(of: id, after: last, limit: Self.rowsAtOnce)
                try await write(part.map { CSVWriter.row($0.fields) }.joined())
                last = part.count < Self.rowsAtOnce ? nil : part.last?.place
            } while last != nil
        case .days:
            try await write(Self.rows(of: try await days()).map(CSVWriter.row).joined())
        case .doubles:
            let doubles = try await ledger.doubleAdmissions(of: id)
            try await write(doubles.map { CSVWriter.row($0.fields) }.joined())
        }
    }

    private static func rows(of days: [LiveState.DayState]) -> [[String]] {
        days.flatMap { day in
            let figures = [day.arrived, day.entered, day.left, day.refused, day.asked].map(String.init)
            let start = [day.date, Timestamp(milliseconds: day.begins).description] + figures
            guard !day.peaks.isEmpty else { return [start + ["", "", ""]] }
            return day.peaks.map { peak in
                start + [peak.zone, String(peak.most), Timestamp(milliseconds: peak.at).description]
            }
        }
    }
}

extension ExportedTicket {
    /// The values of the columns of ``EventExport/tickets``.
    fileprivate var fields: [String] {
        let texts: [String?] = [
            ticket.ticket.id.description, ticket.holder, ticket.reference, ticket.tier, ticket.status.rawValue,
            ticket.admits.map(String.init), String(entries), firstEntry?.description, ticket.note,
            ticket.opens?.description, ticket.closes?.description,
        ]
        return texts.map { $0 ?? "" }
    }
}

extension ExportedMovement {
    /// The values of the columns of ``EventExport/admissions``.
    fileprivate var fields: [String] {
        let texts: [String?] = [
            scan.at.description, scan.gate, scan.zone, scan.kind, scan.reason, scan.ticket?.description, holder, tier,
            scan.boxName, String(scan.seq), scan.decided, scan.actor, scan.why, String(isUndone),
        ]
        return texts.map { $0 ?? "" }
    }
}

extension DoubleAdmission {
    /// The values of the columns of ``EventExport/doubles``.
    fileprivate var fields: [String] {
        func parts(_ movement: OrderedMovement) -> [String] {
            let entry = movement.movement.entry
            return [
                movement.time.description, entry.gate, entry.boxName, movement.decided?.rawValue ?? "staff",
            ]
        }
        return parts(later) + [later.ticket.description, zone.text, String(isOrderKnown)] + parts(earlier)
    }
}
