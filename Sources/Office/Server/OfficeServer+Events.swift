// The routes of events.

import HTTPTypes
import Hummingbird
import TicketSigning

extension OfficeServer {
    private struct Summary: Encodable {
        let summary: [String]
    }

    private struct Closing: Decodable {
        let closed: Bool
    }

    /// A refusal with the state that the person did not see.
    private struct Changed: Encodable {
        let said = "Somebody has changed this event since you opened it; nothing was saved."
        let type = OfficeRefusal.Kind.changedMeanwhile
        let current: EventState
    }

    func addEvents(to routes: OfficeRoutes) {
        routes.organiser.post("/summary") { request, context in
            let form = try await request.decode(as: EventForm.self, context: context)
            return try json(Summary(summary: try desk.summary(of: form)))
        }
        routes.organiser.post("/events") { request, context in
            let new = try await request.decode(as: NewEvent.self, context: context)
            return try json(try await desk.create(new), status: .created)
        }
        routes.desk.get("/events/:event") { _, context in
            try json(try await desk.eventState(Self.event(in: context)))
        }
        routes.organiser.post("/events/:event") { request, context in
            let change = try await request.decode(as: EventChange.self, context: context)
            let id = try Self.event(in: context)
            do {
                return try json(try await desk.change(id, change))
            } catch is OfficeDesk.SeenOtherwise {
                return try json(Changed(current: try await desk.eventState(id)), status: .conflict)
            }
        }
        routes.organiser.post("/events/:event/closing") { request, context in
            let isClosed = try await request.decode(as: Closing.self, context: context).closed
            return try json(try await desk.close(Self.event(in: context), isClosed))
        }
    }

    func addLogos(to routes: OfficeRoutes) {
        routes.organiser.post("/events/:event/logo") { request, context in
            try json(try await desk.setLogo(request.body, of: Self.event(in: context)))
        }
        routes.organiser.post("/events/:event/logo/removal") { _, context in
            try json(try await desk.removeLogo(of: Self.event(in: context)))
        }
        routes.organiser.get("/sample.png") { request, _ in
            let query = request.uri.queryParameters
            func text(_ name: String) -> String { query.get(name) ?? "" }
            return picture(
                try await desk.sample(
                    SampleTicket(
                        name: text("name"), venue: text("venue"), address: text("address"), tier: text("tier"),
                        colour: text("colour"), opens: query.get("opens", as: Int64.self),
                        starts: query.get("starts", as: Int64.self),
                        event: query.get("event").flatMap { EventID($0) })))
        }
    }

    static func event(in context: some RequestContext) throws -> EventID {
        guard let id = context.parameters.get("event").flatMap({ EventID($0) }) else {
            throw OfficeRefusal.missing("event")
        }
        return id
    }
}
