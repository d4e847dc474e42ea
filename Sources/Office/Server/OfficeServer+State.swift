// The routes of the overview and of the organiser's key.

import DoorTexts
import HTTPTypes
import Hummingbird

extension OfficeServer {
    private struct KeyCopy: Decodable {
        let saved: Bool
    }

    func addState(to routes: RouterGroup<SessionContext>) {
        routes.get("/state") { _, _ in try json(try await desk.state()) }
        routes.post("/key") { _, _ in
            try await desk.createKey()
            return try json(try await desk.state())
        }
        routes.get("/key/copy") { _, _ in
            file(try await desk.keyCopy(), name: "doorcheck-master.key", type: "application/octet-stream")
        }
        routes.post("/key/saved") { request, context in
            let isMade = try await request.decode(as: KeyCopy.self, context: context).saved
            try await desk.noteKeyCopy(isMade: isMade)
            return try json(try await desk.state())
        }
    }
}
