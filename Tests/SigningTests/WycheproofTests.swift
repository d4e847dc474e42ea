// Ed25519 against the signatures of Project Wycheproof, which collects what implementations got wrong.

import Foundation
import Testing

@testable import TicketSigning

struct WycheproofTests {
    /// The file of Ed25519 signatures, which `scripts/test-vectors` fetches.
    private static let file = ProcessInfo.processInfo.environment["DOORCHECK_WYCHEPROOF"]

    private struct Vectors: Decodable {
        struct Group: Decodable {
            struct PublicKey: Decodable { let pk: String }
            struct Signature: Decodable {
                let tcId: Int
                let comment, msg, sig, result: String
            }

            let publicKey: PublicKey
            let tests: [Signature]
        }

        let numberOfTests: Int
        let testGroups: [Group]
    }

    // What other implementations may accept is not taken: these are signatures by keys that are no points of the group
    // of prime order, and no organiser's key is one.
    @Test(
        "Every valid signature by a safe key verifies, and no other",
        .enabled(if: file != nil, "scripts/test-vectors runs it"))
    func signatures() throws {
        let path = try #require(Self.file)
        let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: URL(filePath: path)))
        var tried: [String: Int] = [:]
        for group in vectors.testGroups {
            for test in group.tests {
                let key = bytes(group.publicKey.pk)
                let isValid = Ed25519.isSafe(key) && Ed25519.verifies(bytes(test.sig), of: bytes(test.msg), by: key)
                #expect(isValid == (test.result == "valid"), "\(test.tcId): \(test.comment)")
                tried[test.result, default: 0] += 1
            }
        }
        #expect(tried.values.reduce(0, +) == vectors.numberOfTests)
        #expect(tried.keys.sorted() == ["acceptable", "invalid", "valid"])
    }
}
