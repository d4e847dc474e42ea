// The routes of the door on this machine.

import Hummingbird

extension OfficeServer {
    private struct Checks: Encodable {
        let checks: [CheckState]
    }

    func addDoor(to routes: RouterGroup<SessionContext>) {
        routes.get("/door") { _, _ in try json(await desk.door()) }
        routes.post("/door/open") { request, context in
            try json(try await desk.openDoor(try await request.decode(as: DoorRequest.self, context: context)))
        }
        routes.post("/door/close") { _, _ in try json(await desk.closeDoor()) }
        routes.get("/door/checks") { _, _ in try json(Checks(checks: await desk.checks())) }
    }
}
