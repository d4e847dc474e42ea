// Interprets rows as tickets.

/// Interprets the rows of one list.
struct RowReader {
    let mapping: ColumnMapping
    let filter: RowFilter
    let rules: Rules

    /// The findings of the survey of all rows.
    struct Rules {
        var dates = DateOrder.dayFirst
        /// For cells of workbooks that store dates as numbers; `nil` in text lists.
        var countsFrom1904: Bool?
        /// Whether the last digits of barcodes were replaced by zeros.
        var hasAppendedZeros = false
        /// Whether a quantity is the order's, repeated on each of its rows.
        var hasRepeatedQuantity = false
    }

    /// The number of tickets so far with the same order, name and address, for tickets without a number of their own.
    private var occurrences: [Int: Int] = [:]
    /// The values of an order's first row that apply to the others, by column.
    private var inherited: [Int: String] = [:]
    private let inheriting: [Int]
    private(set) var tally = RowTally()

    init(mapping: ColumnMapping, filter: RowFilter, rules: Rules) {
        (self.mapping, self.filter, self.rules) = (mapping, filter, rules)
        let facts: [ListField] = [.order, .name, .firstName, .lastName, .email]
        inheriting =
            mapping.layout.isShop ? facts.compactMap { mapping.columns[$0] } + mapping.statusColumns.map(\.column) : []
    }

    private static let longestBarcode = 1000

    /// Parses a whole number as exports write it.
    ///
    /// - Parameter text: The text of a field.
    /// - Returns: A number of at most nine digits, with which sums cannot overflow; `nil` for any other text.
    static func number(_ text: String) -> Int? {
        let number = Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
        return number.flatMap { (-999_999_999...999_999_999).contains($0) ? $0 : nil }
    }

    /// Interprets one row below the header.
    ///
    /// - Parameters:
    ///   - row: A row; not empty.
    ///   - faults: Called with every fault of the row.
    /// - Returns: The ticket; `nil` if there was a fault, or the row is not a ticket.
    mutating func entry(_ row: ListRow, faults: (ListFault) -> Void) -> ListEntry? {
        inherit(from: row)
        guard isTicket(row) else { return nil }
        var fields = RowFields(row, mapping: mapping, inherited: inherited)
        defer { fields.faults.forEach(faults) }
        fields.checkWidth()
        let (barcode, email) = (barcode(&fields), email(&fields))
        var status = CombinedStatus(mapping.statusColumns, of: &fields)
        let admits = admits(&fields)
        if admits == 0 { status.add(.withdrawn) }
        let (opens, closes) = validity(&fields)
        let name = name(&fields)
        let (order, ticket, position) = (fields.text(.order), fields.text(.ticket), fields.text(.position))
        let (tier, note) = (tier(&fields), note(&fields, status))
        if [barcode, name, order, email, ticket].allSatisfy({ $0 == nil }), fields.faults.isEmpty {
            guard !fields.hasPlaceholder else {
                tally.empty.add(row.line)
                return nil
            }
            fields.complain(nil, found: "no name, address, order, ticket number or barcode", expected: "at least one")
        }
        guard fields.faults.isEmpty else { return nil }
        tally.add(fields, used: status.isUsed)
        return ListEntry(
            line: row.line,
            identity: identity(
                ticket: ticket, order: order, position: position, barcode: barcode, person: [name, email, tier],
                line: row.line),
            person: email?.lowercased() ?? order, barcode: barcode, name: name,
            reference: Self.joined([email, order], by: " "),
            tier: tier, admits: admits == 0 ? nil : admits, status: status.worst, note: note, opens: opens,
            closes: closes
        )
    }

    /// Returns whether a row is a ticket; counts every other row.
    private mutating func isTicket(_ row: ListRow) -> Bool {
        switch filter.kind(of: row) {
        case .ticket: return true
        case .total: tally.totals.add(row.line)
        case .footer: tally.footers.add(row.line)
        case .heading: tally.headings.add(row.line)
        case .notChosen: tally.notChosen.add(row.line)
        }
        return false
    }

    /// Keeps the values of an order's first row for the following rows.
    private mutating func inherit(from row: ListRow) {
        guard let order = mapping.columns[.order], !inheriting.isEmpty, !row.isBlank(order),
            row[order] != inherited[order]
        else { return }
        inherited = [:]
        for column in inheriting where !row.isBlank(column) { inherited[column] = row[column] }
    }

    private func barcode(_ fields: inout RowFields) -> String? {
        guard let text = fields.text(.barcode, longest: Self.longestBarcode) else { return nil }
        let barcode = BarcodeText.withoutDecimals(text)
        if barcode != text { fields.isRepaired = true }
        if BarcodeText.isRounded(barcode) {
            fields.complain(
                .barcode, found: "a number that a spreadsheet rounded",
                expected: "all its digits; export the list again and do not open it in a spreadsheet"
            )
        } else if rules.hasAppendedZeros, BarcodeText.endsInAppendedZeros(barcode) {
            fields.complain(
                .barcode, found: "a number whose last digits a spreadsheet replaced by zeros",
                expected: "all its digits; export the list again and do not open it in a spreadsheet"
            )
        } else if FieldText.hasForeignSpace(barcode) {
            fields.complain(
                .barcode, found: "a space between digits, or a non-breaking space",
                expected: "the code as printed on the ticket"
            )
        } else if barcode.hasPrefix("DC1:") {
            fields.complain(
                .barcode, found: "one of DoorCheck's own codes", expected: "another platform's; see `ticket issue`")
        }
        return barcode
    }

    /// Returns the number of people that a row admits; 0 if all were refunded.
    private func admits(_ fields: inout RowFields) -> Int? {
        let companions = fields.text(.companions).map { Self.number($0) ?? -1 }
        if let companions, !(0...999).contains(companions) {
            fields.complain(.companions, found: "another value", expected: "a whole number of people from 0 to 999")
        }
        guard let text = fields.text(.admits) else { return companions.map { $0 + 1 } }
        let number = Self.number(text) ?? -1
        if number == 0, mapping.layout.isShop { return 0 }
        guard (1...1000).contains(number) else {
            fields.complain(.admits, found: "another value", expected: "a whole number of people from 1 to 1000")
            return nil
        }
        let people = (rules.hasRepeatedQuantity ? 1 : number) + max(companions ?? 0, 0)
        if people > 1000, (companions ?? 0) <= 999 {
            fields.complain(.companions, found: "\(people) people in all", expected: "at most 1000")
        }
        return people
    }

    /// Returns the times between which the ticket is valid.
    private func validity(_ fields: inout RowFields) -> (opens: Int64?, closes: Int64?) {
        let (opens, closes) = (date(.opens, &fields), date(.closes, &fields))
        if let opens, let closes, closes <= opens {
            fields.complain(.closes, found: "a time before the ticket becomes valid", expected: "a later one")
        }
        return (opens, closes)
    }

    private func date(_ field: ListField, _ fields: inout RowFields) -> Int64? {
        guard let text = fields.text(field) else { return nil }
        let serial = rules.countsFrom1904.flatMap { SerialDate.milliseconds(text, countsFrom1904: $0) }
        let moment = serial ?? WrittenDate(text)?.milliseconds(rules.dates)
        if moment == nil {
            fields.complain(field, found: "an invalid date", expected: "a date such as 2026-07-04 19:30")
        }
        return moment
    }

    /// Returns the platform's number for the ticket; otherwise its position in its order, its barcode, or all that is
    /// known.
    private mutating func identity(
        ticket: String?,
        order: String?,
        position: String?,
        barcode: String?,
        person: [String?],
        line: Int
    ) -> [String] {
        if let ticket { return ["ticket", order ?? "", ticket] }
        if let order, let position { return ["position", order, position] }
        if let barcode { return ["barcode", barcode] }
        let facts = [order ?? ""] + person.map { $0 ?? "" }
        let occurrence = occurrences[facts.hashValue, default: 0] + 1
        occurrences[facts.hashValue] = occurrence
        // Several tickets of one order usually have the buyer's name.
        if occurrence > 1, order == nil { tally.alike.add(line) }
        return ["row"] + facts + [String(occurrence)]
    }

    private func name(_ fields: inout RowFields) -> String? {
        fields.text(.name) ?? Self.joined([fields.text(.firstName), fields.text(.lastName)], by: " ")
    }

    private func tier(_ fields: inout RowFields) -> String? {
        Self.joined([fields.text(.tier), fields.text(.variation)], by: " – ")
    }

    private func note(_ fields: inout RowFields, _ status: CombinedStatus) -> String? {
        let needsAttention = fields.text(.attention).flatMap(StatusWords.yesOrNo) == true
        return Self.joined(
            [
                needsAttention ? "needs special attention" : nil, status.isPartlyRefunded ? "partly refunded" : nil,
                fields.text(.note),
            ],
            by: "; "
        )
    }

    /// Joins the texts that there are; `nil` for none.
    private static func joined(_ texts: [String?], by separator: String) -> String? {
        let known = texts.compactMap(\.self)
        return known.isEmpty ? nil : known.joined(separator: separator)
    }

    private func email(_ fields: inout RowFields) -> String? {
        guard let email = fields.text(.email) else { return nil }
        if !Self.isAddress(email) {
            let kind = email.contains("@") ? "text that is not an address" : "text without @"
            fields.complain(.email, found: kind, expected: "an e-mail address")
        }
        return email
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let hasSpace =
            isASCII
            ? text.utf8.contains { $0 == 0x20 || (0x09...0x0D).contains($0) } : text.contains(where: \.isWhitespace)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !hasSpace
    }
}
