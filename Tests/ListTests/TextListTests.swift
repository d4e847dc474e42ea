// Text lists of every encoding, delimiter and damage.

import TestSupport
import Testing

@testable import TicketLists

struct TextListTests {
    @Test("Quotes, doubled quotes, line ends in fields, empty lines and a byte order mark are understood")
    func quotes() throws {
        let text = "\u{FEFF}name,order\r\n\"Shah, Aarti\",a\n\n\"say \"\"hi\"\"\",\"two\nlines\"\nlast,x"
        let read = try ListFile(text)
        #expect(read.entries.map(\.name) == ["Shah, Aarti", "say \"hi\"", "last"])
        #expect(read.entries.map(\.line) == [2, 4, 6])
        #expect(read.entries[1].reference == "two\nlines")
    }

    @Test("A list whose lines end in a lone CR keeps its lines")
    func carriageReturns() throws {
        #expect(try ListFile("name,order\rA,1\rB,2\r").entries.map(\.line) == [2, 3])
    }

    @Test(
        "Commas, semicolons, tabs and bars are told apart, even beside commas in names",
        arguments: [",", ";", "\t", "|"])
    func delimiters(delimiter: String) throws {
        let rows = [["name", "order", "tier"], ["\"Shah, A; B | C\"", "1", "VIP"], ["Zoë", "2", "x"]]
        let read = try ListFile(rows.map { $0.joined(separator: delimiter) }.joined(separator: "\n"))
        #expect(read.entries.map(\.name) == ["Shah, A; B | C", "Zoë"])
        #expect(read.entries.map(\.tier) == ["VIP", "x"])
    }

    @Test("A line that names the delimiter is obeyed and is no row")
    func separatorLine() throws {
        let read = try ListFile("sep=;\r\nname;order\r\nA, B;1\r\n")
        #expect(read.entries.map(\.name) == ["A, B"])
        #expect(read.entries.map(\.line) == [3])
    }

    @Test("UTF-16 of either order, with and without a mark, is understood", arguments: [true, false], [true, false])
    func utf16(isBigEndian: Bool, isMarked: Bool) throws {
        let units = Array(((isMarked ? "\u{FEFF}" : "") + "name,order\nZoë Novák,1\nŁukasz,2\n").utf16)
        let bytes = units.flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        #expect(try ListFile(bytes).entries.map(\.name) == ["Zoë Novák", "Łukasz"])
    }

    @Test("What is no UTF-8 is read as Windows-1252, unless another encoding is named")
    func windows1252() throws {
        let bytes = Array("name\n".utf8) + [0x5A, 0x6F, 0xEB, 0x20, 0x80, 0x0A]
        #expect(try ListFile(bytes).entries.map(\.name) == ["Zoë €"])
        var options = TicketList.Options()
        options.encoding = "utf-8"
        #expect(try ListFile(bytes, options: options).faults.count == 1)
        options.encoding = "klingon"
        #expect(throws: ListError.unknownEncoding(name: "KLINGON")) { try ListFile(bytes, options: options) }
    }

    @Test("A character that a piece of the file cuts in two comes through")
    func cutCharacters() throws {
        for shift in 0..<4 {
            let filler = String(repeating: "x", count: 64) + "\n"
            let head = "name\n" + String(repeating: "y", count: shift) + "\n"
            let lines = TextDecoder.pieceByteCount / filler.utf8.count + 2
            let text = head + String(repeating: "ë" + filler, count: lines)
            let read = try ListFile(text)
            #expect(read.list.form == "CSV, UTF-8, separated by commas")
            #expect(read.entries.dropFirst().allSatisfy { $0.name?.hasPrefix("ëxx") == true })
        }
    }

    @Test("A quote that is not closed or not doubled is refused with the line it begins on")
    func badQuotes() {
        #expect(throws: ListError.badQuotes(line: 2)) { try ListFile("name\n\"b\nc\n") }
        #expect(throws: ListError.badQuotes(line: 3)) { try ListFile("name\nb\n\"c\"d\n") }
    }

    @Test("A quote that opens a field of megabytes is refused before it fills the memory")
    func endlessField() {
        let text = "name\nA\n\"" + String(repeating: "x,\n", count: 700_000)
        #expect(throws: ListError.fieldTooLong(line: 3)) { try ListFile(text) }
    }

    @Test("A list without a header, or of another kind, is refused in words that name nobody")
    func noHeader() {
        #expect(throws: ListError.noHeader) { try ListFile("Aarti Shah,a@b\n") }
        #expect(throws: ListError.empty) { try ListFile("") }
        let pictures: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF, 0xE0], Array("GIF89a".utf8),
            Array("RIFF1234WEBP".utf8), [0, 0, 0, 24] + Array("ftypheic".utf8),
        ]
        for picture in pictures {
            #expect(throws: ListError.otherKind(what: "a picture")) { try ListFile(picture) }
        }
        #expect(throws: ListError.otherKind(what: "a PDF document")) { try ListFile("%PDF-1.7\n") }
        #expect(!"\(ListError.noHeader)".contains("Aarti"))
    }

    @Test("A title above the header is passed over")
    func titleAbove() throws {
        let read = try ListFile("Guests of Summer Night\n\nName,Email,Ticket type\nAda,a@b,VIP\n")
        #expect(read.entries.map(\.line) == [4])
    }

    @Test("What is written is read again, for any text")
    func roundTrip() throws {
        var random = SeededGenerator()
        let alphabet = Array("ab\",;\n\r 'é測=")
        var fields: [[String]] = []
        for _ in 0..<500 {
            fields.append(
                (0..<2).map { _ in
                    let count = Int.random(in: 0...6, using: &random)
                    let text = (0..<count).compactMap { _ in alphabet.randomElement(using: &random) }
                    return "x" + String(text) + "x"
                }
            )
        }
        let text = "name,order\r\n" + fields.map { CSVWriter.row($0) }.joined()
        let read = try ListFile(text)
        #expect(read.entries.map { [$0.name ?? "", $0.reference ?? ""] } == fields, "seed \(random.seed)")
    }

    @Test(
        "What a spreadsheet would run is disarmed",
        arguments: ["=1+1", "+1", "-1+1", "@x", "\tx", "=\u{200D}1", "+\u{301}1", "＝1+1"])
    func formula(text: String) {
        #expect(CSVWriter.row([text, "b"]) == "'\(text),b\r\n")
    }

    @Test("A negative number is written as it is", arguments: ["-5", "-0.25", "-1e-05", "-64"])
    func negativeNumber(text: String) {
        #expect(CSVWriter.row([text, "b"]) == "\(text),b\r\n")
    }

    @Test("A text that only begins like a negative number is disarmed", arguments: ["-5+A1", "-1e", "-inf", "-"])
    func notANumber(text: String) {
        #expect(CSVWriter.row([text]) == "'\(text)\r\n")
    }

    @Test("Random bytes never trap")
    func randomBytes() throws {
        var random = SeededGenerator()
        for _ in 0..<500 {
            _ = try? ListFile(Array("name,email;\n".utf8) + random.bytes(Int.random(in: 0...60, using: &random)))
        }
    }
}
