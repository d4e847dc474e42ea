// An event while it runs.

import Accounts
import Attendance
import DoorInstallation
import DoorTexts
import HTTPSupport
import Ledger
import Organising
import TicketSigning

/// An event while it runs, as its page asks for it again and again.
struct DuringState: Encodable {
    let now: Int64
    /// Sent back with the next question, which has no answer while nothing changes.
    let version: String
    let state: LiveState
}

/// A part of the list of double admissions.
struct DoublesPart: Encodable {
    /// The latest first.
    let doubles: [LiveState.DoubleEntry]
    /// Where the list of earlier ones begins; absent if there are none.
    let earlier: String?
}

extension OfficeDesk {
    /// Returns an event's figures at the last count.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - permit: The permit of who looks.
    /// - Returns: What may be seen.
    /// - Throws: ``OfficeRefusal``; `LedgerError`.
    func during(_ id: EventID, for permit: ViewerPermit) async throws -> DuringState {
        let event = try await event(id)
        var (version, state) = try await live.state(of: event)
        // Messages are for those who send them: they may name guests. Faults of boxes are for organisers.
        if permit.session.role == .viewer {
            (state.messages, state.faults) = ([], [])
            if state.isChecked, state.trouble != nil { state.trouble = "The figures may be out of date." }
        }
        return DuringState(now: WallClock.now.milliseconds, version: "\(version)-\(permit.session.role)", state: state)
    }

    /// Returns double admissions before those of the state.
    ///
    /// - Parameters:
    ///   - place: Where the list begins, from an earlier answer.
    ///   - id: The event.
    /// - Returns: The part of the list.
    /// - Throws: ``OfficeRefusal``.
    func doubles(before place: String, of id: EventID) async throws -> DoublesPart {
        guard let place = DoublePlace(place) else { throw OfficeRefusal("Load the page again.") }
        let (shown, next) = await live.doubles(before: place, of: id)
        return DoublesPart(doubles: shown, earlier: next)
    }

    /// Sends a message to the gates.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - id: The event.
    ///   - gate: The gate; `nil` for all.
    ///   - minutes: How long it is shown.
    ///   - session: Who sends it.
    /// - Throws: ``OfficeRefusal``; `LedgerError`.
    func send(_ text: String, to id: EventID, gate: String?, minutes: Int, by session: OfficeSession) async throws {
        _ = try await event(id)
        do {
            try await context().send(text, to: id, gate: gate, minutes: minutes, by: session.person.name)
        } catch let error as MessageRefusal {
            switch error {
            case .minutes: throw OfficeRefusal(error.description, field: "minutes")
            case .gate: throw OfficeRefusal(error.description, field: "gate")
            case .unheard: throw OfficeRefusal(error.description, because: .conflict)
            }
        }
    }
}
