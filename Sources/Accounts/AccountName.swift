// The name of an account.

internal import Ledger

/// A name of 1 to 40 visible characters, recorded with what its account does.
///
/// Names that differ only in case, in the composition of accented letters, in the number of spaces or in what nobody
/// sees, such as joiners, name the same account.
public struct AccountName: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length, in Unicode scalars.
    public static let longest = 40

    /// More than the longest name has, with spaces around it.
    private static let mostBytes = 1000

    /// The name as people write it.
    public let description: String
    /// The form that all spellings of the name share.
    package let key: String

    /// - Parameter text: The name; spaces around it do not count.
    /// - Throws: ``AccountError/name`` for a text that is empty, too long, or has invisible characters.
    public init(_ text: String) throws(AccountError) {
        let name = text.composed(ifWithin: Self.mostBytes)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let name, !text.contains(where: \.isNewline), (1...Self.longest).contains(name.unicodeScalars.count),
            (try? Attribution(actor: name)) != nil
        else {
            throw .name
        }
        description = name
        var scalars = name.lowercased().unicodeScalars
        scalars.removeAll { $0.properties.isDefaultIgnorableCodePoint || $0.properties.generalCategory == .format }
        key = String(scalars).composed
    }

    public static func == (left: AccountName, right: AccountName) -> Bool { left.key == right.key }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
