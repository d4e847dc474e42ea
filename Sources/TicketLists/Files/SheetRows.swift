// The rows of one sheet of a workbook.

/// Reads a worksheet (ECMA-376 part 1, 18.3.1) and turns its cells into fields of rows.
final class SheetRows: XMLElements {
    let batch = RowBatch()
    private let strings: SharedStrings
    private let styles: CellStyles
    private(set) var failure: ListError?

    /// Rows with content that the workbook hides, for example by a filter.
    private(set) var hidden = LineCount()

    private var row = 0
    private var isHidden = false
    private var column = 0
    private var cell = Cell()
    private var counts = Counts()

    /// The cell that is being read.
    private struct Cell {
        var kind = ""
        var style = 0
        var isValue = false
        var phoneticDepth = 0
        var value: [UInt8] = []
    }

    /// What the sheet has had so far.
    private struct Counts {
        var bytes = 0
        var cells = 0
        var gaps = 0
    }

    /// Excel's own limits, except for columns: Excel allows 16,384, but no ticket list has a thousand.
    private static let mostRows = 1 << 20
    static let mostColumns = 1024
    /// The number of significant digits that a spreadsheet keeps.
    private static let mostDigits = 15
    private static let longestCellByteCount = 1 << 17
    /// The bytes that rows may have before their average size is limited: a small file can refer to a long text, and
    /// skip columns, any number of times.
    private static let freeByteCount = 1 << 26
    private static let mostBytesPerCell = 256
    private static let freeGapCount = 1 << 24
    private static let mostGapsPerCell = 64

    init(strings: SharedStrings, styles: CellStyles) {
        (self.strings, self.styles) = (strings, styles)
    }

    func begin(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "row":
            let number = attributes["r"].flatMap { Int($0) } ?? row + 1
            column = 0
            isHidden = ["1", "true"].contains(attributes["hidden"])
            guard (1...Self.mostRows).contains(number) else {
                failure = .damagedWorkbook(part: "a row's number")
                return
            }
            row = number
        case "c":
            let place = attributes["r"].map(Self.column)
            cell.kind = attributes["t"] ?? "n"
            cell.style = attributes["s"].flatMap { Int($0) } ?? 0
            cell.value.removeAll(keepingCapacity: true)
            guard let next = place ?? column, next >= column, next < Self.mostColumns else {
                failure = .tooLarge(what: "A row of the sheet", limit: "\(Self.mostColumns) columns")
                return
            }
            counts.cells += 1
            counts.gaps += next - batch.openFields
            if counts.gaps > Self.freeGapCount + counts.cells * Self.mostGapsPerCell {
                failure = .tooLarge(what: "The sheet", limit: "16 million empty cells")
            }
            while batch.openFields < next { batch.append(UnsafeRawBufferPointer(start: nil, count: 0)) }
            column = next
        case "v", "t": cell.isValue = cell.phoneticDepth == 0
        case "rPh": cell.phoneticDepth += 1
        default: break
        }
    }

    func text(_ text: UnsafeRawBufferPointer) {
        guard cell.isValue, failure == nil else { return }
        cell.value.append(contentsOf: text)
        if cell.value.count > Self.longestCellByteCount {
            failure = .tooLarge(what: "A cell in row \(row)", limit: "32767 characters")
        }
    }

    func end(_ name: String) {
        guard failure == nil else { return }
        switch name {
        case "v", "t": cell.isValue = false
        case "rPh": cell.phoneticDepth -= 1
        case "c": endCell()
        case "row": if batch.endRow(line: row), isHidden { hidden.add(row) }
        default: break
        }
    }

    private func endCell() {
        column += 1
        switch cell.kind {
        case "s":
            let number = Int(String(decoding: cell.value, as: UTF8.self)) ?? -1
            if !strings.withText(number, append) {
                failure = .damagedWorkbook(part: "a text that row \(row) names")
            }
        case "e": append(UnsafeRawBufferPointer(start: nil, count: 0))
        case "n" where !cell.value.isEmpty && cell.value.allSatisfy { (0x30...0x39).contains($0) }: endNumber()
        default: cell.value.withUnsafeBytes(append)
        }
    }

    /// Ends a cell with a whole number, formatted as in the spreadsheet.
    private func endNumber() {
        if cell.value.count > Self.mostDigits {
            // Written so that no one mistakes its last digits for exact ones.
            let rounded =
                "\(Character(UnicodeScalar(cell.value[0]))).\(String(decoding: cell.value[1...], as: UTF8.self))"
            Array("\(rounded)E+\(cell.value.count - 1)".utf8).withUnsafeBytes(append)
        } else if let format = styles.format(cell.style) {
            format.shown(cell.value).withUnsafeBytes(append)
        } else {
            cell.value.withUnsafeBytes(append)
        }
    }

    private func append(_ text: UnsafeRawBufferPointer) {
        counts.bytes += text.count
        guard counts.bytes <= Self.freeByteCount + counts.cells * Self.mostBytesPerCell else {
            failure = .tooLarge(what: "The sheet's text", limit: "256 bytes for each cell")
            return
        }
        batch.append(text)
    }

    /// Returns the index of a column: `C` of `C17` is 2; `nil` if there are no letters, or more than a sheet has
    /// columns.
    private static func column(_ reference: String) -> Int? {
        var number = 0
        for letter in reference.utf8.prefix(while: { $0 >= 0x41 }) {
            guard (0x41...0x5A).contains(letter), number < mostColumns else { return nil }
            number = number * 26 + Int(letter) - 0x40
        }
        return number > 0 ? number - 1 : nil
    }
}
