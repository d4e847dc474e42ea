// The routes of the overview and of the organiser's key.

import DoorTexts
import HTTPSupport
import HTTPTypes
import Hummingbird

extension OfficeServer {
    private struct KeyCopy: Decodable {
        let saved: Bool
    }

    func addState(to routes: OfficeRoutes) {
        routes.viewer.get("/state") { _, context in
            try json(try await desk.state(for: context.permit.session))
        }
        routes.organiser.post("/key") { _, context in
            try await desk.createKey()
            return try json(try await desk.state(for: context.permit.session))
        }
        routes.organiser.get("/key/copy") { _, _ in
            file(try await desk.keyCopy(), name: "doorcheck-master.key", type: "application/octet-stream")
        }
        routes.organiser.post("/key/saved") { request, context in
            let isMade = try await request.decode(as: KeyCopy.self, context: context).saved
            try await desk.noteKeyCopy(isMade: isMade)
            return try json(try await desk.state(for: context.permit.session))
        }
    }
}
