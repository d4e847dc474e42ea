// Base45 against RFC 9285 and its own rules.

import TestSupport
import Testing

@testable import TicketSigning

struct Base45Tests {
    @Test("The RFC's examples and the limits encode and decode", arguments: 0..<9)
    func valid(index: Int) throws {
        let pair = GoldenVectors.base45.valid[index]
        #expect(Base45.encode(bytes(pair.hex)) == pair.text)
        #expect(try Base45.decode(pair.text) == bytes(pair.hex))
    }

    @Test("Texts that nothing encodes to are refused", arguments: GoldenVectors.base45.invalid)
    func invalid(text: String) {
        #expect(throws: Base45Error.self) { try Base45.decode(text) }
    }

    @Test("The error says what is wrong and where")
    func errors() {
        #expect(throws: Base45Error.outsideAlphabet(offset: 3)) { try Base45.decode("BB8b") }
        #expect(throws: Base45Error.outsideAlphabet(offset: 0)) { try Base45.decode("é00") }
        #expect(throws: Base45Error.groupTooLarge(offset: 3)) { try Base45.decode("BB8GGW") }
        #expect(throws: Base45Error.groupTooLarge(offset: 3)) { try Base45.decode("BB8U6") }
        #expect(throws: Base45Error.strayCharacter(offset: 3)) { try Base45.decode("BB80") }
        #expect(Base45Error.strayCharacter(offset: 3).description.contains("offset 3"))
    }

    @Test("Decoding what was encoded gives the same bytes, and a text of the expected length")
    func roundTrip() throws {
        var generator = SeededGenerator()
        for count in 0..<300 {
            let original = generator.bytes(count)
            let text = Base45.encode(original)
            #expect(try Base45.decode(text) == original, "seed \(generator.seed)")
            #expect(text.utf8.count == count / 2 * 3 + count % 2 * 2)
        }
    }

    @Test("Every text of two or three characters decodes to what encodes to it, or not at all")
    func canonical() throws {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
        var decodable = 0
        for first in alphabet {
            for second in alphabet {
                for text in ["\(first)\(second)"] + alphabet.map({ "\(first)\(second)\($0)" }) {
                    guard let decoded = try? Base45.decode(text) else { continue }
                    #expect(Base45.encode(decoded) == text)
                    decodable += 1
                }
            }
        }
        #expect(decodable == 256 + 65536)
    }
}
