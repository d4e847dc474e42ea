// After an event.

import Accounts
import Admission
import Attendance
import DoorInstallation
import DoorTexts
import Ledger
import Paper
import TicketLists
import TicketSigning

/// An event in figures.
struct FiguresState: Encodable {
    let expected: Int
    let arrived: Int
    let inside: Int
    let refused: Int
    let noShows: Int
    let doubles: [Double]

    /// People who entered with a ticket that was used up.
    struct Double: Encodable {
        let name: String?
        let first: Place
        let again: Place
    }

    struct Place: Encodable {
        let at: Int64
        let gate: String
        let box: String
    }
}

/// What an event still has of its guests.
struct PersonalState: Encodable {
    let names, references, notes, reasons, barcodes, messages: Int
    /// When it was removed; absent if it was not.
    let purged: Int64?
    /// Why it cannot be removed yet; absent if it can.
    let why: String?
}

extension OfficeDesk {
    func figures(of id: EventID, for permit: ViewerPermit) async throws -> FiguresState {
        _ = try await event(id)
        return try await counter.figures(
            of: id, in: context().ledger.path, withNames: permit.session.role != .viewer)
    }

    /// Returns the report of an event, as of now.
    func report(of id: EventID) async throws -> AttendanceReport {
        let ledger = try context().ledger
        let event = try await event(id)
        return AttendanceReport(
            try await ledger.attendance(of: id), doubles: try await ledger.doubleAdmissions(of: id),
            boxesBehind: try await ledger.boxesBehind(), of: event, made: WallClock.now, in: .machine)
    }

    func personal(of id: EventID) async throws -> PersonalState {
        let ledger = try context().ledger
        let event = try await event(id)
        let data = try await ledger.personalData(of: id)
        let end = [event.closes, event.closed].compactMap(\.self).min()
        let isOver = end.map { $0 < WallClock.now } ?? false
        return PersonalState(
            names: data.names, references: data.references, notes: data.notes, reasons: data.reasons,
            barcodes: data.barcodes, messages: data.messages,
            purged: try await ledger.purgeTime(of: id)?.milliseconds,
            why: isOver ? nil : "The event is not over; close it first, or set when it closes.")
    }

    /// Removes the guests' data of an event that is over; counts stay.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - slug: The event's short name as the person typed it.
    /// - Returns: What is left.
    /// - Throws: ``OfficeRefusal`` for another name, or if the event is not over; `LedgerError`.
    func purge(_ id: EventID, typed slug: String) async throws -> PersonalState {
        let event = try await event(id)
        guard slug.trimmed == event.slug else {
            throw OfficeRefusal("Type the event’s short name, \(event.slug), to remove the data.", field: "slug")
        }
        if let why = try await personal(of: id).why { throw OfficeRefusal(why, because: .conflict) }
        do {
            try await context().ledger.purge(id, on: WallClock.now)
        } catch LedgerError.locked {
            throw OfficeRefusal(
                "Another program has the list open, so names may be left on the disk; close it and do this again.",
                because: .unavailable)
        }
        try await hub.purge(id)
        return try await personal(of: id)
    }
}

extension FiguresState.Place {
    init(_ movement: OrderedMovement) {
        let entry = movement.movement.entry
        self.init(at: entry.at.milliseconds, gate: entry.gate, box: entry.boxName)
    }
}
