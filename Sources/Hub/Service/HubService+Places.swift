// The places in zones with a capacity, for boxes.

import HubProtocol
import TicketSigning

extension HubService {
    /// How long a hub that was started gives out no places: its database may be a backup, and boxes first say what they
    /// have.
    static let placePause: Duration = .seconds(5)

    /// Answers a box that says how many places in a zone it has, and returns once the answer is on disk.
    ///
    /// - Parameters:
    ///   - request: What the box says, and what it would like to have.
    ///   - box: The box.
    ///   - zones: The organiser's ledger.
    /// - Returns: How many places the box has from now on.
    /// - Throws: ``HubError``.
    func places(
        _ request: Wire.PlaceRequest,
        by box: BoxID,
        counting zones: any ZoneRegister
    ) async throws -> Wire.PlaceAnswer {
        let isBeginning = started.duration(to: elapsed()) < Self.placePause
        let reply = try await journal.submit(.places(request, by: box, isBeginning: isBeginning, counting: zones))
        guard case .places(let answer) = reply else { throw HubError.damaged(column: 0) }
        return answer
    }
}
