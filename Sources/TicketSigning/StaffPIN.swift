// The PIN of the people who work at a door.

/// A PIN from a file that only its owner may read, compared in constant time.
public struct StaffPIN: Sendable, Redacted {
    private let hash: [UInt8]

    /// How many characters a PIN has.
    public static let length = 6...64
    static let expectation = "a PIN of 6 to 64 characters, and nothing else"

    /// Reads a PIN: the only line of a file.
    ///
    /// - Parameter path: A file as for ``KeyFile/read(at:)``, mode 0600 or less, with 6 to 64 characters in one line.
    /// - Throws: ``KeyFileError``; ``KeyFileError/malformed(path:line:expected:)`` for anything else than one such line.
    public init(at path: String) throws(KeyFileError) {
        let text = String(decoding: try PrivateFile.read(path), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.first, lines.count == 1, Self.length.contains(line.count) else {
            throw .malformed(path: path, line: 1, expected: Self.expectation)
        }
        hash = SHA256.hash(Array(line.utf8))
    }

    /// Whether a text is the PIN.
    ///
    /// - Parameter text: As typed.
    /// - Returns: `true` for the PIN; the time it takes says nothing about where a wrong one differs.
    public func matches(_ text: String) -> Bool {
        ConstantTime.equal(hash, SHA256.hash(Array(text.utf8)))
    }

    /// Makes a function that authenticates texts for as long as this is the PIN: another PIN gives other codes.
    ///
    /// - Parameter secret: Bytes that only this box has, 1 or more.
    /// - Returns: Gives 32 bytes, an HMAC-SHA-256 of the text.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    public func authenticator(with secret: [UInt8]) throws(SigningError) -> @Sendable (String) -> [UInt8] {
        let code = try HMACSHA256(key: secret + hash)
        return { code.code(for: Array($0.utf8)) }
    }
}
