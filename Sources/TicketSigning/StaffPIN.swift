// The PIN of the staff at a door.

/// A PIN from a file that only its owner may read, compared in constant time.
public struct StaffPIN: Sendable, Redacted {
    private let hash: [UInt8]

    /// The allowed number of characters.
    public static let length = 6...64
    static let expectation = "a PIN of 6 to 64 characters, and nothing else"

    /// Reads a PIN: the only line of a file.
    ///
    /// - Parameter path: A file as for ``KeyFile/read(at:)``, of mode 0600 or less, with 6 to 64 characters in one
    ///   line.
    /// - Throws: ``KeyFileError``; ``KeyFileError/malformed(path:line:expected:)`` for anything other than one such
    ///   line.
    public init(at path: String) throws(KeyFileError) {
        let text = String(decoding: try PrivateFile.read(path), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.first, lines.count == 1, Self.length.contains(line.count) else {
            throw .malformed(path: path, line: 1, expected: Self.expectation)
        }
        hash = SHA256.hash(Array(line.utf8))
    }

    /// Returns whether a text is the PIN.
    ///
    /// - Parameter text: The text as typed.
    /// - Returns: `true` for the PIN; the time it takes does not reveal where a wrong one differs.
    public func matches(_ text: String) -> Bool {
        ConstantTime.equal(hash, SHA256.hash(Array(text.utf8)))
    }

    /// Returns a function that authenticates texts as long as this is the PIN: another PIN results in other codes.
    ///
    /// - Parameter secret: Bytes known only to this box, 1 or more.
    /// - Returns: A function that returns 32 bytes, an HMAC-SHA-256 of the text.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    public func authenticator(with secret: [UInt8]) throws(SigningError) -> @Sendable (String) -> [UInt8] {
        let code = try HMACSHA256(key: secret + hash)
        return { code.code(for: Array($0.utf8)) }
    }
}
