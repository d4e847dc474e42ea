// The output formats of a report.

/// The output format of a report.
enum ReportFormat: String {
    case text, csv, xlsx, json, html, pdf

    /// Whether a terminal can show the format.
    var isText: Bool { self != .xlsx && self != .pdf }
}

extension ReportFormat {
    /// Returns the format that a file's extension implies; `nil` for an unknown extension.
    init?(ofFile path: String) {
        switch Self.ending(ofFile: path) {
        case "txt": self = .text
        case "htm": self = .html
        case "text", nil: return nil
        case let ending?: self.init(rawValue: ending)
        }
    }

    /// Returns the text after the last dot of a file's name, in lower case; `nil` if there is no dot.
    static func ending(ofFile path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        return path[path.index(after: dot)...].lowercased()
    }
}
