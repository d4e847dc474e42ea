// The doctor asks the hub.

import Hub
import Ledger
import TicketSigning

/// Whether the hub answers this box, and how long that takes.
struct HubExamination: Examination {
    let station: Station

    /// A guest waits for one answer; after 300 ms the gate decides alone.
    private static let slow = Duration.milliseconds(150)

    func findings() async -> [Finding] {
        guard station.configuration.hubURL != nil else { return [] }
        do {
            guard let carrier = try await HubLink.carrier(station) else { return [] }
            let nobody = Standing(
                ledger: try await station.ledger.ownBox().id, name: "",
                end: ListCursor(epoch: .random(), lists: 0, tickets: 0), pulled: nil, holdings: [])
            // The first answer pays for the connection, which the door keeps.
            _ = try await carrier.standing(hearing: nobody)
            let begin = ContinuousClock.now
            let hub = try await carrier.standing(hearing: nobody)
            return [finding(hub.name, begin.duration(to: .now))]
        } catch let error as HubClientError {
            if let membership = error.membership { return [.failure("hub", membership.finding, do: membership.advice)] }
            return [
                .warning(
                    "hub", "\(error)",
                    do: "look at the network and at `hub.url`; without the hub this gate decides alone"
                )
            ]
        } catch {
            return [.failure("hub", error)]
        }
    }

    private func finding(_ name: String, _ time: Duration) -> Finding {
        let shown = "\(name) answers within \(time.milliseconds) ms"
        guard time > Self.slow else { return .ok("hub", shown) }
        return .warning("hub", shown, do: "a cable instead of a wireless network; above 300 ms the gate decides alone")
    }
}
