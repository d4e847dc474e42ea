// signing.verify: the cost of distinguishing a genuine code from a forged one.

import COpenSSL
import TicketSigning

/// Ticket codes parsed and verified per second, compared with only libcrypto's one-shot HMAC of the same number of
/// bytes.
struct SigningVerify: Benchmark {
    let name = "signing.verify"
    let summary = "whole codes verified per second, against libcrypto's one-shot HMAC() alone"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let event = EventID.random()
        let key = try MasterKey.random().eventKey(for: event, epoch: 1)
        var ring = KeyRing()
        try ring.insert(key)
        let verifier = TicketVerifier(keyRing: ring)
        let signer = TicketSigner(key: key)
        let codes = try (0..<1_000).map { _ in
            try signer.sign(Ticket(event: event, user: .random(), id: .random())).code
        }
        let block = context.isQuick ? 2_000 : 50_000
        let times = try await Samples(rounds: context.isQuick ? 3 : 15) {
            try await seconds {
                for index in 0..<block { _ = try verifier.verify(code: codes[index % codes.count]) }
            }
        } theirs: {
            try await seconds { try Self.authenticate(messages: block) }
        }
        let rates = times.map { Double(block) / $0 }
        return .figures([Figure(name, in: .perSecond, against: "libcrypto HMAC()", rates)])
    }

    /// Computes one HMAC-SHA-256 and one comparison per message, with the lengths of a ticket code.
    private static func authenticate(messages count: Int) throws {
        let key = [UInt8](repeating: 0x5A, count: 32)
        var message = [UInt8](repeating: 0, count: 77)
        var code = [UInt8](repeating: 0, count: 32)
        let tag = [UInt8](repeating: 0, count: 16)
        for number in 0..<count {
            message[0] = UInt8(truncatingIfNeeded: number)
            guard HMAC(EVP_sha256(), key, 32, message, message.count, &code, nil) != nil else {
                throw BenchmarkError.program(name: "libcrypto", reason: "could not compute an HMAC")
            }
            _ = CRYPTO_memcmp(tag, code, tag.count)
        }
    }
}
