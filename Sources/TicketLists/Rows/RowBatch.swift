// Rows in the form in which file readers pass them on.

/// A few hundred rows, packed into one array of bytes with the end offsets of fields and rows.
///
/// Readers append field by field, so that a list of a million rows is read without an allocation per field.
final class RowBatch {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var fieldEnds: [Int] = []
    private var rows: [(line: Int, fieldEnd: Int)] = []

    /// Appends a field to the current row.
    func append(_ field: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: field)
        fieldEnds.append(bytes.count)
    }

    /// The number of fields in the current row.
    var openFields: Int { fieldEnds.count - (rows.last?.fieldEnd ?? 0) }

    /// Ends the current row; a row without any text is discarded.
    ///
    /// - Parameter line: The line in the file on which the row begins, counted from 1.
    /// - Returns: Whether the row has any text.
    @discardableResult
    func endRow(line: Int) -> Bool {
        let firstField = rows.last?.fieldEnd ?? 0
        let firstByte = firstField == 0 ? 0 : fieldEnds[firstField - 1]
        if bytes.count == firstByte {
            fieldEnds.removeLast(fieldEnds.count - firstField)
            return false
        }
        rows.append((line, fieldEnds.count))
        return true
    }

    /// Passes on all complete rows and keeps the incomplete one.
    func deliver(_ body: (ListRow) throws -> Void) rethrows {
        var first = 0
        for row in rows {
            try body(ListRow(line: row.line, batch: self, fields: first..<row.fieldEnd))
            first = row.fieldEnd
        }
        let firstByte = first == 0 ? 0 : fieldEnds[first - 1]
        bytes.removeFirst(firstByte)
        fieldEnds.removeFirst(first)
        if firstByte > 0 { fieldEnds = fieldEnds.map { $0 - firstByte } }
        rows.removeAll(keepingCapacity: true)
    }
}

/// One row of a list, valid only during the call that receives it; copy texts to keep them.
struct ListRow {
    /// The line in the file, or the row in the sheet, on which it begins, counted from 1.
    let line: Int
    private let batch: RowBatch
    private let fields: Range<Int>

    fileprivate init(line: Int, batch: RowBatch, fields: Range<Int>) {
        self.line = line
        self.batch = batch
        self.fields = fields
    }

    /// The number of fields.
    var count: Int { fields.count }

    /// Returns a field without surrounding spaces; empty if the row is too short.
    subscript(_ column: Int) -> String {
        guard let range = range(column) else { return "" }
        return batch.bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
    }

    /// Returns whether a field is empty or contains only spaces.
    func isBlank(_ column: Int) -> Bool {
        range(column) == nil
    }

    /// Returns whether a field has non-ASCII letters.
    func hasForeignLetters(_ column: Int) -> Bool {
        guard let range = range(column) else { return false }
        return batch.bytes[range].contains { $0 >= 0x80 }
    }

    /// Returns whether a field may be a word that begins with certain letters: a quick filter for cells that rarely
    /// match.
    ///
    /// - Parameters:
    ///   - column: The index, from 0.
    ///   - beginnings: The first three letters of the words, in lower case, the first letter in the most significant
    ///     byte.
    ///   - longest: The maximum length of the field, in bytes.
    /// - Returns: Whether it may match; `true` also if this check cannot tell.
    func mayBegin(_ column: Int, with beginnings: Set<UInt32>, longest: Int) -> Bool {
        guard let range = range(column), range.count <= longest else { return false }
        var letters: UInt32 = 0
        var count = 0
        for byte in batch.bytes[range] where count < 3 {
            // Accents, and foreign quotation marks.
            if byte >= 0x80 { return true }
            let lower = byte | 0x20
            guard (0x61...0x7A).contains(lower) else {
                if count > 0 || (0x30...0x39).contains(byte) { return false }
                continue
            }
            letters = letters << 8 | UInt32(lower)
            count += 1
        }
        return count == 3 && beginnings.contains(letters)
    }

    private func range(_ column: Int) -> Range<Int>? {
        guard column < fields.count else { return nil }
        let field = fields.lowerBound + column
        var start = field == 0 ? 0 : batch.fieldEnds[field - 1]
        var end = batch.fieldEnds[field]
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        while start < end, isSpace(batch.bytes[start]) { start += 1 }
        while end > start, isSpace(batch.bytes[end - 1]) { end -= 1 }
        return start == end ? nil : start..<end
    }
}
