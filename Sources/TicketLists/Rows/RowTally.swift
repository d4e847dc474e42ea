// Counts rows with special treatment.

/// Counts rows that were skipped and fields that were repaired.
struct RowTally {
    var totals = LineCount()
    var footers = LineCount()
    var headings = LineCount()
    var notChosen = LineCount()
    var empty = LineCount()
    private var withoutBarcode = LineCount()
    private var repaired = LineCount()
    private var used = LineCount()
    /// Rows whose facts are all those of an earlier one, and that have no number of their own.
    var alike = LineCount()

    /// - Parameters:
    ///   - fields: The fields of a row that is a ticket.
    ///   - isUsed: Whether its status says that the guest was checked in elsewhere.
    mutating func add(_ fields: RowFields, used isUsed: Bool) {
        if fields.hasBarcodePlaceholder { withoutBarcode.add(fields.line) }
        if fields.isRepaired { repaired.add(fields.line) }
        if isUsed { used.add(fields.line) }
    }

    /// Returns one remark for each kind.
    ///
    /// - Parameter mapping: The mapping, which names the columns.
    /// - Returns: The remarks, the most important first.
    func remarks(_ mapping: ColumnMapping) -> [ListRemark] {
        let barcode = mapping.name(of: .barcode) ?? "the barcode"
        func remark(_ lines: LineCount, _ weight: ListRemark.Weight, _ text: (String) -> String) -> ListRemark? {
            lines.count == 0 ? nil : ListRemark(weight, text(lines.rows))
        }
        return [
            remark(totals, .warning) {
                "\($0) of totals skipped (\(totals.lines)); if it is a guest, add an e-mail address or a barcode."
            },
            remark(footers, .warning) {
                "\($0) with a page number or similar skipped (\(footers.lines)); if it is a guest, add an e-mail "
                    + "address or a barcode."
            },
            remark(headings, .note) { "\($0) with repeated headings skipped (\(headings.lines))." },
            remark(empty, .note) { "\($0) with only placeholders skipped (\(empty.lines))." },
            remark(notChosen, .note) { "\($0) excluded by --only (\(notChosen.lines))." },
            remark(withoutBarcode, .warning) {
                "\($0) with a placeholder in \(barcode) (\(withoutBarcode.lines)): imported without a barcode."
            },
            remark(alike, .warning) {
                "\($0) with the name, address and tier of an earlier row (\(alike.lines)): each row is a ticket of its "
                    + "own; if a guest is listed twice by mistake, remove the row."
            },
            remark(repaired, .note) {
                "\($0) with a barcode that a spreadsheet changed (\(repaired.lines)): repaired."
            },
            remark(used, .warning) {
                "\($0) with a status that says the guest was checked in on the other platform (\(used.lines)): they "
                    + "can "
                    + "still enter here once."
            },
        ].compactMap(\.self)
    }
}
