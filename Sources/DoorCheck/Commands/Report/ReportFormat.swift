// What a report is written as.

import ArgumentParser

/// What a report is written as.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, csv, xlsx, json, html, pdf

    /// Whether a terminal can show it.
    var isText: Bool { self != .xlsx && self != .pdf }
}
