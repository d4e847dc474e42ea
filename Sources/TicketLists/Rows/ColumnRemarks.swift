// What is said of a column that is not used, and may tell who enters.

/// The remark about one column, by its kind and its values.
struct ColumnRemarks {
    private let mapping: ColumnMapping
    private let column: Int
    private let values: ColumnValues
    private let rowCount: Int

    init(_ mapping: ColumnMapping, column: Int, values: ColumnValues, of rowCount: Int) {
        (self.mapping, self.column, self.values, self.rowCount) = (mapping, column, values, rowCount)
    }

    private var name: String { mapping.name(ofColumn: column).capitalisedFirst }
    private var title: String { mapping.titles[column] }

    /// - Parameter kind: What its heading may tell.
    /// - Returns: `nil` where nothing in it makes a difference.
    func remark(_ kind: HeadingKind) -> ListRemark? {
        switch kind {
        case .event, .date: event(kind)
        case .product: product
        case .payment, .status: status(kind)
        case .refund: refund
        case .refundAmount: refundAmount
        case .checkIn: checkIn
        case .quantity: quantity
        case .barcode: barcode
        case .nothing: nil
        }
    }

    private func event(_ kind: HeadingKind) -> ListRemark? {
        guard values.distinct > 1, let first = values.sorted.first?.value else { return nil }
        let things = kind == .event ? "events" : "dates"
        if values.isMostlyDistinct {
            return ListRemark(
                .warning,
                "\(name) is different on most rows and is not used. If it says which event a row is for, choose one with "
                    + "--only \"\(title)=…\"."
            )
        }
        return ListRemark(
            .stop,
            "\(name) has \(values.distinct) \(things): \(values.list()). Choose with --only \"\(title)=\(first)\", or take "
                + "all rows with --ignore \"\(title)\"."
        )
    }

    private var product: ListRemark? {
        guard values.distinct > 1 else { return nil }
        let first = values.sorted.first?.value ?? ""
        return ListRemark(
            .stop,
            "\(name) has \(values.distinct) products: \(values.list()). Choose those that are tickets with --only "
                + "\"\(title)=\(first)\", once for each, or take all with --map tier=\"\(title)\"."
        )
    }

    private var how: String {
        "Use it with --map status=\"\(title)\", or leave it out with --ignore \"\(title)\"."
    }

    private func status(_ kind: HeadingKind) -> ListRemark? {
        let words = values.list { StandingWords.status($0) != nil }
        let bad = values.count { value in
            guard let status = StandingWords.status(value) else { return false }
            return status.standing != .valid || status == .partly
        }
        if bad > 0 {
            let what = bad == 1 ? "1 row has a word" : "\(bad) rows have words"
            return ListRemark(
                .stop,
                "\(name) may say who enters and is not used: \(what) such as refunded or no: \(words). \(how)")
        }
        let unknown = values.count { StandingWords.status($0) == nil }
        guard kind == .status, unknown > 0, !values.isMostlyDistinct else { return nil }
        return ListRemark(.warning, "\(name) is not used: \(words). \(how)")
    }

    private var refund: ListRemark? {
        let bad = values.count { StandingWords.yesOrNo($0) ?? true }
        guard bad > 0 else { return nil }
        let words = values.list { StandingWords.yesOrNo($0) != nil }
        let what = bad == 1 ? "1 row has" : "\(bad) rows have"
        return ListRemark(
            .stop,
            "\(name) tells of refunds or cancellations and is not used: \(what) something in it: \(words). Use it with "
                + "--map cancelled=\"\(title)\", or leave it out with --ignore \"\(title)\"."
        )
    }

    private var refundAmount: ListRemark? {
        let refunded = values.count { StandingWords.yesOrNo($0) ?? true }
        guard refunded > 0 else { return nil }
        let what = refunded == 1 ? "1 row has an amount" : "\(refunded) rows have an amount"
        let isKnown = mapping.standings.contains { [.status, .orderStatus, .cancelled].contains($0.field) }
        return ListRemark(
            isKnown ? .warning : .stop,
            "\(name) is not used: \(what) in it. Refuse these tickets with --map cancelled=\"\(title)\", or let them enter "
                + "with --ignore \"\(title)\"."
        )
    }

    private var checkIn: ListRemark? {
        // A word, a time or the name of a list; a no in any language is none.
        let entered = values.count { StandingWords.yesOrNo($0) ?? (StandingWords.status($0) != .valid) }
        guard entered > 0 else { return nil }
        let tickets = entered == 1 ? "1 ticket was" : "\(entered) tickets were"
        return ListRemark(
            .warning,
            "\(name) is not used: \(tickets) checked in on the other platform, and can still enter here once."
        )
    }

    private var quantity: ListRemark? {
        var groups = 0
        var people = 0
        for (value, count) in values.sorted {
            guard let number = RowReader.number(value), number > 1 else { continue }
            groups += count
            people += number * count
        }
        guard groups > 0 else { return nil }
        let what = groups == 1 ? "1 row has" : "\(groups) rows have"
        return ListRemark(
            .warning,
            "\(name) is not used: \(what) a number above one, \(people) together. If a row lets in that many people, say "
                + "--map admits=\"\(title)\"; if so many come along, --map companions=\"\(title)\"."
        )
    }

    private var barcode: ListRemark? {
        let used = mapping.name(of: .barcode).map { "the codes are taken from \($0)" } ?? "no codes are taken"
        return ListRemark(
            .warning,
            "\(name) is not used, with something in \(values.rows) of \(rowCount) rows: \(used). If guests hold what is in "
                + "this one, say --map barcode=\"\(title)\"."
        )
    }
}
