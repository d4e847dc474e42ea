// The door on this machine.

import DoorConfiguration
import DoorDiagnostics
import DoorDisplay
import DoorInstallation
import DoorTexts
import Ledger
import Scanner
import TicketSigning

/// How the door is opened.
struct DoorRequest: Decodable {
    let event: String
    let gate: String
    /// A camera's device; absent for the configuration's.
    let camera: String?
}

/// What the doctor found.
struct CheckState: Encodable {
    let level: String
    let subject: String
    let finding: String
    let advice: String?
}

extension OfficeDesk {
    func door() async -> DoorState {
        var state = await doorProgram.current
        state.cameras = ((try? VideoDevice.list()) ?? []).map { .init(path: $0.path, name: $0.card) }
        return state
    }

    /// Opens the door on this machine.
    ///
    /// - Throws: ``OfficeRefusal``; `LedgerError`.
    func openDoor(_ wanted: DoorRequest) async throws -> DoorState {
        guard let id = EventID(wanted.event) else { throw OfficeRefusal.missing("event") }
        let event = try await event(id)
        guard try await context().ledger.gates(of: id).contains(where: { $0.text == wanted.gate }) else {
            throw OfficeRefusal("The event has no such gate.", field: "gate")
        }
        guard !OpenPort.exists(at: configuration.display.address) else {
            throw OfficeRefusal(
                "A door is open on this machine already: its page is at http://\(configuration.display.address)/.",
                because: .conflict)
        }
        var arguments: [String] = []
        if let camera = wanted.camera {
            guard ((try? VideoDevice.list()) ?? []).contains(where: { $0.path == camera }) else {
                throw OfficeRefusal("This camera is no longer here; connect it, or choose another.", field: "camera")
            }
            arguments = ["--camera", camera]
        }
        try await doorProgram.open(event, gate: wanted.gate, arguments: arguments)
        return await door()
    }

    func closeDoor() async -> DoorState {
        await doorProgram.close()
        return await door()
    }

    /// Checks whether this machine is ready to be a door.
    nonisolated func checks() async -> [CheckState] {
        var checks: [CheckState] = []
        _ = try? await Doctor(configuration: configuration, now: WallClock.now).examine { found in
            checks.append(
                CheckState(
                    level: found.level.rawValue, subject: found.subject, finding: found.finding, advice: found.advice))
        }
        return checks
    }
}
