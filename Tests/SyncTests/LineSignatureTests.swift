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
