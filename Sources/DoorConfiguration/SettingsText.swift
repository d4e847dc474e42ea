// TOML in a simple form, with the place of each setting.

import TOMLKit

/// The settings of a text whose lines are tables, keys with values, and comments.
package struct SettingsText {
    /// A position in a text.
    package struct Place: Sendable, Hashable {
        /// The line, from 1.
        package let line: Int
        /// The character in the line, from 1.
        package let column: Int
    }

    /// A setting.
    package struct Entry {
        /// The key, prefixed with its table and a dot.
        package let name: String
        /// The value; `nil` if it is of a kind that no setting has.
        package let value: ConfigurationValue?
        /// The beginning of the value; `nil` if the text has it in a form that is not found.
        package let place: Place?
    }

    /// What is wrong with a text, and where.
    package struct Faults: Error {
        package let all: [(place: Place, problem: String)]
    }

    /// In alphabetical order.
    package let entries: [Entry]

    /// - Parameter text: Any text.
    /// - Throws: ``Faults``: every line of another form, or else the first fault that the parser finds.
    package init(_ text: String) throws(Faults) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let form = ConfigurationLine()
        let bad = lines.indices.filter { !form.isOne(lines[$0]) }.map { index in
            (
                place: Place(line: index + 1, column: lines[index].prefix { " \t".contains($0) }.count + 1),
                problem: "expected `[table]`, `key = value` or `# comment`; a value is text in quotes, a number, true, "
                    + "false or a list of these in [ ]"
            )
        }
        guard bad.isEmpty else { throw Faults(all: bad) }
        do {
            entries = Self.leaves(of: try TOMLTable(string: text)).map { name, value in
                Entry(name: name, value: Self.value(value), place: Self.place(of: name, in: lines))
            }
        } catch let error as TOMLParseError {
            let begin = error.source.begin
            throw Faults(all: [(Place(line: begin.line, column: begin.column), error.description)])
        } catch {
            throw Faults(all: [(Place(line: 1, column: 1), "not TOML")])
        }
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

    private static func place(of name: String, in lines: [Substring]) -> Place? {
        guard let line = line(of: name, in: lines) else { return nil }
        let text = lines[line - 1]
        let value = text.drop { $0 != "=" }.dropFirst().drop { " \t".contains($0) }
        return Place(line: line, column: text.distance(from: text.startIndex, to: value.startIndex) + 1)
    }

    /// Returns the line of a key: TOMLKit keeps no positions, so this finds the line that begins with the key below
    /// the heading of its table.
    ///
    /// - Parameters:
    ///   - name: The key, prefixed with its table and a dot.
    ///   - lines: The lines of the file.
    /// - Returns: The line's number, starting at 1.
    static func line(of name: String, in lines: [Substring]) -> Int? {
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
}
