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
        case .noListener: return .ok("display", "\(address) is free; the door is not open")
        case .answered(200, let body) where body == Array("alive\n".utf8):
            return .ok("display", "served at \(address): the door is open")
        case .answered, .silent:
            return .failure(
                "display", "another program uses \(address)", do: "stop it, or change `display.address`")
        }
    }

    private var pages: [HealthCheckResult] {
        let address = configuration.display.address
        guard let path = configuration.pinPath else {
            guard address.isLocal else {
                return [
                    .failure(
                        "display", "other machines can reach \(address), but no PIN is set",
                        do: "write a PIN into a file of mode 0600 and set `display.pin` to it"
                    )
                ]
            }
            return [
                .warning(
                    "display", "guest page at http://\(address)/, but no staff page",
                    do: "to search and admit by hand, write a PIN into a file of mode 0600 and set `display.pin` to it"
                )
            ]
        }
        do {
            _ = try StaffPIN.configured(at: path)
            return [.ok("display", "guest page at http://\(address)/, staff page at http://\(address)/staff")]
        } catch {
            return [.failure("display", error)]
        }
    }
}
