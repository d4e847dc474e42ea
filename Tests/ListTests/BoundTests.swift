// Workbooks that are small on disk and large in memory.

import Testing

@testable import TicketLists

struct BoundTests {
    @Test("XML that is nested without end is refused")
    func nested() throws {
        var workbook = WorkbookFile()
        workbook.sheet = "<worksheet>" + String(repeating: "<a>", count: 4_000_000)
        #expect(throws: ListError.damagedWorkbook(part: "xl/worksheets/sheet1.xml")) { try workbook.read() }
    }

    @Test("A tag, a comment or an attribute without end is refused before it fills the memory")
    func endlessTags() throws {
        let filler = String(repeating: "x", count: 20_000_000)
        for start in ["<worksheet><!-- ", "<worksheet><c r=\"", "<worksheet><c", "<worksheet><?x "] {
            var workbook = WorkbookFile()
            workbook.sheet = start + filler
            #expect(throws: ListError.damagedWorkbook(part: "xl/worksheets/sheet1.xml")) { try workbook.read() }
        }
    }

    @Test("A workbook that unpacks to fifty times its size and more is refused")
    func expansion() throws {
        var workbook = WorkbookFile()
        workbook.strings = String(repeating: "<si/>", count: 10_000_000)
        #expect(throws: ListError.tooLarge(what: "The workbook's xl/sharedStrings.xml", limit: "32 MiB unpacked")) {
            try workbook.read()
        }
    }

    @Test("A long text that every cell names does not multiply in memory")
    func repeatedText() throws {
        var workbook = WorkbookFile()
        workbook.strings = "<si><t>" + String(repeating: "x", count: 120_000) + "</t></si>"
        workbook.cells =
            "<row><c t=\"inlineStr\"><is><t>Name</t></is></c></row>"
            + String(repeating: "<row><c t=\"s\"><v>0</v></c></row>", count: 20_000)
        #expect(throws: ListError.tooLarge(what: "The sheet's text", limit: "256 bytes for each cell")) {
            try workbook.read()
        }
        workbook.strings = "<si><t>" + String(repeating: "x", count: 200_000) + "</t></si>"
        #expect(throws: ListError.tooLarge(what: "A text of the workbook", limit: "32767 characters")) {
            try workbook.read()
        }
    }

    @Test(
        "Columns that every row skips, and a sheet that is listed a thousand times, are refused before they take hours")
    func repetition() {
        var workbook = WorkbookFile(rows: [["Name"]])
        workbook.cells += String(repeating: "<row><c r=\"AMJ2\"><v>1</v></c></row>", count: 20_000)
        #expect(throws: ListError.tooLarge(what: "The sheet", limit: "16 million empty cells")) { try workbook.read() }
        workbook = WorkbookFile()
        workbook.sheets = (0..<1000).map { "Sheet\($0)" }
        workbook.sheet = "<worksheet>" + String(repeating: "<a></a>", count: 200_000) + "</worksheet>"
        workbook.isSheetRepeated = true
        #expect(throws: ListError.tooLarge(what: "The workbook", limit: "128 MiB unpacked")) { try workbook.read() }
    }

    @Test("A text row of commas without end is refused before it fills the memory")
    func endlessRow() throws {
        #expect(throws: ListError.tooManyFields(line: 2)) {
            try ListFile("name,email\n" + String(repeating: ",", count: 20_000_000))
        }
    }

    @Test("A text list with more columns than a sheet may have is refused, and one with as many is read at once")
    func columns() throws {
        let most = (0..<1024).map { "status \($0)" }
        let rows = String(repeating: "Ada" + String(repeating: ",x", count: 1000) + "\n", count: 20)
        #expect(try ListFile("name," + most.dropLast().joined(separator: ",") + "\n" + rows).entries.count == 20)
        #expect(throws: ListError.tooManyFields(line: 1)) {
            try ListFile("name," + most.joined(separator: ",") + "\n" + rows)
        }
    }
}
