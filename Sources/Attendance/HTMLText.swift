// Text on its way into a page.

extension String {
    /// The text as character data or as the value of an attribute in quotation marks; control characters are left out.
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
