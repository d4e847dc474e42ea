// The doctor looks at the door display.

import DoorDisplay
import TicketSigning

/// Whether staff has a page, and who could reach it.
struct DisplayExamination: Examination {
    let configuration: Configuration

    func findings() async -> [Finding] {
        guard configuration.hasDisplay else { return [] }
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
            _ = try StaffPIN(at: path)
            return [.ok("display", "guests' page at http://\(address)/, staff's at http://\(address)/staff")]
        } catch {
            return [.failure("display", error)]
        }
    }
}
