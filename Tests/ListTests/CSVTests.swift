// CSV in and out.

import TestSupport
import Testing
import TicketLists

struct CSVTests {
    @Test("Quotes, doubled quotes, line ends in fields, empty lines and a byte order mark are understood")
    func reading() throws {
        let text = "\u{FEFF}name,email\r\n\"Shah, Aarti\",a@b\n\n\"say \"\"hi\"\"\",\"two\nlines\"\nlast,x"
        let rows = try CSVTable(Array(text.utf8)).rows
        #expect(
            rows.map(\.fields) == [
                ["name", "email"], ["Shah, Aarti", "a@b"], ["say \"hi\"", "two\nlines"], ["last", "x"],
            ]
        )
        #expect(rows.map(\.line) == [1, 2, 4, 6])
    }

    @Test("A quote that is not closed or not doubled is refused with the line it begins on")
    func badQuotes() {
        #expect(throws: CSVError.badQuotes(line: 2)) { try CSVTable(Array("a\n\"b\nc\n".utf8)) }
        #expect(throws: CSVError.badQuotes(line: 3)) { try CSVTable(Array("a\nb\n\"c\"d\n".utf8)) }
    }

    @Test("Text that is not UTF-8 is refused with its line")
    func notUTF8() {
        #expect(throws: CSVError.notUTF8(line: 2)) { try CSVTable(Array("name\nZo".utf8) + [0xEB, 0x0A]) }
    }

    @Test("What is written is read again, for any text")
    func roundTrip() throws {
        var random = SeededGenerator()
        let alphabet = Array("ab\",;\n\r 'é測=")
        for _ in 0..<500 {
            let fields = (0..<4).map { _ in
                "x"
                    + String(
                        (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                            alphabet.randomElement(using: &random)
                        }) + "x"
            }
            let rows = try CSVTable(Array(CSVWriter.row(fields).utf8)).rows
            #expect(rows.map(\.fields) == [fields], "seed \(random.seed)")
        }
    }

    @Test("What a spreadsheet would run is disarmed", arguments: ["=1+1", "+1", "-1", "@x", "\tx"])
    func formula(text: String) {
        #expect(CSVWriter.row([text, "b"]) == "'\(text),b\r\n")
    }

    @Test("Random bytes never trap")
    func randomBytes() {
        var random = SeededGenerator()
        for _ in 0..<2000 {
            _ = try? CSVTable(random.bytes(Int.random(in: 0...60, using: &random)))
        }
    }
}
