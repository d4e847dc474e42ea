// Errors in a configuration, and where they are.

import TicketSigning

/// A configuration that cannot be used; nothing is guessed.
package indirect enum ConfigurationError: Error, Equatable, CustomStringConvertible {
    case missing(path: String)
    case unreadable(path: String)
    /// The file is not UTF-8.
    case notText(path: String)
    /// The file is not TOML, or uses an unsupported form such as an inline table.
    case malformed(path: String, line: Int, problem: String)
    case unknownKey(path: String, line: Int?, key: String, similar: String?)
    case unknownVariable(String)
    /// A key has an invalid value; `place` is a line of a file or an environment variable.
    case wrongValue(place: String, key: String, expected: String)
    /// Several errors, in the order in which they were found.
    case several([ConfigurationError])
    /// The value is written in a form that no command can change.
    case notEditable(path: String, key: String)

    package var description: String {
        switch self {
        case .missing(let path):
            "There is no configuration at \(path); name one with --config, or use the example in docs/configuration.md."
        case .unreadable(let path):
            "The configuration \(path) cannot be read; check that it is a file this user may read\(UserName.advice)."
        case .notText(let path):
            "The configuration \(path) is not UTF-8; save it as UTF-8 in the editor."
        case .malformed(let path, let line, let problem):
            "\(path):\(line): syntax error: \(problem)."
        case .unknownKey(let path, let line, let key, let similar):
            "\(path)\(line.map { ":\($0)" } ?? ""): unknown key `\(key)`; "
                + (similar.map { "did you mean `\($0)`?" } ?? "`doorcheck config show` lists the keys.")
        case .unknownVariable(let name):
            "The environment variable \(name) is not one of doorcheck's; `doorcheck config show` lists the keys."
        case .wrongValue(let place, let key, let expected):
            "\(place): `\(key)` expects \(expected)."
        case .several(let errors): errors.map(\.description).joined(separator: "\n")
        case .notEditable(let path, let key):
            "In \(path), `\(key)` cannot be edited automatically; edit the file."
        }
    }
}

extension ConfigurationError {
    /// Combines all errors into one; returns `nil` if there are none.
    package init?(_ errors: [ConfigurationError]) {
        let all = errors.flatMap { error in
            if case .several(let parts) = error { parts } else { [error] }
        }
        guard let first = all.first else { return nil }
        self = all.count == 1 ? first : .several(all)
    }
}
