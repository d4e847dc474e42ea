// The ticket code against a second implementation, in Python, from docs/wire-format.md.

import Foundation
import TestSupport
import Testing

@testable import TicketSigning

struct SecondImplementationTests {
    private struct Keys: Encodable {
        struct Key: Encodable {
            let suite: UInt8
            let event: String
            let epoch: UInt32
            let id: String
            let key: String
        }
        struct Grant: Encodable {
            let id: String
            let event: String
            let `public`: String
            let ranges: [[UInt32?]]
        }
        let keys: [Key]
        let grants: [Grant]
    }

    private struct Case: Encodable {
        let code: String
    }

    private struct Answer: Codable, Equatable {
        var refusal: String?
        var event, user, ticket: String?
        var epoch: UInt32?
        var grant: String?
        var number: UInt32?
    }

    /// 10,000 take half a minute; scripts/test --full sets the variable.
    private let count = ProcessInfo.processInfo.environment["DOORCHECK_CODES"].flatMap(Int.init) ?? 600

    @Test("Both agree on random codes of all suites, genuine and damaged")
    func agreement() async throws {
        var generator = SeededGenerator()
        let master = MasterKey.random()
        let keys = try (0..<6).map { number in
            let suite = SignatureSuite.ofEvents[number % SignatureSuite.ofEvents.count]
            return try master.eventKey(for: .random(), epoch: UInt32(number), suite: suite)
        }
        let partner = try PartnerKey.random()
        let grants = try (0..<3).map { _ in
            try PartnerGrant(
                event: .random(), eventName: "Night", partner: "Campus shop", publicKey: partner.publicKey,
                ranges: [.init(1...9, tier: nil), .init(4_000_000_000...4_000_000_009, tier: nil)])
        }
        // The reader lacks the last key of each suite, and the last grant.
        let known = (keys: Array(keys.dropLast(SignatureSuite.ofEvents.count)), grants: Array(grants.dropLast()))
        let codes = try (0..<count).map { number in
            let code: String
            if number % 5 < 2 {
                let sold: UInt32 = [0, 1, 9, 10, 4_000_000_005, .max].randomElement(using: &generator) ?? 1
                code = TicketCode(signing: sold, of: grants[number / 5 % grants.count].id, with: partner).text
            } else {
                let key = keys[number % keys.count]
                let ticket = Ticket(event: key.event, user: .random(), id: .random())
                code = try TicketSigner(key: key).sign(ticket).code
            }
            // One of 250 loses its beginning by chance; this one always does.
            return number == 1 ? "A" + code.dropFirst() : number % 3 == 0 ? code : Self.damaged(code, by: &generator)
        }
        var ring = KeyRing()
        for key in known.keys { try ring.insert(key) }
        for grant in known.grants { ring.insert(grant) }
        let verifier = TicketVerifier(keyRing: ring)
        let theirs = try await Self.answers(to: codes, with: known.keys, known.grants)
        try #require(theirs.count == codes.count)
        var refusals: Set<String> = []
        for (code, their) in zip(codes, theirs) {
            let our = Self.answer(of: verifier, to: code)
            #expect(our == their, "\(code), seed \(generator.seed)")
            refusals.insert(our.refusal ?? "genuine")
        }
        #expect(refusals == Set(["genuine"] + TicketRejection.allCases.map(\.rawValue)))
    }

    private static func answer(of verifier: TicketVerifier, to code: String) -> Answer {
        do throws(TicketRejection) {
            let verified = try verifier.verify(code: code)
            var answer = Answer(
                event: verified.ticket.event.description, user: verified.ticket.user.description,
                ticket: verified.ticket.id.description)
            switch verified.signer {
            case .key(let epoch): answer.epoch = epoch
            case .grant(let grant):
                answer.grant = grant.description
                if case .number(let number)? = try? TicketCode(code).unverified { answer.number = number }
            }
            return answer
        } catch {
            return Answer(refusal: error.rawValue)
        }
    }

    /// Changes a few bits of a code's bytes, or characters of its text.
    private static func damaged(_ code: String, by generator: inout SeededGenerator) -> String {
        guard var payload = try? Base45.decode(Substring(code.dropFirst(4))) else { return code }
        let bit: UInt8 = 1 << UInt8.random(in: 0..<8, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: payload[Int.random(in: 0..<6, using: &generator)] ^= bit
        case 1: payload[Int.random(in: payload.indices, using: &generator)] ^= bit
        case 2:
            payload = Array(payload.prefix(Int.random(in: payload.indices, using: &generator)))
        default:
            var text = Array(code)
            text[Int.random(in: text.indices, using: &generator)] = "0AZ $/:z".randomElement(using: &generator) ?? "0"
            return String(text)
        }
        return "DC1:" + Base45.encode(payload)
    }

    private static func answers(
        to codes: [String], with keys: [EventKey], _ grants: [PartnerGrant]
    ) async throws -> [Answer] {
        let facts = Keys(
            keys: keys.map { key in
                Keys.Key(
                    suite: key.suite.rawValue, event: key.event.description, epoch: key.epoch,
                    id: key.keyID.description, key: Hexadecimal.encode(key.publicKey ?? key.secret.bytes))
            },
            grants: grants.map { grant in
                Keys.Grant(
                    id: grant.id.description, event: grant.event.description,
                    public: Hexadecimal.encode(grant.publicKey),
                    ranges: grant.ranges.map { [$0.numbers.lowerBound, $0.numbers.upperBound, nil] })
            })
        let encoder = JSONEncoder()
        let lines = try [encoder.encode(facts)] + codes.map { try encoder.encode(Case(code: $0)) }
        return try await withTemporaryFolder { folder in
            let input = "\(folder)/cases.jsonl"
            try Data(lines.joined(separator: Data("\n".utf8))).write(to: URL(filePath: input))
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors/tickets.py")
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = ["-B", script.path(), "verify"]
            process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
            let output = "\(folder)/answers.jsonl"
            try Data().write(to: URL(filePath: output))
            process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
            try await withCheckedThrowingContinuation { (over: CheckedContinuation<Void, any Error>) in
                process.terminationHandler = { _ in over.resume() }
                do { try process.run() } catch { over.resume(throwing: error) }
            }
            try #require(process.terminationStatus == 0)
            let text = try String(contentsOfFile: output, encoding: .utf8)
            return try text.split(separator: "\n").map {
                try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
            }
        }
    }
}
