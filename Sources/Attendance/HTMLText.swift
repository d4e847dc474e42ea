// Escapes text for HTML.

extension String {
    /// The text as character data or as a quoted attribute value; control characters are removed.
    var html: String {
        unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case "\t", "\n", "\r": " "
            default: scalar.properties.generalCategory == .control ? "" : String(scalar)
            }
        }.joined()
    }
}
