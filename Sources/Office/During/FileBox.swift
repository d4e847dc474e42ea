// Boxes that get the list with files.

import Alerts
import Attendance
import Ledger
import Organising
import Sync
import TicketSigning

/// A member that exchanges files with this machine, and has sent one.
struct FileBox: Sendable {
    let id: BoxID
    let name: String
    let contact: Timestamp
    /// How many tickets are new here, or changed, since it said what it has.
    let lacks: Int
    let isRevoked: Bool

    /// - Parameter ledger: A ledger open for reading.
    /// - Returns: The boxes; may be empty.
    /// - Throws: `LedgerError`.
    static func all(in ledger: Ledger) async throws -> [FileBox] {
        let trusted = Set(try await ledger.trustedKeys().map(\.key))
        guard !trusted.isEmpty else { return [] }
        let peers = Dictionary(try await ledger.peers().map { ($0.id, $0) }) { first, _ in first }
        let lacks = try await ledger.ticketsWaiting()
        return try await ledger.boxes().compactMap { box in
            guard let terms = box.membership?.terms, trusted.contains(box.key), let peer = peers[box.id] else {
                return nil
            }
            return FileBox(
                id: box.id, name: box.knownName, contact: peer.contact, lacks: lacks[box.id] ?? 0,
                isRevoked: terms.revoked != nil)
        }
    }

    /// What a page shows of it.
    var state: LiveState.BoxState {
        .init(
            id: id.description, name: name, state: isRevoked ? "revoked" : "member", contact: contact.milliseconds,
            lacks: lacks)
    }

    /// Returns whether its list is outdated.
    ///
    /// - Parameters:
    ///   - isAwaited: Whether an event is open, or opens within a day.
    ///   - now: The time.
    /// - Returns: What is known of it.
    func reading(isAwaited: Bool, at now: Timestamp) -> AlertReading {
        let plain = PlainText.name(name)
        let isOutdated = lacks > 0 && isAwaited && !isRevoked
        let tickets = lacks == 1 ? "1 ticket that is" : "\(lacks) tickets that are"
        return AlertReading(
            .listOutdated, of: id.description, named: plain,
            isOutdated
                ? .wrong("\(plain) lacks \(tickets) new or changed; bring it a new file.")
                : .well("\(plain) has the whole list."))
    }
}

extension Event {
    /// Returns whether the event is open, or opens within a day.
    func isNear(_ now: Timestamp) -> Bool {
        let isOver = [closes, closed].compactMap(\.self).contains { $0 <= now }
        return !isOver && opens.map { $0.before(days: 1) <= now } ?? true
    }
}
