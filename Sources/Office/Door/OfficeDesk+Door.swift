// The door on this machine.

import DoorConfiguration
import DoorDiagnostics
import DoorDisplay
import DoorInstallation
import DoorTexts
import HTTPSupport
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
    /// What to do about it on these pages; absent if nothing there helps.
    let remedy: String?
}

extension OfficeDesk {
    func door() async -> DoorState {
        var state = await doorProgram.current
        state.test = await deviceTest.current
        state.messages = await messages(for: state)
        state.cameras = ((try? VideoDevice.list()) ?? []).map { .init(path: $0.path, name: $0.card) }
        return state
    }

    /// Returns the messages that the open door shows now; none if no door is open.
    private func messages(for door: DoorState) async -> [DoorState.Message] {
        guard door.state == "open", let event = door.event.flatMap({ EventID($0) }),
            let gate = door.gate.flatMap({ GateName($0) }), let ledger = try? context().ledger,
            let messages = try? await ledger.messages(of: event, at: gate, on: WallClock.now)
        else { return [] }
        return messages.map { .init(text: $0.text, by: $0.actor) }
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
        if let test = await deviceTest.current, test.state == "running", test.test != .sound {
            throw OfficeRefusal("A test uses the camera or the lamps; stop it first.", because: .conflict)
        }
        if await doorProgram.isRunning { throw OfficeRefusal.openAlready }
        isOpeningDoor = true
        defer { isOpeningDoor = false }
        guard await isScreenFree() else {
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

    /// Whether this office has a door, or is about to open one.
    var hasDoor: Bool { get async { if isOpeningDoor { true } else { await doorProgram.isRunning } } }

    /// Waits for the first screen of this machine to make way, if it may be what is shown.
    private func isScreenFree() async -> Bool {
        let deadline = ContinuousClock.now + (sharesScreen ? Self.screenTime : .zero)
        while OpenPort.exists(at: configuration.display.address) {
            guard ContinuousClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return true
    }

    /// How long the first screen has to make way: it looks every second, and so does the office.
    private static let screenTime: Duration = .seconds(6)

    /// Follows a door that has outlived the office that opened it, so that these pages show it and can close it.
    func takeOverDoor() async {
        guard let door = await doorProgram.orphan(at: configuration.ledgerPath),
            let event = try? await context().ledger.events().first(where: { $0.slug == door.event })
        else { return }
        await doorProgram.takeOver(door, of: event)
    }

    func closeDoor() async -> DoorState {
        await doorProgram.close()
        return await door()
    }

    /// Returns what the camera of the open door sees; `nil` if there is no picture.
    func doorPicture() async -> [UInt8]? {
        guard await doorProgram.isRunning else { return nil }
        let address = configuration.display.address
        return await doorCamera.picture(at: address.isLocal ? address : .standard.with(port: address.port))
    }

    /// Begins a test of a device.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - camera: The camera to tune; `nil` for the configuration's.
    /// - Returns: The door, with the test.
    /// - Throws: ``OfficeRefusal``.
    func begin(_ test: DeviceTestKind, camera: String?) async throws -> DoorState {
        // The open door has the camera and the lamps.
        if test != .sound, await doorProgram.isRunning {
            throw OfficeRefusal("Close the door first; it uses what is tested.", because: .conflict)
        }
        if let camera, !((try? VideoDevice.list()) ?? []).contains(where: { $0.path == camera }) {
            throw OfficeRefusal("This camera is no longer here; connect it, or choose another.", field: "camera")
        }
        try await deviceTest.begin(test, camera: camera)
        return await door()
    }

    /// Ends the test that runs.
    func endTest() async -> DoorState {
        await deviceTest.end()
        return await door()
    }

    /// Checks whether this machine is ready to be a door.
    ///
    /// - Parameters:
    ///   - id: The door's event.
    ///   - camera: The door's camera; `nil` for the configuration's.
    /// - Returns: What was found, in the order of the doctor.
    /// - Throws: ``OfficeRefusal``; `LedgerError`.
    nonisolated func checks(of id: EventID, camera: String?) async throws -> [CheckState] {
        let event = try await event(id).slug
        var checks: [CheckState] = []
        let doctor = Doctor(configuration: configuration, event: event, camera: camera, now: WallClock.now)
        _ = try? await doctor.examine { found in
            checks.append(
                CheckState(
                    level: found.level.rawValue, subject: found.subject, finding: found.finding, advice: found.advice,
                    remedy: found.remedy?.rawValue))
        }
        return checks
    }
}
