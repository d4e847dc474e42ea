// The routes of boxes.

import HTTPTypes
import Hummingbird
import Ledger
import TicketSigning

extension OfficeServer {
    private struct Identity: Decodable {
        let text: String
    }

    private struct Introduction: Decodable {
        let text: String
        let digits: String
        let role: BoxRole
    }

    private struct Since: Decodable {
        let since: Int64?
    }

    func addBoxes(to routes: OfficeRoutes) {
        routes.organiser.get("/boxes") { _, _ in try json(try await desk.boxes()) }
        routes.organiser.post("/boxes/setup") { request, context in
            let form = try await request.decode(as: BoxSetupForm.self, context: context)
            return try json(try await desk.setup(form))
        }
        routes.organiser.get("/boxes/identity") { _, _ in
            let identity = try await desk.ownIdentity()
            return file(identity.bytes, name: "\(Self.fileName(identity.name)).id", type: "text/plain")
        }
        routes.organiser.post("/boxes/look") { request, context in
            let text = try await request.decode(as: Identity.self, context: context).text
            return try json(try await desk.look(atIdentity: text))
        }
        routes.organiser.post("/boxes") { request, context in
            let box = try await request.decode(as: Introduction.self, context: context)
            try await desk.takeIn(box.text, showing: box.digits, as: box.role)
            return try json(try await desk.boxes())
        }
        routes.organiser.post("/boxes/sync") { request, _ in try json(try await desk.merge(request.body)) }
        routes.organiser.get("/boxes/:box/sync") { _, context in
            let made = try await desk.syncFile(for: Self.box(in: context))
            return file(
                made.bytes, name: "for-\(Self.fileName(made.name)).dcsync", type: "application/octet-stream")
        }
        routes.organiser.post("/boxes/:box/effect") { request, context in
            let since = try await request.decode(as: Since.self, context: context).since
            return try json(try await desk.revocation(of: Self.box(in: context), since: since))
        }
        routes.organiser.post("/boxes/:box/revoke") { request, context in
            let since = try await request.decode(as: Since.self, context: context).since
            return try json(try await desk.revoke(Self.box(in: context), since: since))
        }
        routes.organiser.post("/boxes/:box/reinstate") { _, context in
            try await desk.reinstate(Self.box(in: context))
            return try json(try await desk.boxes())
        }
        routes.organiser.get("/events/:event/box.key") { _, context in
            let key = try await desk.keyFile(of: Self.event(in: context))
            return file(key.bytes, name: "\(key.name).key", type: "application/octet-stream")
        }
    }

    private static func box(in context: some RequestContext) throws -> BoxID {
        guard let text = context.parameters.get("box"), let id = BoxID(text) else { throw OfficeRefusal.missing("box") }
        return id
    }

    /// Returns a name that every file system takes.
    private static func fileName(_ name: String) -> String {
        let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" }
        return safe.allSatisfy { $0 == "-" } ? "box" : String(safe)
    }
}
