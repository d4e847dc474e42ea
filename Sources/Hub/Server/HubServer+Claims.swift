// The routes for claims.

import HubProtocol
import Hummingbird
import Ledger
import NIOCore
import TicketSigning

extension HubServer {
    func addClaims(to router: RouterGroup<BoxContext>) {
        router.get("/claims") { request, context in
            let ticket: TicketID = try Self.identifier("ticket", in: request)
            guard let zone = request.uri.queryParameters.get("zone").flatMap(ZoneName.init) else {
                throw ProblemResponse(.badRequest, "`zone` must be 1 to 32 ASCII letters, digits or '-'.")
            }
            try await requireMayClaim(ticket, at: Self.identifier("event", in: request), by: context.box)
            return try json(try await service.claims(of: ticket, in: zone.text))
        }
        router.post("/claims") { request, context in
            let claim = try await request.decode(as: Wire.ClaimRequest.self, context: context)
            guard claim.isValid else {
                throw ProblemResponse(
                    .unprocessableContent,
                    "`zone` and `gate` need 1 to 32 ASCII letters, digits or '-'.")
            }
            try await requireMayClaim(claim.ticket, at: claim.event, by: context.box)
            return try json(try await service.claim(claim, by: context.box.id))
        }
        router.delete("/claims/:number") { _, context in
            guard let number = context.parameters.get("number").flatMap({ Bounded<ClaimNumberBounds>(text: $0) }) else {
                throw ProblemResponse(.badRequest, "The number of a claim must be at least 1.")
            }
            try await service.release(number: number.wrappedValue, by: context.box.id)
            return Response(status: .noContent)
        }
    }

    private func requireMayClaim(_ ticket: TicketID, at event: EventID, by box: EnrolledBox) async throws {
        guard try await service.mayClaim(ticket, at: event, by: box) else {
            throw ProblemResponse(.forbidden, "This box does not take part in the event.")
        }
    }

    private static func identifier<Subject>(_ name: String, in request: Request) throws -> Identifier<Subject> {
        guard let identifier = request.uri.queryParameters.get(name).flatMap(Identifier<Subject>.init) else {
            throw ProblemResponse(.badRequest, "`\(name)` must be a UUID.")
        }
        return identifier
    }
}
