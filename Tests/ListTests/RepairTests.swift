// What spreadsheets do to a list, and what of it is repaired or refused.

import Testing

@testable import TicketLists

struct RepairTests {
    @Test("Formulas that show a text, apostrophes, no-break spaces and invisible characters are taken off a barcode")
    func wrappings() throws {
        let rows = [
            "Ada,\"=\"\"0012345\"\"\"", "Bo,=\"0012346\"", "Cy,'0012347", "Dee,\u{A0}0012348\u{A0}",
            "Eve,\u{200B}00123\u{200B}49\u{FEFF}", "Fay,'0012350\u{202C}",
        ]
        let read = try ListFile("name,barcode\n" + rows.joined(separator: "\n"))
        #expect(read.faults.isEmpty)
        #expect(
            read.entries.map(\.barcode) == ["0012345", "0012346", "0012347", "0012348", "0012349", "0012350"])
    }

    @Test("A formula's text is read wherever a piece of the file is cut")
    func cutFormulas() throws {
        let row = "Ada,=\"0012345\"\n"
        let header = "name,barcode,comment\n"
        for shift in 0...row.utf8.count {
            let padding = TextDecoder.pieceByteCount - header.utf8.count - "Bo,1,\n".utf8.count - shift
            let read = try ListFile(header + "Bo,1,\(String(repeating: "x", count: padding))\n" + row)
            #expect(read.entries.map(\.barcode) == ["1", "0012345"], "\(shift)")
        }
    }

    @Test("A space that does not break within a barcode, or one between groups of digits, is refused with its line")
    func innerSpaces() throws {
        let read = try ListFile("name,barcode\nAda,12\u{A0}345\u{A0}678\nBo,12 345 678\nCy,AB 12\nDee,77\u{202F}1\n")
        #expect(read.faults.map(\.line) == [2, 3, 5])
        #expect(read.entries.map(\.barcode) == ["AB 12"])
    }

    @Test("Placeholders are neither barcodes nor names nor addresses")
    func placeholders() throws {
        let words = ["#N/A", "-", "none", "n/a", "N/A", "#REF!", "null", "--", "—", "?", "NaN", "keine", "(none)"]
        let rows = words.enumerated().map { "Guest \($0),g\($0)@e,\($1)\n" }.joined()
        let read = try ListFile("name,email,barcode\n" + rows + "Ada,-,77001\n-,bo@e,77002\nCy,n/a,\n")
        #expect(read.faults.isEmpty)
        #expect(read.entries.prefix(words.count).allSatisfy { $0.barcode == nil })
        #expect(read.entries.suffix(3).map(\.barcode) == ["77001", "77002", nil])
        #expect(read.entries.suffix(3).map(\.name) == ["Ada", nil, "Cy"])
        #expect(read.entries.last?.reference == nil)
        #expect(try ListFile("name,email\nNull,n@e\nNa,n@e\n").entries.map(\.name) == ["Null", "Na"])
        #expect(try ListFile("name,barcode\n-,#N/A\nAda,1\n").entries.map(\.line) == [3])
    }

    @Test(
        "A row of totals is no ticket, in any language",
        arguments: [
            "Total", "TOTAL:", "Summe", "Gesamt", "Gesamtsumme", "Total général", "Totalt", "Yhteensä", "Totale",
            "Totaal", "Sum: 12", "Grand total", "I alt",
        ])
    func totals(word: String) throws {
        let read = try ListFile("name,email,quantity,barcode\nAda,a@e,1,K1\nBo,b@e,2,K2\n\(word),,3,\n")
        #expect(read.entries.map(\.name) == ["Ada", "Bo"])
        #expect(read.faults.isEmpty)
    }

    @Test("A guest whose name is Total is a guest where the row has an address, an order or a barcode")
    func namedTotal() throws {
        let read = try ListFile(
            "name,email,order,barcode\nTotal,t@e,,\nTotal,,,K1\nTotal,,A7,\nTotal,,7001,\nTotal,,,\n")
        #expect(read.entries.map(\.line) == [2, 3, 4, 5])
    }

    @Test("Long barcodes that all end in zeros behind their fifteenth digit are refused, each with its line")
    func appendedZeros() throws {
        let read = try ListFile("name,barcode\nAda,12345678901234500000\nBo,77001\nCy,98765432109876500000\n")
        #expect(read.faults.map(\.line) == [2, 4])
        #expect(read.entries.map(\.barcode) == ["77001"])
        let genuine = try ListFile("name,barcode\nAda,12345678901234500000\nCy,98765432109876500017\n")
        #expect(genuine.faults.isEmpty && genuine.entries.count == 2)
    }

    @Test("Decimals that a program put behind a whole number are taken off a barcode")
    func decimals() throws {
        let read = try ListFile("name,barcode\nAda,77001.0\nBo,77002.00\nCy,1.5\n")
        #expect(read.entries.map(\.barcode) == ["77001", "77002", "1.5"])
    }

    @Test("A number's format in a workbook gives a barcode its zeros back")
    func zerosInFormats() throws {
        var workbook = WorkbookFile(rows: [["Name", "Barcode"]])
        workbook.styles = """
            <numFmts count="2"><numFmt numFmtId="164" formatCode="0000000000"/>\
            <numFmt numFmtId="165" formatCode="&quot;TK-&quot;00000"/></numFmts>\
            <cellStyleXfs><xf numFmtId="165"/></cellStyleXfs>\
            <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs>
            """
        for (style, number) in [("1", "12345"), ("2", "77"), ("0", "12345"), ("1", "12345678901"), ("9", "5")] {
            workbook.cells +=
                "<row><c t=\"inlineStr\"><is><t>Ada</t></is></c><c s=\"\(style)\"><v>\(number)</v></c></row>"
        }
        let read = try workbook.read()
        #expect(read.entries.map(\.barcode) == ["0000012345", "TK-00077", "12345", "12345678901", "5"])
    }

    @Test("A zero byte is taken off names and codes")
    func zeroBytes() throws {
        let read = try ListFile("name,email,barcode\nJür\0gen,j@e,12\0345\nAda\0,a@e,A\u{1D}B\n")
        #expect(read.entries.map(\.name) == ["Jürgen", "Ada"])
        // GS separates the parts of a GS1 code.
        #expect(read.entries.map(\.barcode) == ["12345", "A\u{1D}B"])
    }

    @Test("Zeros that a spreadsheet dropped are pointed out beside a code with letters, and however many they are")
    func lostZeros() throws {
        let codes = (10...30).map { "Guest \($0),91234567\($0)\n" }.joined()
        for odd in ["Ada,1234567\nBo,AB-7\n", "Ada,12345\n", "Ada,77\nBo,X1\n"] {
            let read = try ListFile("name,barcode\n" + codes + odd)
            #expect(read.warnings.contains { $0.contains("fewer than 10 digits") }, "\(odd): \(read.remarks)")
        }
        #expect(try ListFile("name,barcode\n" + codes + "Ada,AB-7\n").remarks.isEmpty)
        #expect(try ListFile("name,barcode\n" + codes + "Ada,0012345678\nBo,1234\n").remarks.isEmpty)
    }
}
