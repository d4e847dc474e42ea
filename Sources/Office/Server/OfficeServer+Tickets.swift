// The routes of tickets.

import HTTPTypes
import Hummingbird
import TicketSigning

extension OfficeServer {
    func addTickets(to routes: RouterGroup<SessionContext>) {
        // In the body: addresses are in logs and in the browser's history.
        routes.post("/events/:event/tickets") { request, context in
            let search = try await request.decode(as: TicketSearch.self, context: context)
            return try json(try await desk.tickets(search, of: Self.event(in: context)))
        }
        routes.post("/events/:event/sell") { request, context in
            let sale = try await request.decode(as: TicketSale.self, context: context)
            return try json(try await desk.sell(sale, at: Self.event(in: context)), status: .created)
        }
        routes.get("/tickets/:ticket") { _, context in
            try json(try await desk.ticket(Self.ticket(in: context)))
        }
        routes.post("/tickets/:ticket") { request, context in
            let wanted = try await request.decode(as: TicketActionRequest.self, context: context)
            return try json(try await desk.perform(wanted, on: Self.ticket(in: context)))
        }
    }

    static func ticket(in context: SessionContext) throws -> TicketID {
        guard let id = context.parameters.get("ticket").flatMap({ TicketID($0) }) else {
            throw OfficeRefusal.missing("ticket")
        }
        return id
    }
}
