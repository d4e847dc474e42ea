// A configuration file, parsed strictly.

import FoundationEssentials
import Glibc
import TOMLKit

/// Reads `doorcheck.toml`: every key must be known and have a valid value.
package struct ConfigurationFile {
    package let path: String
    package let values: [ConfigurationKey: ConfigurationValue]

    /// - Parameter path: The file.
    /// - Throws: ``ConfigurationError`` with file, line and key.
    package init(path: String) throws(ConfigurationError) {
        guard access(path, F_OK) == 0 || errno != ENOENT else { throw .missing(path: path) }
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        guard let text = String(validating: data, as: UTF8.self) else { throw .notText(path: path) }
        try self.init(path: path, text: text)
    }

    /// - Parameters:
    ///   - path: The path to name in errors.
    ///   - text: TOML.
    /// - Throws: ``ConfigurationError`` with all errors found.
    package init(path: String, text: String) throws(ConfigurationError) {
        self.path = path
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let form = ConfigurationLine()
        let bad = lines.indices.filter { !form.isOne(lines[$0]) }.map { index in
            let problem =
                "expected `[table]`, `key = value` or `# comment`; a value is text in quotes, a number, true, false or "
                + "a list of these in [ ]"
            return ConfigurationError.malformed(path: path, line: index + 1, problem: problem)
        }
        if let error = ConfigurationError(bad) { throw error }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw .malformed(path: path, line: error.source.begin.line, problem: error.description)
        } catch {
            throw .unreadable(path: path)
        }
        var values: [ConfigurationKey: ConfigurationValue] = [:]
        var faults: [ConfigurationError] = []
        for (name, value) in Self.leaves(of: table) {
            let line = Self.line(of: name, in: lines)
            guard let key = ConfigurationKey(rawValue: name) else {
                faults.append(.unknownKey(path: path, line: line, key: name, similar: Self.nearest(to: name)))
                continue
            }
            guard let known = Self.value(value), known.fits(key.kind) else {
                let place = line.map { "\(path):\($0)" } ?? path
                faults.append(.wrongValue(place: place, key: name, expected: key.kind.expectation))
                continue
            }
            values[key] = known
        }
        if let error = ConfigurationError(faults) { throw error }
        self.values = values
    }

    /// Returns the names of all keys in alphabetical order, each prefixed with its table and a dot.
    private static func leaves(of table: TOMLTable, below prefix: String = "") -> [(String, any TOMLValueConvertible)] {
        table.keys.sorted().flatMap { key -> [(String, any TOMLValueConvertible)] in
            guard let value = table[key] else { return [] }
            let name = prefix + key
            guard let table = value.table, !table.isEmpty else { return [(name, value)] }
            return leaves(of: table, below: name + ".")
        }
    }

    private static func value(_ value: any TOMLValueConvertible) -> ConfigurationValue? {
        value.array.flatMap(texts) ?? value.string.map { .text($0) } ?? value.int.map { .integer($0) }
            ?? value.bool.map { .boolean($0) }
    }

    private static func texts(_ array: TOMLArray) -> ConfigurationValue? {
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? .texts(texts) : nil
    }

    /// Returns the line of a key: TOMLKit keeps no positions, so this finds the line that begins with the key below
    /// the heading of its table.
    ///
    /// - Parameters:
    ///   - name: The key, prefixed with its table and a dot.
    ///   - lines: The lines of the file.
    /// - Returns: The line's number, starting at 1.
    package static func line(of name: String, in lines: [Substring]) -> Int? {
        var table = ""
        for (index, line) in lines.enumerated() {
            let content = line.drop { $0 == " " || $0 == "\t" }
            if content.first == "[" {
                table = content.dropFirst().prefix { $0 != "]" } + "."
            } else if table + content.prefix(while: { !" \t=".contains($0) }) == name {
                return index + 1
            }
        }
        return nil
    }

    /// Returns the most similar known key, if it is similar enough.
    private static func nearest(to name: String) -> String? {
        let candidates = ConfigurationKey.allCases.map { ($0.rawValue, distance(name, $0.rawValue)) }
        return candidates.min { $0.1 < $1.1 }.flatMap { $0.1 <= min(3, name.count / 2) ? $0.0 : nil }
    }

    /// Returns the Levenshtein distance.
    private static func distance(_ left: String, _ right: String) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let cost = min(row[j] + 1, row[j + 1] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = cost
            }
        }
        return row[right.count]
    }
}

extension ConfigurationKey.Kind {
    /// The rest of a sentence that begins "expects", for a value outside of a file: without quotation marks.
    var bareExpectation: String { expectation(isQuoted: false) }

    /// The rest of a sentence that begins "expects".
    package var expectation: String { expectation(isQuoted: true) }

    private func expectation(isQuoted: Bool) -> String {
        func quoted(_ text: String) -> String { isQuoted ? "\"\(text)\"" : text.isEmpty ? "nothing" : text }
        let inQuotes = isQuoted ? " in quotation marks" : ""
        return switch self {
        case .name: "text\(inQuotes)"
        case .path: "a path\(inQuotes)"
        case .paths:
            isQuoted
                ? "a path in quotation marks, or several in brackets: [\"…\", \"…\"]"
                : "a path, or several separated by commas"
        case .scanner:
            "\(quoted("auto")), the path of a device such as \(quoted("/dev/input/event3")), or \(quoted(""))"
        case .event: "the short name of an event (1 to 32 of a-z, 0-9 and -)\(inQuotes), or \(quoted(""))"
        case .gate: "1 to 32 letters, digits or hyphens\(inQuotes)"
        case .choice(let words): "one of " + words.map(quoted).joined(separator: ", ")
        case .boolean: "true or false"
        case .address: "an IP address and a port such as \(quoted("127.0.0.1:8480"))"
        case .addresses: "IP addresses separated by commas, such as \(quoted("127.0.0.1, 10.0.0.7")), or \(quoted(""))"
        case .chip: "the name of a GPIO chip such as \(quoted("gpiochip0")), or \(quoted(""))"
        case .url: "an address that begins with https:// or http:// and contains no password, or \(quoted(""))"
        case .mailServer:
            "an address such as \(quoted("smtps://mail.example:465")) or \(quoted("smtp://localhost:25")), without a "
                + "user, or \(quoted(""))"
        case .mailAddress: "a mail address such as \(quoted("hub@example.org")), or \(quoted(""))"
        case .mailAddresses:
            "mail addresses separated by commas, such as \(quoted("ada@example.org, bo@example.org")), or \(quoted(""))"
        case .text: "text\(inQuotes), or \(quoted(""))"
        case .optionalPath: "a path\(inQuotes), or \(quoted(""))"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
