// Column titles, made comparable.

/// A title as it is compared: lower case, no accents, no punctuation, one space between words.
enum HeaderText {
    /// - Parameter title: As it stands in the file.
    /// - Returns: `Barcode #` and `barcode_nr.` both give `barcode number`.
    static func normal(_ title: String) -> String {
        var words = ""
        for scalar in title.lowercased().unicodeScalars {
            switch scalar {
            case "#": words += " number "
            case "\u{300}"..."\u{36F}": break
            default:
                words += letters[scalar] ?? (scalar.properties.isAlphabetic || isDigit(scalar) ? String(scalar) : " ")
            }
        }
        let known = words.split(separator: " ").map { numberWords.contains($0) ? "number" : String($0) }
        return known.joined(separator: " ")
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    private static let numberWords: Set<Substring> = ["no", "nr", "num", "n"]

    /// Accented letters of European titles; compatibility forms do not occur in them.
    private static let letters: [Unicode.Scalar: String] = {
        let families = [
            "a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđ", "e": "èéêëēĕėęě", "g": "ĝğġģ", "i": "ìíîïĩīĭįı", "l": "ĺļľł",
            "n": "ñńņň", "o": "òóôõöøōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťț", "u": "ùúûüũūŭůűų", "y": "ýÿ",
            "z": "źżž", "ss": "ß", "ae": "æ", "oe": "œ",
        ]
        var letters: [Unicode.Scalar: String] = [:]
        for (plain, family) in families {
            for scalar in family.unicodeScalars { letters[scalar] = plain }
        }
        return letters
    }()
}
