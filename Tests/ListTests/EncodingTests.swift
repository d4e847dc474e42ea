// Lists of old programs, which do not name their encoding.

import FoundationEssentials
import Testing

@testable import TicketLists

struct EncodingTests {
    /// Names of a country, and the encodings of its old programs.
    struct Sample: Sendable {
        let language: String
        let names: [String]
        let encodings: [String]
    }

    static let samples = [
        Sample(
            language: "German", names: ["Jürgen Müller", "Jörg Weiß", "Bärbel Groß", "Köhler", "Böhm"],
            encodings: ["WINDOWS-1252", "MACINTOSH"]),
        Sample(
            language: "French", names: ["Éloïse Lefèvre", "Noël Garçon", "Hélène Côté", "François", "Zoé"],
            encodings: ["WINDOWS-1252", "MACINTOSH"]),
        Sample(
            language: "Spanish", names: ["Iñigo Peña", "María García", "Jesús Núñez", "Ángel Pérez"],
            encodings: ["WINDOWS-1252", "MACINTOSH"]),
        Sample(
            language: "Swedish", names: ["Åsa Öberg", "Göran Sjöström", "Märta Åkesson", "Björn"],
            encodings: ["WINDOWS-1252", "MACINTOSH"]),
        Sample(
            language: "Danish", names: ["Søren Bæk", "Jørgen Østergaard", "Åse Kjær", "Mærsk"],
            encodings: ["WINDOWS-1252", "MACINTOSH"]),
        Sample(
            language: "Portuguese", names: ["João Conceição", "Inês Simões", "Magalhães"],
            encodings: ["WINDOWS-1252", "MACINTOSH"]),
        Sample(
            language: "Polish", names: ["Łukasz Wiśniewski", "Małgorzata Żak", "Paweł Dąbrowski", "Zięba"],
            encodings: ["WINDOWS-1250"]),
        Sample(
            language: "Czech", names: ["Jiří Dvořák", "Němec", "Šárka Růžičková", "Tomáš Černý"],
            encodings: ["WINDOWS-1250"]),
        Sample(
            language: "Hungarian", names: ["László Szűcs", "Ernő Kőszegi", "Gergő Fűzfa", "Erzsébet"],
            encodings: ["WINDOWS-1250"]),
        Sample(
            language: "Slovak", names: ["Ľubica Kováčová", "Ján Ďurčo", "Peter Žiška", "Ľudovít Štúr"],
            encodings: ["WINDOWS-1250"]),
        Sample(language: "Polish, one name", names: ["Paweł"], encodings: ["WINDOWS-1250"]),
        Sample(language: "German, one name", names: ["Müller"], encodings: ["WINDOWS-1252", "MACINTOSH"]),
    ]

    /// A text in another encoding, letter by letter.
    private func encoded(_ text: String, as name: String) throws -> [UInt8] {
        var table: [Unicode.Scalar: UInt8] = [:]
        for byte in UInt8(0x80)...0xFF {
            var bytes = [byte]
            guard let letter = try? Conversion.whole(&bytes, from: name) else { continue }
            for scalar in String(decoding: letter, as: UTF8.self).unicodeScalars { table[scalar] = byte }
        }
        return try text.unicodeScalars.map { scalar in
            scalar.isASCII ? UInt8(scalar.value) : try #require(table[scalar], "\(scalar) in \(name)")
        }
    }

    @Test("The encoding of a list is found by its letters, and shown by one of its names", arguments: samples)
    func guess(sample: Sample) throws {
        for encoding in sample.encodings {
            let text = "name,email\r\n" + sample.names.map { "\($0),a@example.org\r\n" }.joined()
            let read = try ListFile(try encoded(text, as: encoding))
            #expect(read.entries.map(\.name) == sample.names, "\(sample.language) in \(encoding): \(read.list.form)")
            #expect(read.list.form == "CSV, \(encoding), separated by commas")
            let note = try #require(read.remarks.first { $0.hasName })
            #expect(note.weight == .note && note.description.contains("line 2 reads \"\(sample.names[0])\""))
        }
    }

    @Test("What is named, or shows itself, is no guess")
    func named() throws {
        var options = TicketList.Options()
        options.encoding = "windows-1250"
        let read = try ListFile(try encoded("name\nPaweł\n", as: "WINDOWS-1250"), options: options)
        #expect(read.entries.map(\.name) == ["Paweł"] && read.remarks.isEmpty)
        #expect(try ListFile("name\nPaweł\n").remarks.isEmpty)
        #expect(try ListFile("\u{FEFF}name\nPaweł\n").remarks.isEmpty)
    }

    @Test("UTF-8 with a broken byte is no other encoding: the line is named")
    func brokenByte() throws {
        let text = Array("name\nZoë\nŁukasz Žižka\n".utf8)
        #expect(throws: ListError.undecodable(line: 4, encoding: "UTF-8")) {
            try ListFile(text + [0x41, 0xEB, 0x64, 0x0A])
        }
        #expect(throws: ListError.undecodable(line: 3, encoding: "UTF-8")) {
            try ListFile(Array("name\nZoë\n".utf8) + [0x41, 0xC5, 0x0A] + Array("Łukasz\n".utf8))
        }
        var options = TicketList.Options()
        options.encoding = "UTF-8"
        let read = try ListFile(text + [0x41, 0xEB, 0x64, 0x0A], options: options)
        #expect(read.faults.map(\.line) == [4] && read.entries.count == 2)
        options.encoding = "iso-8859-1"
        #expect(try ListFile(text + [0x41, 0xEB, 0x64, 0x0A], options: options).entries.last?.name == "Aëd")
    }

    @Test("A broken byte is found wherever a piece of the file is cut")
    func brokenBytePieces() throws {
        let line = "Zoë Łukasz\n"
        let count = TextDecoder.pieceByteCount / line.utf8.count
        for shift in 0..<6 {
            let text =
                "name\n" + String(repeating: "x", count: shift) + "\n" + String(repeating: line, count: count + 3)
            #expect(try ListFile(text).list.form == "CSV, UTF-8, separated by commas")
            #expect(throws: ListError.undecodable(line: count + 6, encoding: "UTF-8")) {
                try ListFile(Array(text.utf8) + [0xEB, 0x0A])
            }
        }
    }
}
