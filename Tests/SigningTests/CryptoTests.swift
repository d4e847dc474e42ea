// The three algorithms from libcrypto against the vectors of their standards.

import TestSupport
import Testing

@testable import TicketSigning

struct CryptoTests {
    @Test(
        "SHA-256 agrees with FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func sha256(text: String, hash: String) {
        #expect(SHA256.hash(Array(text.utf8)) == bytes(hash))
    }

    @Test("SHA-256 is the same whether or not the bytes lie contiguously")
    func sha256Storage() {
        var generator = SeededGenerator()
        let array = generator.bytes(1000)
        let scattered = array.lazy.map { $0 &+ 1 }
        #expect(SHA256.hash(scattered) == SHA256.hash(Array(scattered)))
        #expect(SHA256.hash(array[100..<200]) == SHA256.hash(Array(array[100..<200])))
    }

    @Test("HMAC-SHA-256 agrees with RFC 4231, again and again from one context", arguments: HMACVector.rfc4231)
    func hmac(vector: HMACVector) throws {
        let hmac = try HMACSHA256(key: vector.key)
        for _ in 0..<3 {
            #expect(Array(hmac.code(for: vector.message).prefix(vector.code.count)) == vector.code)
        }
    }

    @Test("HKDF-SHA-256 agrees with RFC 5869", arguments: HKDFVector.rfc5869)
    func hkdf(vector: HKDFVector) throws {
        let derived = try HKDFSHA256.derive(
            from: vector.inputKey,
            salt: vector.salt,
            info: vector.info,
            count: vector.output.count
        )
        #expect(derived == vector.output)
    }

    @Test("HKDF refuses more output than RFC 5869 allows")
    func hkdfLimit() {
        #expect(throws: SigningError.unavailable(algorithm: "HKDF-SHA-256")) {
            try HKDFSHA256.derive(from: [1], salt: [], info: [], count: 255 * 32 + 1)
        }
    }
}
