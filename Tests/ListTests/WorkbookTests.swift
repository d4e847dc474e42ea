// Excel workbooks, those made to do harm among them.

import FoundationEssentials
import TestSupport
import Testing

@testable import TicketLists

struct WorkbookTests {
    @Test("The first sheet with a known header is read, or the one that is named")
    func sheets() throws {
        var workbook = WorkbookFile(rows: [["Name", "Email"], ["Zoë &amp; Co", "z@e"]])
        workbook.sheets = ["Summary", "Attendees"]
        let read = try workbook.read()
        #expect(read.list.form == "Excel workbook, sheet 'Attendees'")
        #expect(read.entries.map(\.name) == ["Zoë & Co"])
        #expect(
            read.warnings.count == 1
                && read.warnings.first?.contains("another sheet that is not read: \"Summary\"") == true)
        var options = TicketList.Options()
        options.sheet = "Guests"
        #expect(throws: ListError.noSheet(wanted: "Guests", sheets: ["Summary", "Attendees"])) {
            try workbook.read(options: options)
        }
        options.sheet = "Attendees"
        #expect(try workbook.read(options: options).remarks.isEmpty)
        options.sheet = "Summary"
        #expect(throws: ListError.noHeader) { try workbook.read(options: options) }
    }

    @Test("Cells that are left out, numbers, dates and errors stand where they belong")
    func cells() throws {
        var workbook = WorkbookFile()
        workbook.strings = "<si><t>Name</t></si><si><t/></si><si><r><t>Ticket </t></r><r><t>type</t></r></si>"
        workbook.cells = """
            <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="str"><v>Quantity</v></c>
            <c r="E1" t="inlineStr"><is><t>Valid from</t></is></c><c r="AA1" t="str"><v>Barcode</v></c></row>
            <row r="5"><c r="A5" t="str"><v>Ada</v></c><c r="D5"><v>2</v></c><c r="E5"><v>46207.5</v></c>
            <c r="AA5"><v>910000000000007</v></c></row>
            <row r="6"><c r="A6" t="str"><v>Bo</v></c><c r="C6" t="e"><v>#REF!</v></c></row>
            """
        let read = try workbook.read()
        #expect(read.entries.map(\.line) == [5, 6])
        #expect(read.entries.map(\.admits) == [2, nil])
        #expect(read.entries.map(\.tier) == [nil, nil])
        #expect(read.entries.first?.barcode == "910000000000007")
        let noon = WrittenDate("2026-07-04 12:00")?.milliseconds(.dayFirst)
        #expect(read.entries.first?.opens == noon)
        workbook.properties = "date1904=\"1\""
        workbook.cells = workbook.cells.replacing("46207.5", with: "44745.5")
        #expect(try workbook.read().entries.first?.opens == noon)
    }

    @Test("Entities that multiply are refused before they do")
    func billionLaughs() {
        var workbook = WorkbookFile(rows: [["Name"], ["&c;"]])
        let ten = { (name: String) in String(repeating: "&\(name);", count: 10) }
        workbook.prologue = """
            <!DOCTYPE x [<!ENTITY a "\(String(repeating: "ha", count: 1000))"><!ENTITY b "\(ten("a"))">\
            <!ENTITY c "\(ten("b"))">]>
            """
        #expect(throws: ListError.damagedWorkbook(part: "xl/sharedStrings.xml")) { try workbook.read() }
    }

    @Test("An entry that unpacks to more than its limit is not unpacked further")
    func zipBomb() throws {
        try withTemporaryFolder { folder in
            var workbook = WorkbookFile(rows: [["Name"], ["Ada"]])
            workbook.cells += String(repeating: " ", count: 4_000_000)
            try workbook.write(to: folder + "/bomb.xlsx")
            let source = try ListSource(path: folder + "/bomb.xlsx")
            #expect(source.byteCount < 20_000)
            let rows = SheetRows(strings: SharedStrings(), styles: CellStyles())
            #expect(
                throws: ListError.tooLarge(what: "The workbook's xl/worksheets/sheet1.xml", limit: "1 MiB unpacked")
            ) {
                try ZipArchive(source).read("xl/worksheets/sheet1.xml", into: rows, limit: 1 << 20)
            }
        }
    }

    @Test("Cells, columns and rows beyond what a list can have are refused")
    func limits() {
        var workbook = WorkbookFile(rows: [["Name"], [String(repeating: "x", count: 200_000)]])
        #expect(throws: ListError.tooLarge(what: "A cell in row 2", limit: "32767 characters")) { try workbook.read() }
        workbook.cells = "<row r=\"1\"><c r=\"XFD1\"><v>1</v></c></row>"
        #expect(throws: ListError.tooLarge(what: "A row of the sheet", limit: "1024 columns")) { try workbook.read() }
        workbook.cells = "<row r=\"2000000\"><c><v>1</v></c></row>"
        #expect(throws: ListError.damagedWorkbook(part: "a row's number")) { try workbook.read() }
        workbook.cells = "<row r=\"\(Int.max)\"/><row><c><v>1</v></c></row>"
        #expect(throws: ListError.damagedWorkbook(part: "a row's number")) { try workbook.read() }
        workbook.cells = "<row><c t=\"s\" s=\"\(Int.max)\"><v>7</v></c></row>"
        #expect(throws: ListError.damagedWorkbook(part: "a text that row 1 names")) { try workbook.read() }
        workbook.cells = "<row><c><v>7</row>"
        #expect(throws: ListError.damagedWorkbook(part: "xl/worksheets/sheet1.xml")) { try workbook.read() }
    }

    @Test("A barcode in a number's cell with more digits than a spreadsheet keeps is refused")
    func roundedBarcodes() throws {
        var workbook = WorkbookFile(rows: [["Name", "Barcode"]])
        for number in ["123456789012345", "1234567890123460", "12345678901234567890"] {
            workbook.cells += "<row><c t=\"inlineStr\"><is><t>Ada</t></is></c><c><v>\(number)</v></c></row>"
        }
        workbook.cells += "<row><c/><c t=\"inlineStr\"><is><t>1234567890123461</t></is></c></row>"
        let read = try workbook.read()
        #expect(read.entries.map(\.barcode) == ["123456789012345", "1234567890123461"])
        #expect(read.faults.map(\.line) == [3, 4])
        #expect(read.faults.allSatisfy { $0.found == "a number that a spreadsheet rounded" })
    }

    @Test("Other archives and old workbooks are told by name")
    func otherKinds() throws {
        #expect(throws: ListError.damagedWorkbook(part: "its table of contents")) { try ListFile("PK\u{3}\u{4}") }
        #expect(throws: ListError.otherKind(what: "a workbook of Excel 97 to 2003, or an encrypted one")) {
            try ListFile([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
        }
    }

    @Test("A damaged workbook is an error or a list, and never a trap")
    func damage() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().path
        let good = Array(try #require(FileManager.default.contents(atPath: "\(folder)/Exports/hi-events.xlsx")))
        var random = SeededGenerator()
        for _ in 0..<300 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            _ = try? ListFile(bytes)
        }
    }

    @Test("Rows that a workbook hides are imported and pointed out")
    func hiddenRows() throws {
        var workbook = WorkbookFile(rows: [["Name"], ["Ada"]])
        workbook.cells +=
            "<row r=\"3\" hidden=\"1\"><c t=\"inlineStr\"><is><t>Bo</t></is></c></row><row r=\"4\" hidden=\"true\"/>"
        let read = try workbook.read()
        #expect(read.entries.map(\.name) == ["Ada", "Bo"])
        #expect(read.warnings.count == 1 && read.warnings.first?.contains("1 row is hidden") == true, "\(read.remarks)")
        #expect(read.warnings.first?.contains("line 3") == true)
        workbook.cells = workbook.cells.replacing("hidden=\"1\"", with: "hidden=\"0\"")
        #expect(try workbook.read().remarks.isEmpty)
    }

    @Test("The prefix of a relationship may be any")
    func relationshipPrefix() throws {
        var workbook = WorkbookFile(rows: [["Name"], ["Ada"]])
        workbook.relationships = "rel"
        #expect(try workbook.read().entries.map(\.name) == ["Ada"])
    }
}
