// The routes of tickets.

import HTTPSupport
import HTTPTypes
import Hummingbird
import TicketSigning

extension OfficeServer {
    func addTickets(to routes: OfficeRoutes) {
        // In the body: addresses are in logs and in the browser's history.
        routes.desk.post("/events/:event/tickets") { request, context in
            let search = try await request.decode(as: TicketSearch.self, context: context)
            return try json(try await desk.tickets(search, of: Self.event(in: context)))
        }
        routes.desk.post("/events/:event/sell") { request, context in
            let sale = try await request.decode(as: TicketSale.self, context: context)
            let sold = try await desk.sell(sale, at: Self.event(in: context), for: context.permit)
            return try json(sold, status: .created)
        }
        routes.desk.get("/tickets/:ticket") { _, context in
            try json(try await desk.ticket(Self.ticket(in: context), for: context.permit))
        }
        routes.desk.post("/tickets/:ticket") { request, context in
            let wanted = try await request.decode(as: TicketActionRequest.self, context: context)
            return try json(try await desk.perform(wanted, on: Self.ticket(in: context), for: context.permit))
        }
        routes.desk.post("/tickets/:ticket/undo") { request, context in
            let wanted = try await request.decode(as: TicketUndoRequest.self, context: context)
            return try json(try await desk.undo(wanted, on: Self.ticket(in: context), for: context.permit))
        }
    }

    static func ticket(in context: some RequestContext) throws -> TicketID {
        guard let id = context.parameters.get("ticket").flatMap({ TicketID($0) }) else {
            throw OfficeRefusal.missing("ticket")
        }
        return id
    }
}
