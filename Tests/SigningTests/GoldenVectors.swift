// The golden vectors as Swift values.

import FoundationEssentials

/// What `Vectors/` holds; see the README there.
enum GoldenVectors {
    static let tickets: [GenuineTicket] = suite1.valid
    static let refusals: [RefusedCode] = suite1.invalid
    static let publicKeyTickets: [PublicKeyTicket] = suite2.valid
    static let publicKeyRefusals: [RefusedCode] = suite2.invalid
    static let base45: Base45Texts = read("base45.json")

    private static let suite1: Suite<GenuineTicket> = read("ticket-suite1.json")
    private static let suite2: Suite<PublicKeyTicket> = read("ticket-suite2.json")

    struct GenuineTicket: Decodable, Sendable {
        let master, event, user, ticket, tag, payload, code: String
        let epoch: UInt32
        let eventKey, keyID: String

        enum CodingKeys: String, CodingKey {
            case master, event, user, ticket, tag, payload, code, epoch
            case eventKey = "event_key"
            case keyID = "key_id"
        }
    }

    struct PublicKeyTicket: Decodable, Sendable {
        let master, event, user, ticket, seed, payload, code: String
        let epoch: UInt32
        let publicKey, keyID: String

        enum CodingKeys: String, CodingKey {
            case master, event, user, ticket, seed, payload, code, epoch
            case publicKey = "public"
            case keyID = "key_id"
        }
    }

    struct RefusedCode: Decodable, Sendable {
        let why, code, refusal: String
    }

    struct Base45Texts: Decodable, Sendable {
        struct Pair: Decodable, Sendable {
            let hex, text: String
        }
        let valid: [Pair]
        let invalid: [String]
    }

    private struct Suite<Ticket: Decodable & Sendable>: Decodable, Sendable {
        let valid: [Ticket]
        let invalid: [RefusedCode]

        enum CodingKeys: String, CodingKey {
            case valid
            case invalid = "invalid_against_the_key_of_the_first"
        }
    }

    private static func read<Value: Decodable>(_ name: String) -> Value {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        do {
            let data = try Data(contentsOf: URL(filePath: "/\(folder)/Vectors/\(name)"))
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            fatalError("Vectors/\(name) cannot be read: \(error)")
        }
    }
}
