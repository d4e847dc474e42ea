// What a key of the configuration holds.

import Ledger

/// A value as TOML has it.
enum ConfigurationValue: Equatable, CustomStringConvertible {
    case text(String)
    case integer(Int)

    /// The value as it stands in a TOML file.
    var description: String {
        switch self {
        case .text(let text):
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .integer(let number): String(number)
        }
    }

    /// Whether a key of this kind may hold the value.
    func fits(_ kind: ConfigurationKey.Kind) -> Bool {
        switch (self, kind) {
        case (.text(let text), .name), (.text(let text), .path): !text.isEmpty
        case (.text(let text), .event): text.isEmpty || Event.isSlug(text)
        case (.text(let text), .gate): GateName(text) != nil
        case (.integer(let number), .integer(let range)): range.contains(number)
        case (.text, .integer), (.integer, _): false
        }
    }
}
