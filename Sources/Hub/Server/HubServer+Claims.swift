// The routes for claims.

import HubProtocol
import Hummingbird
import Ledger
import NIOCore

extension HubServer {
    func addClaims(to router: RouterGroup<BoxContext>) {
        router.post("/claims") { request, context in
            let claim = try await request.decode(as: Wire.ClaimRequest.self, context: context)
            guard claim.isValid else {
                throw ProblemResponse(
                    .unprocessableContent,
                    "`zone` and `gate` need 1 to 32 ASCII letters, digits or '-'.")
            }
            guard try await service.mayClaim(claim, by: context.box) else {
                throw ProblemResponse(.forbidden, "This box does not take part in the event.")
            }
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
}
