// Who of the staff did something by hand, and why.

/// The name under a thing done by hand; it stands in the book for good, so it is a role or a login, and no guest's name
/// belongs in the reason.
public struct Attribution: Hashable, Sendable {
    /// Who did it.
    public let actor: String
    /// Why.
    public let why: String?

    /// The most characters that either text may have.
    public static let longest = 200

    /// - Parameters:
    ///   - actor: 1 to 200 characters.
    ///   - why: 1 to 200 characters; an empty one, or nothing but spaces, is the same as none.
    /// - Throws: ``LedgerError/refused(_:)`` for a text that is too long, or no actor.
    public init(actor: String, why: String? = nil) throws(LedgerError) {
        let why = why?.isBlank == true ? nil : why
        guard (1...Self.longest).contains(actor.count), !actor.isBlank else {
            throw .refused("Say who does this in 1 to \(Self.longest) characters.")
        }
        guard (0...Self.longest).contains(why?.count ?? 0) else {
            throw .refused("Give the reason in at most \(Self.longest) characters.")
        }
        guard actor.isPlainLine, why?.isPlainLine ?? true else {
            throw .refused("Name and reason are one line each, without control characters.")
        }
        guard actor.hasOnlyVisibleSigns, actor.utf8.count <= 4 * Self.longest else {
            throw .refused("The name has invisible characters in it; write it with letters, digits and signs.")
        }
        self.actor = actor
        self.why = why
    }
}

extension String {
    /// Whether there is no control character in it and no end of a line: SQLite's texts end at a zero, and a terminal
    /// obeys others.
    var isPlainLine: Bool {
        unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } && !contains(where: \.isNewline)
    }

    /// Whether it lacks characters that change the direction of what follows, or make it another name that looks the same.
    fileprivate var hasOnlyVisibleSigns: Bool {
        unicodeScalars.allSatisfy { $0.properties.generalCategory != .format || $0.isJoiner }
    }

    /// Whether nobody could see it.
    fileprivate var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }
}

extension Unicode.Scalar {
    /// Whether it is one of the two characters that Persian, Indic scripts and emoji need between letters.
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }
}
