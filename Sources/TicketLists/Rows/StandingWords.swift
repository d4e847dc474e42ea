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

    /// - Parameter word: `yes`, `no`, `1`, `0`, a localised form of them, or a date, which is a yes.
    /// - Returns: `nil` for a word that is not known.
    static func yesOrNo(_ word: String) -> Bool? {
        let word = HeaderText.normal(word)
        if word.isEmpty || negative.contains(word) { return false }
        return affirmative.contains(word) || word.first?.isNumber == true ? true : nil
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
