// A configuration file, parsed strictly.

import FoundationEssentials
import Glibc

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
        let settings: SettingsText
        do throws(SettingsText.Faults) {
            settings = try SettingsText(text)
        } catch {
            let faults = error.all.map {
                ConfigurationError.malformed(path: path, line: $0.place.line, problem: $0.problem)
            }
            throw ConfigurationError(faults) ?? .unreadable(path: path)
        }
        var values: [ConfigurationKey: ConfigurationValue] = [:]
        var faults: [ConfigurationError] = []
        for entry in settings.entries {
            let (name, line) = (entry.name, entry.place?.line)
            guard let key = ConfigurationKey(rawValue: name) else {
                faults.append(.unknownKey(path: path, line: line, key: name, similar: Self.nearest(to: name)))
                continue
            }
            guard let known = entry.value, known.fits(key.kind) else {
                let place = line.map { "\(path):\($0)" } ?? path
                faults.append(.wrongValue(place: place, key: name, expected: key.kind.expectation))
                continue
            }
            values[key] = known
        }
        if let error = ConfigurationError(faults) { throw error }
        self.values = values
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
        case .networks:
            "IP addresses or networks separated by commas, such as \(quoted("127.0.0.1, 10.0.0.0/8")), or \(quoted(""))"
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
