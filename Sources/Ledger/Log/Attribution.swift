// Who did something by hand, and why.

/// The name for a staff action. It stays in the book for good, so it is a role or a login, and the reason must not
/// contain a guest's name.
public struct Attribution: Hashable, Sendable {
    /// Who did it.
    public let actor: String
    /// The reason.
    public let why: String?

    /// The maximum length of either text, in Unicode scalars: one character can consist of thousands.
    public static let longest = 200

    /// - Parameters:
    ///   - actor: 1 to 200 characters.
    ///   - why: 1 to 200 characters; empty or blank text is the same as `nil`.
    /// - Throws: ``LedgerError/refused(_:)`` if a text is too long, or the actor is missing.
    public init(actor: String, why: String? = nil) throws(LedgerError) {
        let why = why?.isBlank == true ? nil : why
        guard (1...Self.longest).contains(actor.unicodeScalars.count), !actor.isBlank else {
            throw .refused("Give the name of the person who does this, in 1 to \(Self.longest) characters.")
        }
        guard (0...Self.longest).contains(why?.unicodeScalars.count ?? 0) else {
            throw .refused("Give the reason in at most \(Self.longest) characters.")
        }
        guard actor.isPlainLine, why?.isPlainLine ?? true else {
            throw .refused("Write the name and the reason in one line each, without control characters.")
        }
        guard actor.hasOnlyVisibleSigns else {
            throw .refused("The name contains invisible characters; use letters, digits and punctuation.")
        }
        self.actor = actor
        self.why = why
    }
}

extension String {
    /// Whether it has no control characters and no line ends: SQLite's texts end at a zero, and terminals interpret
    /// others.
    package var isPlainLine: Bool {
        unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } && !contains(where: \.isNewline)
    }

    /// The text without white space and line ends around it.
    package var trimmed: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last].drop(while: \.isWhitespace))
    }

    /// Whether it has no characters that change the direction of the text, or turn it into another name that looks
    /// the same.
    fileprivate var hasOnlyVisibleSigns: Bool {
        unicodeScalars.allSatisfy { $0.properties.generalCategory != .format || $0.isJoiner }
    }

    /// Whether it is invisible.
    fileprivate var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }
}

extension Unicode.Scalar {
    /// Whether it is one of the two characters that Persian, Indic scripts and emoji need between letters.
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }
}
