// Rows as tickets.

/// Understands the rows of one list.
struct RowReader {
    let mapping: ColumnMapping
    let dates: DateOrder
    /// For cells of workbooks that hold dates as numbers; `nil` in text lists.
    let countsFrom1904: Bool?

    /// How often a ticket without any number of its own stands in the list: nth of the same order, name and address.
    private var occurrences: [Int: Int] = [:]

    init(mapping: ColumnMapping, dates: DateOrder, countsFrom1904: Bool?) {
        self.mapping = mapping
        self.dates = dates
        self.countsFrom1904 = countsFrom1904
    }

    private static let longestText = 500
    private static let longestBarcode = 1000

    /// Reads one row below the header.
    ///
    /// - Parameters:
    ///   - row: Not empty.
    ///   - faults: Every fault of the row is added.
    /// - Returns: `nil` if there was one.
    mutating func entry(_ row: ListRow, faults: (ListFault) -> Void) -> ListEntry? {
        var isGood = true
        func complain(_ field: ListField?, found: String, expected: String) {
            isGood = false
            let column = field.flatMap { mapping.name(of: $0) }
            faults(ListFault(line: row.line, column: column, found: found, expected: expected))
        }
        if row.count > mapping.titles.count, (mapping.titles.count..<row.count).contains(where: { !row.isBlank($0) }) {
            let found = "\(row.count) fields"
            complain(nil, found: found, expected: "\(mapping.titles.count) as in the header; is a field not quoted?")
        }
        func text(_ field: ListField, longest: Int = Self.longestText) -> String? {
            guard let column = mapping.columns[field], !row.isBlank(column) else { return nil }
            let text = row[column]
            guard text.utf8.allSatisfy({ $0 < 0x80 }) || !text.unicodeScalars.contains("\u{FFFD}") else {
                complain(field, found: "bytes that are no text", expected: "text; is the --encoding another one?")
                return nil
            }
            // Careful exporters put an apostrophe before what a spreadsheet would take for a formula.
            let isDisarmed = text.hasPrefix("'") && text.dropFirst().first.map { "=+-@|%".contains($0) } == true
            let plain = isDisarmed ? String(text.dropFirst()) : text
            // No text has more characters than bytes, and counting bytes is free.
            guard plain.utf8.count <= longest || plain.utf8.count <= longest * 4 && plain.count <= longest else {
                complain(field, found: "\(plain.count) characters", expected: "at most \(longest)")
                return nil
            }
            return plain
        }
        func date(_ field: ListField) -> Int64? {
            guard let text = text(field) else { return nil }
            let serial = countsFrom1904.flatMap { SerialDate.milliseconds(text, countsFrom1904: $0) }
            let moment = serial ?? WrittenDate(text)?.milliseconds(dates)
            if moment == nil { complain(field, found: "no date that exists", expected: "one such as 2026-07-04 19:30") }
            return moment
        }

        let barcode = text(.barcode, longest: Self.longestBarcode)
        if let barcode {
            if Self.isRounded(barcode) {
                complain(
                    .barcode, found: "a number that a spreadsheet has rounded",
                    expected: "all its digits; export again and do not open the file in a spreadsheet"
                )
            } else if barcode.hasPrefix("DC1:") {
                complain(
                    .barcode, found: "one of DoorCheck's own codes", expected: "another platform's; see `ticket issue`")
            }
        }
        let email = text(.email)
        if let email, !Self.isAddress(email) {
            let kind = email.contains("@") ? "text that is no address" : "text without @"
            complain(.email, found: kind, expected: "an e-mail address")
        }
        let admits = text(.admits).map { Int($0) ?? Int(exactly: Double($0) ?? 0.5) ?? 0 }
        if let admits, !(1...1000).contains(admits) {
            complain(.admits, found: "no such number", expected: "a whole number of people from 1 to 1000")
        }
        let standing = standing(of: row, complain: complain)
        let (opens, closes) = (date(.opens), date(.closes))
        if let opens, let closes, closes <= opens {
            complain(.closes, found: "a time before the ticket becomes valid", expected: "a later one")
        }
        let name = name(text)
        let order = text(.order)
        let tier = tier(text)
        let note = note(text)
        let isNamed = barcode != nil || name != nil || order != nil || email != nil || text(.ticket) != nil
        if !isNamed, isGood {
            complain(nil, found: "no name, address, order, ticket number or barcode", expected: "one of them")
        }
        guard isGood else { return nil }
        return ListEntry(
            line: row.line,
            identity: identity(
                ticket: text(.ticket), order: order, position: text(.position), barcode: barcode,
                person: [name, email, tier]
            ),
            person: email?.lowercased() ?? order,
            barcode: barcode,
            name: name,
            reference: email == nil || order == nil ? email ?? order : "\(email ?? "") \(order ?? "")",
            tier: tier,
            admits: admits,
            standing: standing,
            note: note,
            opens: opens,
            closes: closes
        )
    }

    /// The platform's number for the ticket, else its place in its order, else its barcode, else all that is known.
    private mutating func identity(
        ticket: String?,
        order: String?,
        position: String?,
        barcode: String?,
        person: [String?]
    ) -> [String] {
        if let ticket { return ["ticket", order ?? "", ticket] }
        if let order, let position { return ["position", order, position] }
        if let barcode { return ["barcode", barcode] }
        let facts = [order ?? ""] + person.map { $0 ?? "" }
        let occurrence = occurrences[facts.hashValue, default: 0] + 1
        occurrences[facts.hashValue] = occurrence
        return ["row"] + facts + [String(occurrence)]
    }

    private func name(_ text: (ListField, Int) -> String?) -> String? {
        if let name = text(.name, Self.longestText) { return name }
        let parts = [text(.firstName, Self.longestText), text(.lastName, Self.longestText)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private func tier(_ text: (ListField, Int) -> String?) -> String? {
        let parts = [text(.tier, Self.longestText), text(.variation, Self.longestText)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " – ")
    }

    private func note(_ text: (ListField, Int) -> String?) -> String? {
        let attention = text(.attention, Self.longestText).flatMap(StandingWords.yesOrNo) == true
        let notes = [attention ? "needs special attention" : nil, text(.note, Self.longestText)].compactMap(\.self)
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    /// The worst that any column says; `nil` where none says whether the ticket is paid, and none that it is no good.
    private func standing(
        of row: ListRow,
        complain: (ListField, String, String) -> Void
    ) -> ListEntry.Standing? {
        func word(_ field: ListField) -> String? { mapping.columns[field].map { row[$0] } }
        func answer(_ field: ListField) -> Bool? {
            guard let word = word(field) else { return nil }
            guard let answer = StandingWords.yesOrNo(word) else {
                complain(field, "a word that is not known", "yes or no")
                return nil
            }
            return answer
        }
        var standings: [ListEntry.Standing] = []
        for field in [ListField.status, .orderStatus] {
            guard let word = word(field) else { continue }
            if let standing = StandingWords.standing(word) {
                standings.append(standing)
            } else {
                complain(field, "a word that is not known", "one such as valid, paid, unpaid, refunded or cancelled")
            }
        }
        if answer(.paid) == false { standings.append(.unpaid) }
        if answer(.blocked) == true { standings.append(.blocked) }
        // Platforms write when or by whom: anything but a no is a yes.
        if let word = word(.cancelled), StandingWords.yesOrNo(word) ?? true { standings.append(.withdrawn) }
        let tellsPayment = [ListField.status, .orderStatus, .paid].contains { mapping.columns[$0] != nil }
        return standings.max() ?? (tellsPayment ? .valid : nil)
    }

    /// `9,1E+15`: what a spreadsheet makes of a long number.
    private static func isRounded(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "+")) else { return false }
        let parts = text.uppercased().split(separator: "E+", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, first.isNumber else { return false }
        return parts[0].allSatisfy { $0.isNumber || $0 == "." || $0 == "," } && parts[1].allSatisfy(\.isNumber)
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
