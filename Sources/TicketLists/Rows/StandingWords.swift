// The words with which platforms say whether a ticket is good.

/// Status words of exports, in the languages that platforms write them in.
enum StandingWords {
    /// - Parameter word: A status, in any case; empty where a list leaves it open.
    /// - Returns: `nil` for a word that is not known.
    static func standing(_ word: String) -> ListEntry.Standing? {
        let word = HeaderText.normal(word)
        if word.isEmpty || valid.contains(word) { return .valid }
        if unpaid.contains(word) { return .unpaid }
        if word == "blocked" { return .blocked }
        return withdrawn.contains(word) ? .withdrawn : nil
    }

    /// - Parameter text: `yes`, `no`, a localised form of them, an amount such as `0,00 EUR`, or a date; a number or a
    ///   date of zeros is a no, any other a yes.
    /// - Returns: `nil` for anything else.
    static func yesOrNo(_ text: String) -> Bool? {
        let word = HeaderText.normal(text)
        if word.isEmpty || negative.contains(word) { return false }
        if affirmative.contains(word) { return true }
        let isNothing = text.allSatisfy { !$0.isNumber || $0 == "0" }
        if isAmount(text) { return !isNothing }
        guard let date = WrittenDate(text) else { return nil }
        if isNothing { return false }
        return DateOrder.allCases.contains { date.milliseconds($0) != nil } ? true : nil
    }

    /// Whether a text is a number, with separators and a currency before or behind it.
    private static func isAmount(_ text: String) -> Bool {
        let number = text.drop { !$0.isNumber && $0 != "." && $0 != "," }
        let start = text.prefix(text.count - number.count)
        let end = number.reversed().prefix { !$0.isNumber }
        let around = (start + String(end)).filter { !" +-.,\u{A0}".contains($0) }
        let groups = number.dropLast(end.count).split(omittingEmptySubsequences: false) { ".,' \u{A0}".contains($0) }
        return around.count <= 3 && around.allSatisfy { $0.isLetter || $0.isCurrencySymbol }
            && groups.contains { !$0.isEmpty }
            && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
            && groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
    }

    private static let affirmative: Set<String> = ["yes", "y", "true", "1", "x", "ja", "oui", "si", "sim", "tak"]
    private static let negative: Set<String> = ["no", "number", "n", "false", "0", "nein", "non", "nee", "nao", "nie"]

    private static let valid: Set<String> = [
        "valid", "active", "attending", "checked in", "approved", "paid", "confirmed", "complete", "completed",
        "issued",
        "not checked in", "unused", "used", "processing", "free", "going", "yes", "ja", "oui", "si", "1", "gultig",
        "bezahlt", "paye", "pagado", "pagato", "betaald", "p", "wc completed", "wc processing", "success", "publish",
    ]

    private static let unpaid: Set<String> = [
        "unpaid", "pending", "pending payment", "awaiting payment", "on hold", "reserved", "payment pending", "n",
        "number", "not paid", "pending approval", "invited", "waitlist", "ausstehend", "unbezahlt", "offen",
        "en attente", "pendiente", "in attesa", "wc pending", "wc on hold",
    ]

    private static let withdrawn: Set<String> = [
        "refunded", "partially refunded", "refund", "cancelled", "canceled", "void", "voided", "deleted",
        "not attending", "transferred", "declined", "expired", "failed", "fraud", "rejected", "invalid", "revoked",
        "trash", "c", "e", "storniert", "erstattet", "annule", "rembourse", "cancelado", "reembolsado", "annullato",
        "rimborsato", "geannuleerd", "0", "wc cancelled", "wc refunded", "wc failed",
    ]
}
