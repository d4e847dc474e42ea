// The health check of the door display.

import DoorConfiguration
import DoorDisplay
import DoorInstallation
import HTTPSupport
import TicketSigning

/// Checks whether there is a staff page, who can reach it, and whether it responds.
struct DisplayHealthCheck: HealthCheck {
    let configuration: Configuration

    func findings() async -> [HealthCheckResult] {
        guard configuration.hasDisplay else { return [] }
        return pages + [served]
    }

    /// Whether the address is free for the door, or already used by the door.
    private var served: HealthCheckResult {
        let address = configuration.display.address
        switch HTTPProbe.get("/healthz", from: address) {
        case .noListener: return .ok("display", "\(address) is free for it; the door is not open now")
        case .answered(200, let body) where body == Array("alive\n".utf8):
            return .ok("display", "it is served at \(address): the door is open")
        case .answered, .silent:
            return .failure(
                "display", "another program has \(address)", do: "end it, or name another in `display.address`")
        }
    }

    private var pages: [HealthCheckResult] {
        let address = configuration.display.address
        guard let path = configuration.pinPath else {
            guard address.isLocal else {
                return [
                    .failure(
                        "display", "\(address) can be reached from other machines, and there is no PIN",
                        do: "write one into a file of mode 0600 and name it in `display.pin`"
                    )
                ]
            }
            return [
                .warning(
                    "display", "guests' page at http://\(address)/, and none for staff",
                    do: "write a PIN into a file of mode 0600 and name it in `display.pin`, to search and admit by hand"
                )
            ]
        }
        do {
            _ = try StaffPIN.configured(at: path)
            return [.ok("display", "guests' page at http://\(address)/, staff's at http://\(address)/staff")]
        } catch {
            return [.failure("display", error)]
        }
    }
}
