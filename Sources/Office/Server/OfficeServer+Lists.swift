// The routes of guest lists.

import HTTPSupport
import HTTPTypes
import Hummingbird
import Ledger

extension OfficeServer {
    private struct Import: Decodable {
        let skipBad: Bool?
    }

    private struct Imported: Encodable {
        let imported: Int
        let new: Int
        let changed: Int
        let removed: Int
    }

    private struct Imports: Encodable {
        let imports: [ImportEntry]
    }

    private struct Said: Encodable {
        let said: String
    }

    func addLists(to routes: OfficeRoutes) {
        routes.organiser.post("/events/:event/lists") { request, context in
            let name = request.uri.queryParameters.get("name") ?? "list"
            return try json(
                try await desk.receive(
                    request.body, named: name, for: Self.event(in: context), by: context.permit.session))
        }
        routes.organiser.post("/lists/:list") { request, context in
            let reading = try await request.decode(as: ListReadingOptions.self, context: context)
            return try json(try await desk.preview(Self.list(in: context), reading, by: context.permit.session))
        }
        routes.organiser.post("/lists/:list/import") { request, context in
            let skipsBad = try await request.decode(as: Import.self, context: context).skipBad ?? false
            let plan = try await desk.importList(
                Self.list(in: context), skippingBad: skipsBad, by: context.permit.session)
            return try json(
                Imported(imported: plan.total, new: plan.new, changed: plan.changed, removed: plan.removed))
        }
        routes.organiser.post("/lists/:list/cancel") { _, context in
            await desk.forgetList(try Self.list(in: context), of: context.permit.session)
            return Response(status: .noContent)
        }
        routes.organiser.get("/events/:event/imports") { request, context in
            let isCounted = request.uri.queryParameters.get("counted") == "true"
            return try json(Imports(imports: try await desk.imports(of: Self.event(in: context), counted: isCounted)))
        }
        routes.organiser.post("/imports/:import/undo") { _, context in
            guard let number = context.parameters.get("import", as: Int.self) else {
                throw OfficeRefusal.missing("import")
            }
            return try json(Said(said: try await desk.undoImport(number, by: context.permit.session)))
        }
    }

    private static func list(in context: some RequestContext) throws -> String {
        guard let token = context.parameters.get("list") else { throw OfficeRefusal.missing("list") }
        return token
    }
}
