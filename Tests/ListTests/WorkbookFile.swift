// Workbooks made for tests, good and bad.

import CZip
import FoundationEssentials
import TestSupport

@testable import TicketLists

/// The parts of a workbook; what is left out has a default.
struct WorkbookFile {
    var sheets = ["Sheet1"]
    var cells = ""
    var strings = ""
    var properties = ""
    var styles = ""
    /// Bytes of a sheet as they are, instead of `cells`.
    var sheet: String?
    /// Whether all sheets are one part of the archive; else all but the last are empty.
    var isSheetRepeated = false
    /// The namespace prefix of relationships.
    var relationships = "r"
    var prologue = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

    /// Rows of inline texts.
    init(rows: [[String]] = []) {
        cells = rows.map { row in
            "<row>" + row.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined() + "</row>"
        }.joined()
    }

    private var parts: [(String, String)] {
        let list = sheets.indices.map {
            "<sheet name=\"\(sheets[$0])\" sheetId=\"\($0 + 1)\" \(relationships):id=\"r\($0)\"/>"
        }
        let links = sheets.indices.map {
            "<Relationship Id=\"r\($0)\" "
                + "Target=\"/xl/worksheets/sheet\($0 == sheets.count - 1 || isSheetRepeated ? 1 : 2).xml\"/>"
        }
        return [
            (
                "xl/workbook.xml",
                "<workbook xmlns:\(relationships)=\"r\"><workbookPr "
                    + "\(properties)/><sheets>\(list.joined())</sheets></workbook>"
            ), ("xl/_rels/workbook.xml.rels", "<Relationships>\(links.joined())</Relationships>"),
            (
                "xl/worksheets/sheet1.xml",
                sheet ?? "\(prologue)<worksheet><sheetData>\(cells)</sheetData></worksheet>"
            ), ("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"),
            ("xl/worksheets/sheet2.xml", "<worksheet><sheetData/></worksheet>"),
            ("xl/sharedStrings.xml", "\(prologue)<sst>\(strings)</sst>"),
        ]
    }

    /// Writes the workbook to a folder and reads it.
    func read(options: TicketList.Options = .init()) throws -> ListFile {
        try withTemporaryFolder { folder in
            let path = folder + "/list.xlsx"
            try write(to: path)
            return try ListFile(path: path, options: options)
        }
    }

    /// Writes the workbook.
    func write(to path: String) throws {
        var code: Int32 = 0
        // libzip 1.11 says what may be null, and earlier versions do not.
        let failure = ListError.damagedWorkbook(part: "the test's own archive")
        guard let archive = zip_open(path, ZIP_CREATE, &code) else { throw failure }
        let parts = parts.map { ($0.0, Array($0.1.utf8)) }
        // libzip reads the buffers when the archive is closed.
        let buffers = parts.map { _, bytes in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
            buffer.copyBytes(from: bytes)
            return buffer
        }
        defer { buffers.forEach { $0.deallocate() } }
        for ((name, _), buffer) in zip(parts, buffers) {
            guard let source = zip_source_buffer(archive, buffer.baseAddress, UInt64(buffer.count), 0) else {
                throw failure
            }
            zip_file_add(archive, name, source, 0)
        }
        guard zip_close(archive) == 0 else { throw failure }
    }
}
