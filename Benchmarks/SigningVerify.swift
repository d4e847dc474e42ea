// signing.verify: the cost of distinguishing a genuine code from a forged one.

import COpenSSL
import CSodium
import TicketSigning

/// Ticket codes parsed and verified per second, compared with the algorithm alone on the same number of bytes:
/// libcrypto's one-shot HMAC, and libsodium's verification of a signature.
struct SigningVerify: Benchmark {
    let name = "signing.verify"
    let summary = "whole codes verified per second, against HMAC() of libcrypto and Ed25519 of libsodium alone"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        .figures([
            try await figure(name, of: .hmacSHA256, against: "libcrypto HMAC()", in: context),
            try await figure(name + ".public", of: .ed25519, against: "libsodium", in: context),
            try await figure(name + ".partner", of: .partner, against: "libsodium", in: context),
        ])
    }

    private static let codeCount = 1_000

    /// Returns codes of an event's own key, and what verifies them.
    private static func eventCodes(_ suite: SignatureSuite) throws -> (KeyRing, [String]) {
        let event = EventID.random()
        let key = try MasterKey.random().eventKey(for: event, epoch: 1, suite: suite)
        var ring = KeyRing()
        try ring.insert(key)
        let signer = TicketSigner(key: key)
        let codes = try (0..<codeCount).map { _ in
            try signer.sign(Ticket(event: event, user: .random(), id: .random())).code
        }
        return (ring, codes)
    }

    /// Returns codes of a partner's numbers, and the grant that verifies them.
    private static func partnerCodes() throws -> (KeyRing, [String]) {
        let key = try PartnerKey.random()
        let numbers = 1...UInt32(codeCount)
        let grant = try PartnerGrant(
            event: .random(), eventName: "Summer Night", partner: "Campus shop", publicKey: key.publicKey,
            ranges: [PartnerGrant.Range(numbers, tier: "Regular")])
        var ring = KeyRing()
        ring.insert(grant)
        return (ring, try numbers.map { try key.sign($0, of: grant).code })
    }

    private func figure(
        _ name: String, of suite: SignatureSuite, against peer: String, in context: BenchmarkContext
    ) async throws -> Figure {
        let (ring, codes) = try suite == .partner ? Self.partnerCodes() : Self.eventCodes(suite)
        let verifier = TicketVerifier(keyRing: ring)
        // A signature takes fifty times as long.
        let block = (context.isQuick ? 2_000 : 50_000) / (suite == .hmacSHA256 ? 1 : 20)
        let times = try await Samples(rounds: context.isQuick ? 3 : 15) {
            try await seconds {
                for index in 0..<block { _ = try verifier.verify(code: codes[index % codes.count]) }
            }
        } theirs: {
            try await seconds {
                switch suite {
                case .hmacSHA256: try Self.authenticate(messages: block)
                case .ed25519, .partner: try Self.verifySignatures(count: block)
                }
            }
        }
        return Figure(name, in: .perSecond, against: peer, times.map { Double(block) / $0 })
    }

    /// Verifies a signature of 76 bytes as often, with libsodium alone.
    private static func verifySignatures(count: Int) throws {
        var (open, secret) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 64))
        var (signature, message) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0x5A, count: 76))
        let isReady =
            sodium_init() >= 0 && crypto_sign_seed_keypair(&open, &secret, [UInt8](repeating: 7, count: 32)) == 0
            && crypto_sign_detached(&signature, nil, &message, UInt64(message.count), secret) == 0
        for _ in 0..<count {
            guard isReady, crypto_sign_verify_detached(signature, message, UInt64(message.count), open) == 0 else {
                throw BenchmarkError.program(name: "libsodium", reason: "could not verify its own signature")
            }
        }
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
