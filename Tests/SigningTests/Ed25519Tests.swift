// libsodium against the examples of RFC 8032, and signatures that other libraries take.

import Testing

@testable import TicketSigning

struct Ed25519Tests {
    /// RFC 8032, section 7.1: tests 1, 2 and 3.
    private static let examples: [(seed: String, key: String, message: String, signature: String)] = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ]

    @Test("The RFC's keys and signatures come out, and verify", arguments: 0..<3)
    func examples(index: Int) throws {
        let example = Self.examples[index]
        let pair = try #require(Ed25519.pair(from: bytes(example.seed)))
        #expect(pair.publicKey == bytes(example.key))
        #expect(Ed25519.sign(bytes(example.message), with: pair.secret) == bytes(example.signature))
        #expect(Ed25519.verifies(bytes(example.signature), of: bytes(example.message), by: pair.publicKey))
        #expect(Ed25519.isSafe(pair.publicKey))
    }

    @Test("A signature that anybody can make for a key of small order is not taken, whatever the message")
    func smallOrder() {
        for key in Self.smallOrder {
            for first in Self.smallOrder {
                let signature = bytes(first) + [UInt8](repeating: 0, count: 32)
                for message in 0..<UInt8(16) {
                    #expect(!Ed25519.verifies(signature, of: [message], by: bytes(key)), "\(key) \(first) \(message)")
                }
            }
        }
    }

    /// The points whose order is 1, 2, 4 or 8, in their canonical and in other encodings.
    private static let smallOrder = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ]

    @Test("A signature of any other length, or by a key of any other length, is none")
    func lengths() throws {
        let pair = try #require(Ed25519.pair(from: [UInt8](repeating: 7, count: 32)))
        let signature = Ed25519.sign([1], with: pair.secret)
        #expect(Ed25519.verifies(signature, of: [1], by: pair.publicKey))
        for count in 0..<64 { #expect(!Ed25519.verifies(Array(signature.prefix(count)), of: [1], by: pair.publicKey)) }
        #expect(!Ed25519.verifies(signature + [0], of: [1], by: pair.publicKey))
        #expect(!Ed25519.verifies(signature, of: [1], by: pair.publicKey + [0]))
        #expect(!Ed25519.verifies(signature, of: [1], by: Array(pair.publicKey.dropLast())))
    }
}
