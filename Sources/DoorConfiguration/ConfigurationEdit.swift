// Changing values in a configuration's text without changing anything else.

import DoorOutput
import FoundationEssentials

/// An editable configuration file: comments, order, blank lines and line ends are preserved.
package struct ConfigurationEdit {
    private let path: String
    package private(set) var text: String

    /// - Parameter path: The file.
    /// - Throws: ``ConfigurationError`` if the file is missing, unreadable or invalid.
    package init(path: String) throws(ConfigurationError) {
        _ = try ConfigurationFile(path: path)
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
        else { throw .unreadable(path: path) }
        try self.init(path: path, text: text)
    }

    /// - Parameters:
    ///   - path: The path to name in errors.
    ///   - text: TOML.
    /// - Throws: ``ConfigurationError`` if the text is invalid.
    package init(path: String, text: String) throws(ConfigurationError) {
        (self.path, self.text) = (path, text)
        _ = try ConfigurationFile(path: path, text: text)
    }

    /// Sets a key: in place if it exists, otherwise below the last key of its table, otherwise in a new table at the
    /// end.
    ///
    /// - Parameters:
    ///   - key: The key, in a table.
    ///   - value: A value that fits the key.
    /// - Throws: ``ConfigurationError/notEditable(path:key:)`` if the text sets the key in an unsupported form;
    ///   nothing is changed then.
    package mutating func set(_ key: ConfigurationKey, to value: ConfigurationValue) throws(ConfigurationError) {
        let edited = replacing(key, value) ?? adding(key, value)
        // Parses the new text to verify that it has the new value and that nothing else changed.
        var values = try ConfigurationFile(path: path, text: text).values
        values[key] = value
        guard let file = try? ConfigurationFile(path: path, text: edited), file.values == values else {
            throw .notEditable(path: path, key: key.rawValue)
        }
        text = edited
    }

    /// Writes the file atomically; preserves its mode and owner.
    ///
    /// - Throws: ``FileError``.
    package func save() throws {
        try OutputFile.replace(path, with: Array(text.utf8))
    }

    private var lines: [Substring] { text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }

    private func replacing(_ key: ConfigurationKey, _ value: ConfigurationValue) -> String? {
        let lines = lines
        guard let index = SettingsText.line(of: key.rawValue, in: lines),
            let match = lines[index - 1].prefixMatch(of: #/([^=]*=[ \t]*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#]+)/#)
        else { return nil }
        var edited = text
        edited.replaceSubrange(match.1.endIndex..<match.range.upperBound, with: value.description)
        return edited
    }

    private func adding(_ key: ConfigurationKey, _ value: ConfigurationValue) -> String {
        let lineEnd = text.first(where: \.isNewline).map(String.init) ?? "\n"
        guard let dot = key.rawValue.firstIndex(of: ".") else { return "\(key.rawValue) = \(value)\(lineEnd)\(text)" }
        let (table, name) = (key.rawValue[..<dot], key.rawValue[dot...].dropFirst())
        let assignment = "\(name) = \(value)"
        guard let last = lastLine(of: table) else {
            let gap = text.isEmpty ? "" : text.last?.isNewline == true ? lineEnd : lineEnd + lineEnd
            return "\(text)\(gap)[\(table)]\(lineEnd)\(assignment)\(lineEnd)"
        }
        var edited = text
        edited.insert(contentsOf: lineEnd + assignment, at: last.endIndex)
        return edited
    }

    /// Returns a table's last line with a key, or its heading.
    private func lastLine(of table: Substring) -> Substring? {
        var (isInside, last): (Bool, Substring?) = (false, nil)
        for line in lines {
            let content = line.drop { $0 == " " || $0 == "\t" }
            if content.first == "[" { isInside = content.dropFirst().prefix { $0 != "]" } == table }
            if isInside, !content.isEmpty, content.first != "#" { last = line }
        }
        return last
    }
}
