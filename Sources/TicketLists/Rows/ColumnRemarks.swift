// Remarks on unused columns that may decide who enters.

/// The remark on a column, according to its kind and its values.
struct ColumnRemarks {
    private let mapping: ColumnMapping
    private let column: Int
    private let values: ColumnValues
    private let rowCount: Int

    init(_ mapping: ColumnMapping, column: Int, values: ColumnValues, of rowCount: Int) {
        (self.mapping, self.column, self.values, self.rowCount) = (mapping, column, values, rowCount)
    }

    /// Returns the weight of a value in a column: 1, or a number of people.
    ///
    /// - Parameters:
    ///   - value: The value of one row.
    ///   - kind: The possible meaning of the heading.
    ///   - isAddition: Whether the heading counts companions only, so that one is an additional person.
    /// - Returns: The weight; 0 if the value makes no difference.
    static func weight(of value: String, as kind: HeadingKind, isAddition: Bool) -> Int {
        switch kind {
        case .event, .date, .product, .barcode, .nothing: return 0
        case .payment, .status, .answer:
            guard let status = StatusWords.status(value) else { return 0 }
            return status.ticketStatus != .valid || status == .partly ? 1 : 0
        case .refund, .refundAmount: return StatusWords.yesOrNo(value) ?? true ? 1 : 0
        // A word, a time or the name of a list; a "no" in any language does not count.
        case .checkIn: return StatusWords.yesOrNo(value) ?? (StatusWords.status(value) != .valid) ? 1 : 0
        case .quantity:
            if isAddition, StatusWords.yesOrNo(value) == true, RowReader.number(value) == nil { return 1 }
            let number = RowReader.number(value) ?? 0
            return number > (isAddition ? 0 : 1) && number <= 1_000_000 ? number : 0
        }
    }

    private var name: String { mapping.name(ofColumn: column).capitalisedFirst }
    /// The column's name for an option: its number if another column has the same title.
    private var title: String {
        let title = mapping.titles[column]
        return title.isEmpty || mapping.titles.firstIndex(of: title) != column ? String(column + 1) : title
    }

    /// - Parameter kind: The possible meaning of the heading.
    /// - Returns: The remark; `nil` if no value makes a difference.
    func remark(_ kind: HeadingKind) -> ListRemark? {
        switch kind {
        case .event, .date: event(kind)
        case .product: product
        case .payment, .status, .answer: status(kind)
        case .refund: refund
        case .refundAmount: refundAmount
        case .checkIn: checkIn
        case .quantity: quantity
        case .barcode: barcode
        case .nothing: nil
        }
    }

    private func event(_ kind: HeadingKind) -> ListRemark? {
        guard let first = values.sorted.first?.value else { return nil }
        let blank = rowCount - values.rows
        guard values.distinct > 1 else {
            guard kind == .event, blank > 0, !mapping.layout.isShop else { return nil }
            return ListRemark(
                .warning,
                "\(name) is not used, but empty in \(LineCount.rows(blank)) beside \(values.list()): all rows are "
                    + "imported.",
                advice: "Leave them out with --only \"\(title)=\(first)\".",
                answers: [.only(column: column, value: first)]
            )
        }
        let things = kind == .event ? "events" : "dates"
        let without = blank > 0 ? ", none (\(blank))" : ""
        if kind == .event ? values.hasMore : values.isMostlyDistinct {
            return ListRemark(
                .warning,
                "\(name) is different on most rows and is not used.",
                advice: "If it names the event of each row, choose one with --only \"\(title)=…\"."
            )
        }
        return ListRemark(
            .stop,
            "\(name) has \(values.distinct) \(things): \(values.list())\(without).",
            advice: "Choose with --only \"\(title)=\(first)\", or take all rows with --ignore \"\(title)\".",
            answers: onlyOne + [.ignore(column: column)]
        )
    }

    /// The rows of each value, the most frequent first.
    private var onlyOne: [ListAnswer] {
        values.sorted.prefix(Self.mostAnswers).map { .only(column: column, value: $0.value) }
    }

    private static let mostAnswers = 12

    private var product: ListRemark? {
        guard values.distinct > 1 else { return nil }
        let first = values.sorted.first?.value ?? ""
        return ListRemark(
            .stop,
            "\(name) has \(values.distinct) products: \(values.list()).",
            advice: "Choose those that are tickets with --only \"\(title)=\(first)\", once for each, or take all with "
                + "--map tier=\"\(title)\".",
            answers: [.use(column: column, as: .tier)] + onlyOne
        )
    }

    private var how: String {
        "Use it with --map status=\"\(title)\", or leave it out with --ignore \"\(title)\"."
    }

    private var howAnswers: [ListAnswer] { [.use(column: column, as: .status), .ignore(column: column)] }

    private func status(_ kind: HeadingKind) -> ListRemark? {
        let words = values.list { StatusWords.status($0) != nil }
        if values.significant.count > 0 { return asking(about: words, in: values.significant) }
        let isUnknown = values.contains { StatusWords.status($0) == nil }
        guard kind == .status, isUnknown, !values.isMostlyDistinct else { return nil }
        return ListRemark(.warning, "\(name) is not used: \(words).", advice: how, answers: howAnswers)
    }

    /// The remark on cells with a word that can only mean a withdrawal, under a heading that does not suggest one;
    /// `values` holds only these cells.
    var withdrawals: ListRemark { asking(about: values.list(), in: values.lines) }

    private func asking(about words: String, in bad: LineCount) -> ListRemark {
        ListRemark(
            .stop,
            "\(name) may decide who enters, but is not used: \(bad.rows) with words such as refunded or no "
                + "(\(bad.lines)): \(words).",
            advice: how, answers: howAnswers
        )
    }

    private var refund: ListRemark? {
        let bad = values.significant
        guard bad.count > 0 else { return nil }
        let words = values.list { StatusWords.yesOrNo($0) != nil }
        return ListRemark(
            .stop,
            "\(name) may list refunds or cancellations, but is not used; it has a value in \(bad.rows): \(words).",
            advice: "Use it with --map cancelled=\"\(title)\", or leave it out with --ignore \"\(title)\".",
            answers: refusing
        )
    }

    private var refusing: [ListAnswer] { [.use(column: column, as: .cancelled), .ignore(column: column)] }

    private var refundAmount: ListRemark? {
        let refunded = values.significant
        guard refunded.count > 0 else { return nil }
        let isKnown = mapping.statusColumns.contains { [.status, .orderStatus, .cancelled].contains($0.field) }
        return ListRemark(
            isKnown ? .warning : .stop,
            "\(name) is not used, but has an amount in \(refunded.rows).",
            advice: "Refuse these tickets with --map cancelled=\"\(title)\", or let them enter with --ignore "
                + "\"\(title)\".",
            answers: refusing
        )
    }

    private var checkIn: ListRemark? {
        let entered = values.significant.count
        guard entered > 0 else { return nil }
        let tickets = entered == 1 ? "1 ticket" : "\(entered) tickets"
        return ListRemark(
            .warning,
            "\(name) is not used: \(tickets) checked in on the other platform can still enter here "
                + "once."
        )
    }

    private var quantity: ListRemark? {
        let groups = values.significant
        guard groups.count > 0 else { return nil }
        let what = mapping.countsCompanions(column) ? "companions" : "a number above one"
        return ListRemark(
            .warning,
            "\(name) is not used, but has \(what) in \(groups.rows), \(values.weight) in total.",
            advice: "If a row admits that many people, use --map admits=\"\(title)\"; if that many more come along, "
                + "--map companions=\"\(title)\".",
            answers: [.use(column: column, as: .admits), .use(column: column, as: .companions)]
        )
    }

    private var barcode: ListRemark? {
        let used = mapping.name(of: .barcode).map { "the codes are taken from \($0)" } ?? "no codes are taken"
        return ListRemark(
            .warning,
            "\(name) is not used, but has a value in \(values.rows) of \(rowCount) rows: \(used).",
            advice: "If guests show these codes, use --map barcode=\"\(title)\".",
            answers: [.use(column: column, as: .barcode)]
        )
    }
}
