// What commands print for programs.

import FoundationEssentials

/// A record that a command prints as one JSON object or CSV row; docs/output.md lists its members.
///
/// In JSON, members are in snake_case and unknown ones are absent. CSV has no lists of objects; a member of a nested
/// object is a column such as `first_at`, and the texts of a list are separated by semicolons.
package protocol OutputRecord: Encodable {
    /// The names of the CSV columns.
    static var columns: [String] { get }
    /// The values of the CSV columns; empty where unknown.
    var fields: [String] { get throws }
}

extension OutputRecord {
    /// Takes the values from the JSON object. Records of which there may be hundreds of thousands have their own.
    package var fields: [String] {
        get throws {
            let members = try JSONDecoder().decode(JSONMember.self, from: JSONLine.data(self)).columns()
            return Self.columns.map { members[$0] ?? "" }
        }
    }
}

/// A value in a JSON object.
private enum JSONMember: Decodable {
    case object([String: JSONMember])
    case list([JSONMember])
    case value(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let members = try? container.decode([String: JSONMember].self) {
            self = .object(members)
        } else if let members = try? container.decode([JSONMember].self) {
            self = .list(members)
        } else if let flag = try? container.decode(Bool.self) {
            self = .value(String(flag))
        } else if let number = try? container.decode(Int64.self) {
            self = .value(String(number))
        } else if let number = try? container.decode(Double.self) {
            self = .value(String(number))
        } else {
            self = .value(try container.decode(String.self))
        }
    }

    /// The values by the name of their column.
    func columns(below prefix: String = "") -> [String: String] {
        switch self {
        case .value(let text): [prefix: text]
        case .list(let members): [prefix: members.flatMap { $0.columns().values }.joined(separator: ";")]
        case .object(let members):
            members.reduce(into: [:]) { columns, member in
                let name = prefix.isEmpty ? member.key : "\(prefix)_\(member.key)"
                columns.merge(member.value.columns(below: name)) { first, _ in first }
            }
        }
    }
}
