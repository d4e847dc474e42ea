// Identifiers as text, bytes and JSON.

import FoundationEssentials
import TestSupport
import Testing
import TicketSigning

struct IdentifierTests {
    private let text = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"

    @Test("Text and bytes read back, in either case, and are written in lower case")
    func roundTrip() throws {
        let id = try #require(TicketID(text))
        #expect(id.description == text)
        #expect(id.bytes.prefix(4) == [0x6b, 0xa7, 0xb8, 0x10])
        #expect(id.bytes.suffix(2) == [0x30, 0xc8])
        #expect(TicketID(bytes: id.bytes) == id)
        #expect(TicketID(text.uppercased()) == id)
    }

    @Test("Random identifiers read back from their text and bytes")
    func randomRoundTrip() throws {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let original = generator.bytes(16)
            let id = try #require(EventID(bytes: original))
            #expect(id.bytes == original, "seed \(generator.seed)")
            #expect(EventID(id.description) == id, "seed \(generator.seed)")
        }
    }

    @Test(
        "Anything but 8-4-4-4-12 is refused",
        arguments: [
            "", "-", "6ba7b8109dad41d180b400c04fd430c8", "6ba7b810-9dad-41d1-80b4-00c04fd430c",
            " 6ba7b810-9dad-41d1-80b4-00c04fd430c8",
            "6ba7b810-9dad-41d1-80b4-00c04fd430c8\n", "6ba7b810-9dad-41d1-80b40-0c04fd430c8",
            "{6ba7b810-9dad-41d1-80b4-00c04fd430c8}",
            "6ba7b810-9dad-41d1-80b4-00c04fd430cg", "6ba7b810-9dad-41d1-80b4-00c04fd430c8-",
            "٦ba7b810-9dad-41d1-80b4-00c04fd430c8",
        ]
    )
    func malformed(text: String) {
        #expect(TicketID(text) == nil)
    }

    @Test("Any number of bytes but 16 is refused")
    func wrongLength() {
        for count in 0..<40 where count != 16 { #expect(BoxID(bytes: [UInt8](repeating: 7, count: count)) == nil) }
    }

    @Test("Identifiers are ordered as their bytes are")
    func order() throws {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            // Few distinct bytes, so that the first difference is anywhere.
            let left = generator.bytes(16).map { $0 & 1 }
            let right = generator.bytes(16).map { $0 & 1 }
            let ordered = try #require(UserID(bytes: left)) < #require(UserID(bytes: right))
            #expect(ordered == left.lexicographicallyPrecedes(right), "seed \(generator.seed)")
        }
    }

    @Test("A random identifier is a version 4 UUID and never the same")
    func random() {
        let ids = (0..<1000).map { _ in TicketID.random() }
        #expect(Set(ids).count == 1000)
        for id in ids {
            #expect(id.bytes[6] >> 4 == 4)
            #expect(id.bytes[8] >> 6 == 0b10)
        }
    }

    @Test("JSON holds the text form, and another text is refused")
    func json() throws {
        let id = try #require(TicketID(text))
        #expect(try String(decoding: JSONEncoder().encode([id]), as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONDecoder().decode([TicketID].self, from: Data("[\"\(text)\"]".utf8)) == [id])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([TicketID].self, from: Data("[\"x\"]".utf8)) }
    }
}
