// The golden vectors as Swift values.

import FoundationEssentials

/// What `Vectors/` holds; see the README there.
enum GoldenVectors {
    static let tickets: [GenuineTicket] = suite1.valid
    static let refusals: [RefusedCode] = suite1.invalid
    static let publicKeyTickets: [PublicKeyTicket] = suite2.valid
    static let publicKeyRefusals: [RefusedCode] = suite2.invalid
    static let partners: PartnerVectors = read("ticket-suite3.json")
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

    /// Grants of one root, codes under them, and texts that are none.
    struct PartnerVectors: Decodable, Sendable {
        let root, rootSeed, otherRoots: String
        let grants: [Grant]
        let valid: [Ticket]
        let refused: [RefusedCode]
        let notGrants: [Text]

        struct Grant: Decodable, Sendable {
            let id, event, partner, eventName, publicKey, root, partnerSeed, text: String
            let starts, opens, closes: Int64?
            let ranges: [Range]

            enum CodingKeys: String, CodingKey {
                case id, event, partner, root, starts, opens, closes, ranges, text
                case eventName = "event_name"
                case publicKey = "public"
                case partnerSeed = "partner_seed"
            }
        }

        /// `[first, last, tier or null]`.
        struct Range: Decodable, Sendable {
            let first, last: UInt32
            let tier: String?

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                (first, last) = (try list.decode(UInt32.self), try list.decode(UInt32.self))
                tier = try list.decode(String?.self)
            }
        }

        struct Ticket: Decodable, Sendable {
            let grant: Int
            let number: UInt32
            let ticket, user, payload, code: String
            let tier: String?
        }

        struct Text: Decodable, Sendable {
            let why, text: String
        }

        enum CodingKeys: String, CodingKey {
            case root, grants, valid
            case rootSeed = "root_seed"
            case refused = "invalid_against_the_first_grant"
            case notGrants = "invalid_grants"
            case otherRoots = "grant_of_another_root"
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
