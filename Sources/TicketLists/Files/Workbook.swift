// Excel workbooks (.xlsx), sheet by sheet.

/// A workbook in the Office Open XML format (ECMA-376), read as a stream but for its table of texts.
final class Workbook {
    /// The visible sheets, in their order, by name.
    var sheets: [String] { contents.sheets.map(\.name) }
    /// Whether days are counted from 1904, as old programs on the Macintosh did.
    var countsFrom1904: Bool { contents.countsFrom1904 }

    private let archive: ZipArchive
    private let contents = WorkbookContents()
    private let parts = WorkbookParts()
    private var strings: SharedStrings?

    /// - Parameter source: Begins with `PK`.
    /// - Throws: ``ListError``.
    init(_ source: ListSource) throws {
        archive = try ZipArchive(source)
        guard archive.has("xl/workbook.xml") else {
            throw ListError.otherKind(what: "a ZIP archive and no Excel workbook")
        }
        try archive.read("xl/workbook.xml", into: contents)
        if archive.has("xl/_rels/workbook.xml.rels") {
            try archive.read("xl/_rels/workbook.xml.rels", into: parts)
        }
    }

    /// Hands on all rows of a sheet but empty ones.
    ///
    /// - Parameters:
    ///   - name: One of ``sheets``.
    ///   - body: Gets row by row.
    /// - Throws: ``ListError`` and what `body` throws.
    func forEachRow(ofSheet name: String, _ body: (ListRow) throws -> Void) throws {
        guard let sheet = contents.sheets.first(where: { $0.name == name }), let path = parts.paths[sheet.part] else {
            throw ListError.noSheet(wanted: name, sheets: sheets)
        }
        let rows = SheetRows(strings: try sharedStrings())
        try archive.read(path, into: rows) { try rows.batch.deliver(body) }
    }

    private func sharedStrings() throws -> SharedStrings {
        if let strings { return strings }
        let strings = SharedStrings()
        if archive.has("xl/sharedStrings.xml") { try archive.read("xl/sharedStrings.xml", into: strings) }
        self.strings = strings
        return strings
    }
}

/// `xl/workbook.xml`: what sheets there are.
private final class WorkbookContents: XMLElements {
    private(set) var sheets: [(name: String, part: String)] = []
    private(set) var countsFrom1904 = false
    let failure: ListError? = nil

    func begin(_ name: String, _ attributes: XMLAttributes) {
        if name == "workbookPr" { countsFrom1904 = ["1", "true"].contains(attributes["date1904"]) }
        guard name == "sheet", attributes["state"] ?? "visible" == "visible", sheets.count < 1000 else { return }
        if let title = attributes["name"], let part = attributes["r:id"] { sheets.append((title, part)) }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}
    func end(_ name: String) {}
}

/// `xl/_rels/workbook.xml.rels`: in which file of the archive a sheet is.
private final class WorkbookParts: XMLElements {
    private(set) var paths: [String: String] = [:]
    let failure: ListError? = nil

    func begin(_ name: String, _ attributes: XMLAttributes) {
        guard name == "Relationship", let part = attributes["Id"], let target = attributes["Target"] else { return }
        guard paths.count < 10_000 else { return }
        paths[part] = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}
    func end(_ name: String) {}
}
