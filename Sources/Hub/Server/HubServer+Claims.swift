// The routes for claims.

import Hummingbird
import Ledger
import NIOCore

extension HubServer {
    func addClaims(to router: RouterGroup<BoxContext>) {
        router.post("/claims") { request, context in
            let wire = try await request.decode(as: Wire.Claim.self, context: context)
            guard let question = wire.question else {
                throw ProblemResponse(
                    .unprocessableContent,
                    "`number` is at least 1, `ordinal` 1 to 1000000, `at` from 1970 to 9999; `zone` and `gate` are 1 to 32 ASCII letters, digits or '-'."
                )
            }
            guard try await service.mayAsk(question, by: context.box) else {
                throw ProblemResponse(.forbidden, "This box has no part in the event.")
            }
            return try json(Wire.ClaimAnswer(try await service.claim(question, by: context.box.id)))
        }
        router.delete("/claims/:number") { _, context in
            guard let text = context.parameters.get("number"), let number = Int64(text), number >= 1 else {
                throw ProblemResponse(.badRequest, "The number of a claim is at least 1.")
            }
            try await service.release(number: number, by: context.box.id)
            return Response(status: .noContent)
        }
    }
}

extension Wire.Claim {
    init(_ question: ClaimQuestion) {
        self.init(
            number: question.number,
            ticket: question.ticket,
            event: question.event,
            zone: question.zone,
            ordinal: question.sequenceNumber,
            kind: question.kind,
            gate: question.gate,
            at: question.at
        )
    }

    var question: ClaimQuestion? {
        ClaimQuestion(
            number: number, ticket: ticket, event: event, zone: zone, sequenceNumber: ordinal, kind: kind,
            gate: gate, at: at
        )
    }
}

extension Wire.ClaimAnswer {
    init(_ answer: ClaimAnswer) {
        self.init(
            won: answer.isWon,
            standing: answer.standing.map {
                Standing(
                    ordinal: $0.sequenceNumber, kind: $0.kind, box: $0.box, number: $0.number, name: $0.boxName,
                    gate: $0.gate,
                    at: $0.at
                )
            }
        )
    }

    var answer: ClaimAnswer {
        ClaimAnswer(
            isWon: won,
            // Impossible values are skipped, because the box calculates with these numbers.
            standing: standing.filter {
                ClaimQuestion.sequenceNumbers.contains($0.ordinal) && Timestamp.range.contains($0.at)
            }
            .map {
                Claim(
                    sequenceNumber: $0.ordinal, kind: $0.kind, box: $0.box, number: $0.number, boxName: $0.name,
                    gate: $0.gate,
                    at: $0.at
                )
            }
        )
    }
}
