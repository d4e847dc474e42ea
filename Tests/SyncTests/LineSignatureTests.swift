// Signatures of lines, as another program makes them.

import FoundationEssentials
import Sync
import Testing
import TicketSigning

@testable import Ledger

struct LineSignatureTests {
    /// Made with Python's `cryptography` from a seed of the bytes 0 to 31, for a chain value of the same bytes.
    private enum Vector {
        static let seed = Array(0..<32 as Range<UInt8>)
        static let key = "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg"
        static let box = "f0c8d5b0-4b3d-8536-a2a9-d900f05c2a50"
        /// Of eleven lines whose chain values are the SHA-256 of a byte each, 0 to 10: the SHA-256 of all signatures,
        /// and that of the tenth.
        static let together = "D0c8xQ4f3FZ5FKEjZAQH-RPI5XmfgKUX6NQ1Db4ZzRs"
        static let tenth = [
            "Pduf-sLLFZjl-9k_QtwUpyD4QN4XYk5E3rixEDikm1lUgTJlMna3K7boe1WzWw78ujO9gaJsa5hzH_kQtgbrCAG",
            "-6td5lM9XM0HsF7WLv36zTScRyZPB2XaxKLMYjcGCmg",
        ].joined()
        static let signature = "eKg_Os5Da2ysw58uJ7Its_O43Y7o0i3uZmpuK9VDQV1_uxtFelGBQrzro9b9KRId8dr7lyorL9Ykx92P1PIpBw"
    }

    @Test("The identifier of a box and the signature of a line are those that another program computes")
    func vector() throws {
        let key = try BoxKey(seed: Vector.seed)
        #expect(RecordBytes(key.publicKey.bytes).base64url == Vector.key)
        #expect(key.box.description == Vector.box)
        let chain = RecordBytes(Vector.seed)
        let signature = LineSignature.sign(chain, by: key)
        #expect(signature.base64url == Vector.signature)
        #expect(LineSignature.verifies(signature, of: chain, by: key.publicKey.bytes))
        for bit in 0..<512 {
            var bytes = signature.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!LineSignature.verifies(RecordBytes(bytes), of: chain, by: key.publicKey.bytes))
        }
        #expect(!LineSignature.verifies(signature, of: RecordBytes([0]), by: key.publicKey.bytes))
        #expect(!LineSignature.verifies(RecordBytes([]), of: chain, by: []))
    }

    @Test("Lines that are sent together have one signature for every eight, as another program computes it")
    func together() throws {
        let key = try BoxKey(seed: Vector.seed)
        let chains = (0..<11 as Range<UInt8>).map { RecordBytes(SHA256.hash([$0])) }
        let signatures = LineSignature.sign(chains, by: key)
        #expect(signatures.map(\.bytes.count) == Array(repeating: 161, count: 8) + [97, 97, 64])
        #expect(Set(signatures.map { Array($0.bytes.prefix(64)) }).count == 3)
        #expect(signatures[9].base64url == Vector.tenth)
        #expect(RecordBytes(SHA256.hash(signatures.flatMap(\.bytes))).base64url == Vector.together)
    }

    @Test("A signature of lines that were sent together holds for its own line alone, and for no changed bit")
    func oneOfMany() throws {
        let key = try BoxKey(seed: Vector.seed)
        let (open, other) = (key.publicKey.bytes, try BoxKey())
        let chains = (0..<11 as Range<UInt8>).map { RecordBytes(SHA256.hash([$0])) }
        let signatures = LineSignature.sign(chains, by: key)
        for (place, signature) in signatures.enumerated() {
            for (another, chain) in chains.enumerated() {
                #expect(LineSignature.verifies(signature, of: chain, by: open) == (place == another))
            }
            #expect(!LineSignature.verifies(signature, of: chains[place], by: other.publicKey.bytes))
        }
        for bit in 0..<161 * 8 {
            var bytes = signatures[5].bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!LineSignature.verifies(RecordBytes(bytes), of: chains[5], by: open), "\(bit)")
        }
        for length in 0..<161 {
            let part = RecordBytes(Array(signatures[5].bytes.prefix(length)))
            #expect(!LineSignature.verifies(part, of: chains[5], by: open), "\(length)")
        }
    }

    @Test("A hash within the tree is no line, and neither is anything that is not 32 bytes")
    func innerHash() throws {
        let key = try BoxKey(seed: Vector.seed)
        let open = key.publicKey.bytes
        let chains = (0..<8 as Range<UInt8>).map { RecordBytes(SHA256.hash([$0])) }
        let signature = LineSignature.sign(chains, by: key)[0].bytes
        let label = Array("doorcheck/lines/v1\0".utf8)
        var node = chains[0].bytes
        for level in 0..<3 {
            node = SHA256.hash(label + node + signature[(65 + 32 * level)..<(97 + 32 * level)])
            let rest = signature[..<64] + [0] + signature[(97 + 32 * level)...]
            #expect(!LineSignature.verifies(RecordBytes(Array(rest)), of: RecordBytes(node), by: open))
            #expect(!LineSignature.verifies(RecordBytes(Array(signature[..<64])), of: RecordBytes(node), by: open))
        }
        #expect(!LineSignature.verifies(RecordBytes(signature), of: RecordBytes([]), by: open))
        let long = RecordBytes(key.sign(label + [4] + node) + [0] + [UInt8](repeating: 0, count: 128))
        #expect(!LineSignature.verifies(long, of: chains[0], by: open))
    }

    @Test("A line with a signature of many lines is read back; no other record may have one")
    func linesOfMany() throws {
        let key = try BoxKey(seed: Vector.seed)
        let change = SharedChange(
            box: key.box, seq: 1, ticket: .random(), action: .block, was: .valid, status: .blocked,
            by: try Attribution(actor: "a"), at: Timestamp(milliseconds: 1), hlc: 1, after: .start)
        let chains = (0..<11 as Range<UInt8>).map { RecordBytes(SHA256.hash([$0])) }
        for signature in LineSignature.sign(chains, by: key) {
            let signed = SignedRecord(.change(change), signature: signature)
            #expect(try SignedRecord(line: signed.line()) == signed)
            let box = SharedRecord.box(SharedBox(id: key.box, key: RecordBytes(key.publicKey.bytes), name: "a"))
            let line = try SignedRecord(box, signature: signature).line()
            if signature.bytes.count > 64 {
                #expect(throws: LedgerError.self) { try SignedRecord(line: line) }
            }
        }
    }

    @Test("A signed line is read back, and one whose signature is of another length or form is refused")
    func lines() throws {
        let key = try BoxKey(seed: Vector.seed)
        let text = #"{"kind":"box","record":{"id":"\#(Vector.box)","key":"\#(Vector.key)","name":"a"}"#
        let record = try SharedRecord(line: Data("\(text)}".utf8))
        let signed = SignedRecord(record, signature: LineSignature.sign(RecordBytes(Vector.seed), by: key))
        let line = String(decoding: try signed.line(), as: UTF8.self)
        #expect(line == #"\#(text),"signature":"\#(Vector.signature)"}"#)
        #expect(try SignedRecord(line: Data(line.utf8)) == signed)
        #expect(try SignedRecord(line: Data("\(text)}".utf8)) == SignedRecord(record, signature: nil))
        for changed in [
            String(line.dropLast()), line + "}", line.replacing(",\"signature\"", with: ", \"signature\""),
            line.replacing(Vector.signature, with: ""), line.replacing(Vector.signature, with: "A" + Vector.signature),
            line.replacing(Vector.signature, with: Vector.signature.replacing("_", with: "/")),
        ] {
            #expect(throws: (any Error).self, "\(changed)") { try SignedRecord(line: Data(changed.utf8)) }
        }
    }
}
