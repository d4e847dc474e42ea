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
        if let zones = organiser?.zones { addPlaces(to: router, counting: zones) }
        router.delete("/claims/:number") { _, context in
            guard let number = context.parameters.get("number").flatMap({ Bounded<ClaimNumberBounds>(text: $0) }) else {
                throw ProblemResponse(.badRequest, "The number of a claim must be at least 1.")
            }
            try await service.release(number: number.wrappedValue, by: context.box.id)
            return Response(status: .noContent)
        }
    }

    private func addPlaces(to router: RouterGroup<BoxContext>, counting zones: any ZoneRegister) {
        router.post("/places") { request, context in
            let wire = try await request.decode(as: Wire.PlaceRequest.self, context: context)
            guard wire.isValid else {
                throw ProblemResponse(
                    .unprocessableContent,
                    """
                    `zone` needs 1 to 32 ASCII letters, digits or '-', the line's `seq` a number from 1, and its \
                    `chain` 8 bytes.
                    """)
            }
            guard context.box.sees(wire.event) else { throw Self.notTakingPart }
            return try json(try await service.places(wire, by: context.box.id, counting: zones))
        }
    }

    private static var notTakingPart: ProblemResponse {
        ProblemResponse(.forbidden, "This box does not take part in the event.")
    }

    private func requireMayClaim(_ ticket: TicketID, at event: EventID, by box: EnrolledBox) async throws {
        guard try await service.mayClaim(ticket, at: event, by: box) else {
            throw Self.notTakingPart
        }
    }

    private static func identifier<Subject>(_ name: String, in request: Request) throws -> Identifier<Subject> {
        guard let identifier = request.uri.queryParameters.get(name).flatMap(Identifier<Subject>.init) else {
            throw ProblemResponse(.badRequest, "`\(name)` must be a UUID.")
        }
        return identifier
    }
}
