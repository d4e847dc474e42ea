// The health check of the hub.

import DoorConfiguration
import DoorInstallation
import DoorOutput
import HubClient
import Ledger
import TicketSigning

/// Checks whether the hub answers this box, and how quickly.
struct HubHealthCheck: HealthCheck {
    let context: CommandContext

    /// A guest waits for one answer; after 300 ms the gate decides alone.
    private static let slow = Duration.milliseconds(150)

    func findings() async -> [HealthCheckResult] {
        guard context.configuration.hubURL != nil else { return [] }
        do {
            guard let transport = try await HubLink.transport(context) else { return [] }
            let nobody = VersionVector(
                ledger: try await context.ledger.ownBox().id, name: "",
                end: ListCursor(epoch: .random(), lists: 0, tickets: 0), pulled: nil, highWaterMarks: [])
            // The first request includes setting up the connection, which the door keeps open.
            _ = try await transport.versionVector(hearing: nobody)
            let begin = ContinuousClock.now
            let hub = try await transport.versionVector(hearing: nobody)
            return [finding(hub.name, begin.duration(to: .now))]
        } catch let error as HubClientError {
            if let membership = error.membership { return [.failure("hub", membership.finding, do: membership.advice)] }
            return [
                .warning(
                    "hub", "\(error)",
                    do: "check the network and `hub.url`; without the hub this gate decides alone"
                )
            ]
        } catch {
            return [.failure("hub", error)]
        }
    }

    private func finding(_ name: String, _ time: Duration) -> HealthCheckResult {
        let shown = "\(name) answers within \(time.milliseconds) ms"
        guard time > Self.slow else { return .ok("hub", shown) }
        return .warning("hub", shown, do: "use a cable instead of Wi-Fi; above 300 ms the gate decides alone")
    }
}
