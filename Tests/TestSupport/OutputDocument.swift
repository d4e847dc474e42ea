// What docs/output.md says about the records that commands print.

import Foundation

/// The records of docs/output.md, and the commands that print none.
public struct OutputDocument: Sendable {
    /// A section with a table of members.
    public struct Record: Sendable {
        /// The commands that print it, without `doorcheck`.
        public let commands: [String]
        /// Members and their types, in the document's order, such as `first.at` and `text`.
        public let members: [(name: String, type: String)]

        /// The columns of CSV.
        public var columns: [String] {
            members.map(\.name).filter { !$0.contains("[]") && !$0.contains("*") }
                .map { $0.replacing(".", with: "_") }
        }
    }

    /// The records by their headings.
    public let records: [String: Record]
    /// The commands that print no data.
    public let silent: Set<String>

    /// Reads the document.
    ///
    /// - Parameter text: The Markdown text.
    public init(_ text: String) {
        var (records, silent): ([String: Record], Set<String>) = ([:], [])
        for section in text.split(separator: "\n## ") {
            let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
            let commands = section.prefix { $0 != "|" }.matches(of: #/`([a-z][a-z -]+?)`/#).map { String($0.1) }
            guard lines.contains("| member | type | meaning |") else {
                let sentence = section.split(separator: "\n- ").first { $0.contains("print no data") } ?? ""
                silent = Set(sentence.matches(of: #/`([a-z -]+)`/#).map { String($0.1) })
                continue
            }
            let members = lines.compactMap { $0.firstMatch(of: #/^\| `([^`]+)` \| (\w+) \| \S/#) }
            records[String(lines[0])] = Record(
                commands: commands, members: members.map { (String($0.1), String($0.2)) })
        }
        (self.records, self.silent) = (records, silent)
    }
}

extension OutputDocument.Record {
    /// Returns the members of a JSON object, without `schema`.
    ///
    /// - Parameter object: An object as `JSONSerialization` reads it.
    /// - Returns: The types by the members' paths; members of an object with names of the user's own are `*`.
    public func members(of object: [String: Any]) -> [String: String] { members(of: object, at: "") }

    private func members(of value: Any, at path: String) -> [String: String] {
        if members.contains(where: { $0.name == path + "*" && $0.type == "any" }) { return [path + "*": "any"] }
        switch value {
        case let object as [String: Any]:
            let isNamed = members.contains { $0.name == path + "*" }
            return object.filter { path != "" || $0.key != "schema" }.reduce(into: [:]) { found, member in
                let isNested = member.value is [String: Any] || member.value is [[String: Any]]
                let name = path + (isNamed ? "*" : member.key)
                let inner = member.value is [String: Any] ? name + "." : name
                found.merge(members(of: member.value, at: isNested ? inner : name)) { first, _ in first }
            }
        case let list as [[String: Any]] where !list.isEmpty:
            return list.reduce(into: [:]) { $0.merge(members(of: $1, at: path + "[].")) { first, _ in first } }
        case let list as [Any]:
            // An empty list may hold objects.
            if list.isEmpty { return members.contains { $0.name == path } ? [path: "texts"] : [:] }
            return [path: "texts"]
        case let number as NSNumber: return [path: Self.isBoolean(number) ? "boolean" : "number"]
        default: return [path: "text"]
        }
    }

    private static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
