// Reads Excel workbooks (.xlsx) sheet by sheet.

/// A workbook in the Office Open XML format (ECMA-376), read as a stream except for its shared strings.
final class Workbook {
    /// The names of the visible sheets, in order.
    var sheets: [String] { contents.sheets.filter(\.isVisible).map(\.name) }
    /// The names of all sheets, including hidden ones.
    var allSheets: [String] { contents.sheets.map(\.name) }
    /// Whether dates are counted from 1904, as in old Macintosh programs.
    var countsFrom1904: Bool { contents.countsFrom1904 }

    private let archive: ZipArchive
    private let contents = WorkbookContents()
    private let parts = WorkbookParts()
    private var strings: SharedStrings?
    private var styles: CellStyles?
    /// The rows that are hidden in the sheet read last.
    private var hidden = LineCount()
    /// The number of bytes unpacked from sheets so far.
    private var unpackedByteCount = 0

    /// The maximum size of the parts with sheet names and styles, which are usually a few kilobytes.
    private static let largestPartByteCount = 1 << 23

    /// - Parameter source: A file that begins with `PK`.
    /// - Throws: ``ListError``.
    init(_ source: ListSource) throws {
        archive = try ZipArchive(source)
        guard archive.has("xl/workbook.xml") else {
            throw ListError.otherKind(what: "a ZIP archive, but not an Excel workbook")
        }
        try archive.read("xl/workbook.xml", into: contents, limit: Self.largestPartByteCount)
        if archive.has("xl/_rels/workbook.xml.rels") {
            try archive.read("xl/_rels/workbook.xml.rels", into: parts, limit: Self.largestPartByteCount)
        }
    }

    /// Passes on all non-empty rows of a sheet.
    ///
    /// - Parameters:
    ///   - name: One of ``sheets``.
    ///   - body: Called with each row.
    /// - Throws: ``ListError``, or what `body` throws.
    func forEachRow(ofSheet name: String, _ body: (ListRow) throws -> Void) throws {
        guard let sheet = contents.sheets.first(where: { $0.name == name }), let path = parts.paths[sheet.part] else {
            throw ListError.noSheet(wanted: name, sheets: sheets)
        }
        let rows = SheetRows(strings: try sharedStrings(), styles: try cellStyles())
        var known = 0
        // A sheet is read for the header search, the survey and the actual import; one part may serve as a thousand
        // sheets.
        let most = archive.limit(of: path) * 4
        try archive.read(path, into: rows) { total in
            unpackedByteCount += total - known
            known = total
            guard unpackedByteCount <= most else {
                throw ListError.tooLarge(what: "The workbook", limit: "\(most >> 20) MiB unpacked")
            }
            try rows.batch.deliver(body)
        }
        hidden = rows.hidden
    }

    /// A remark about rows that the workbook hides, available once all rows of the sheet are read.
    var hiddenRowsRemark: ListRemark? {
        guard hidden.count > 0 else { return nil }
        let are = hidden.count == 1 ? "is" : "are"
        return ListRemark(
            .warning,
            "\(hidden.rows) \(are) hidden in the workbook (\(hidden.lines)) and imported like the others.",
            advice: "If a filter hides guests who do not come, delete these rows, or choose with --only."
        )
    }

    /// Returns a remark about the sheets that are not read.
    ///
    /// - Parameter sheet: The sheet that is read.
    /// - Returns: The remark; `nil` if there are no other sheets.
    func remark(reading sheet: String) -> ListRemark? {
        let others = contents.sheets.filter { $0.name != sheet }.map { other in
            "\"\(other.name)\"\(other.isVisible ? "" : " (hidden)")"
        }
        guard !others.isEmpty else { return nil }
        let shown =
            others.prefix(10).joined(separator: ", ") + (others.count > 10 ? " and \(others.count - 10) more" : "")
        let them = others.count == 1 ? "another sheet that is" : "other sheets that are"
        return ListRemark(
            .warning, "The workbook has \(them) not read: \(shown).",
            advice: "Import one of them by its name with --sheet.")
    }

    private func sharedStrings() throws -> SharedStrings {
        if let strings { return strings }
        let strings = SharedStrings()
        if archive.has("xl/sharedStrings.xml") { try archive.read("xl/sharedStrings.xml", into: strings) }
        self.strings = strings
        return strings
    }

    private func cellStyles() throws -> CellStyles {
        if let styles { return styles }
        let styles = CellStyles()
        if archive.has("xl/styles.xml") { try archive.read("xl/styles.xml", into: styles) }
        self.styles = styles
        return styles
    }
}

/// `xl/workbook.xml`: the list of sheets.
private final class WorkbookContents: XMLElements {
    private(set) var sheets: [(name: String, part: String, isVisible: Bool)] = []
    private(set) var countsFrom1904 = false
    let failure: ListError? = nil

    func begin(_ name: String, _ attributes: XMLAttributes) {
        if name == "workbookPr" { countsFrom1904 = ["1", "true"].contains(attributes["date1904"]) }
        guard name == "sheet", sheets.count < 1000 else { return }
        if let title = attributes["name"], let part = attributes[inAnyNamespace: "id"] {
            sheets.append((String(title.prefix(255)), part, attributes["state"] ?? "visible" == "visible"))
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}
    func end(_ name: String) {}
}

/// `xl/_rels/workbook.xml.rels`: the archive's file for each sheet.
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
