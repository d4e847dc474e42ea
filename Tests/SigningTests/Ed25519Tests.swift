// Boxes' keys and signatures, against the standard's own examples.

import TestSupport
import Testing

@testable import TicketSigning

struct Ed25519Tests {
    private static let vectors: [(secret: String, key: String, message: String, signature: String)] = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ]

    @Test("RFC 8032's examples come out", arguments: 0..<2)
    func examples(_ index: Int) throws {
        let vector = Self.vectors[index]
        func bytes(_ text: String) throws -> [UInt8] { try #require(Hexadecimal.decode(text.utf8)) }
        let key = try Ed25519Key(secret: try #require(Secret(bytes: try bytes(vector.secret))))
        #expect(key.publicKey.bytes == (try bytes(vector.key)))
        let message = try bytes(vector.message)
        #expect(try key.sign(message) == bytes(vector.signature))
        #expect(key.publicKey.verifies(try bytes(vector.signature), of: message))
    }

    @Test("A flipped bit, another length or another key is no signature")
    func changes() throws {
        let key = try Ed25519Key()
        let message = Array("a message".utf8)
        let signature = try key.sign(message)
        for bit in 0..<signature.count * 8 {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.publicKey.verifies(changed, of: message))
        }
        #expect(!key.publicKey.verifies(signature + [0], of: message))
        #expect(!key.publicKey.verifies(Array(signature.dropLast()), of: message))
        #expect(!key.publicKey.verifies(signature, of: message + [0]))
        #expect(try !Ed25519Key().publicKey.verifies(signature, of: message))
    }

    @Test("A box's key comes back from its file, and shows itself to nobody")
    func file() throws {
        try withTemporaryFolder { folder in
            let key = try Ed25519Key()
            try KeyFile.writeBoxKey(key, to: folder + "/box.key")
            let read = try KeyFile.readBoxKey(at: folder + "/box.key")
            #expect(read.publicKey == key.publicKey)
            #expect(try read.sign([1]) == key.sign([1]))
            #expect("\(key)" == "<redacted>")
            try KeyFile.writeMasterKey(.random(), to: folder + "/master.key")
            #expect(throws: KeyFileError.notBoxKey(path: folder + "/master.key")) {
                try KeyFile.readBoxKey(at: folder + "/master.key")
            }
        }
    }
}
