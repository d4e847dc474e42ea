// Normalises headings and words for comparison.

/// Headings in normalised form: lower case, no accents, no punctuation, one space between words.
enum HeaderText {
    /// - Parameter title: A heading as in the file.
    /// - Returns: `Barcode #` and `barcode_nr.` both become `barcode number`, and `+1` becomes `plus 1`.
    static func normal(_ title: String) -> String {
        words(of: title, number: " number ", plus: " plus ").map { numberWords.contains($0) ? "number" : String($0) }
            .joined(separator: " ")
    }

    /// - Parameter text: The text of a cell.
    /// - Returns: The normalised text, in which `No` does not become `number`.
    static func folded(_ text: String) -> String {
        words(of: text, number: " ", plus: " ").joined(separator: " ")
    }

    private static func words(of text: String, number: String, plus: String) -> [Substring] {
        var words = ""
        for scalar in text.lowercased().unicodeScalars {
            switch scalar {
            case "#": words += number
            case "+": words += plus
            case "\u{300}"..."\u{36F}", "\u{AD}", "\u{200B}"..."\u{200F}", "\u{2060}", "\u{FEFF}": break
            case "✓", "✔", "✗", "✘": words.unicodeScalars.append(scalar)
            default:
                words += letters[scalar] ?? (scalar.properties.isAlphabetic || isDigit(scalar) ? String(scalar) : " ")
            }
        }
        return words.split(separator: " ")
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    private static let numberWords: Set<Substring> = ["no", "nr", "num", "n"]

    /// Accented letters in headings of European languages; compatibility forms do not occur in them.
    private static let letters: [Unicode.Scalar: String] = {
        let families = [
            "a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "i": "ìíîïĩīĭįı", "l": "ĺļľł",
            "n": "ñńņň", "o": "òóôõöøōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťț", "u": "ùúûüũūŭůűų", "y": "ýÿ",
            "z": "źżž", "ss": "ß", "ae": "æ", "oe": "œ", "th": "þ",
        ]
        var letters: [Unicode.Scalar: String] = [:]
        for (plain, family) in families {
            for scalar in family.unicodeScalars { letters[scalar] = plain }
        }
        return letters
    }()
}
