// What a report is written as.

import ArgumentParser

/// What a report is written as.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, csv, xlsx, json, html, pdf

    /// Whether a terminal can show it.
    var isText: Bool { self != .xlsx && self != .pdf }
}

extension ReportFormat {
    /// What the ending of a file's name says; `nil` where it says nothing known.
    init?(ofFile path: String) {
        switch Self.ending(ofFile: path) {
        case "txt": self = .text
        case "htm": self = .html
        case "text", nil: return nil
        case let ending?: self.init(rawValue: ending)
        }
    }

    /// What follows the last dot of a file's name, in lower case; `nil` where there is none.
    static func ending(ofFile path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        return path[path.index(after: dot)...].lowercased()
    }
}
