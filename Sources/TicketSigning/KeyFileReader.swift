// Parses a key file line by line.

/// Reads the lines in the only order and spelling in which they are written.
struct KeyFileReader {
    private let path: String
    private let lines: [String]
    /// The number of the last line read, from 1.
    private var lineNumber = 0

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - path: The file, for errors.
    ///   - bytes: The contents; bytes that are not UTF-8 result in a line that never matches.
    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the key in the file.
    mutating func contents() throws(KeyFileError) -> KeyFile.Contents {
        switch nextLine() {
        case "\(KeyFileText.masterTitle) \(KeyFileText.version)": .master(try masterKey())
        case "\(KeyFileText.eventTitle) \(KeyFileText.version)": .event(try eventKey())
        case "\(KeyFileText.publicTitle) \(KeyFileText.version)": .certificate(try certificate())
        case "\(KeyFileText.partnerTitle) \(KeyFileText.version)": .partner(try partnerKey())
        case "\(KeyFileText.partnerPublicTitle) \(KeyFileText.version)": .partnerPublic(try partnerPublicKey())
        default: throw malformed("the title of a key file of version 1, such as `doorcheck-event-key 1`")
        }
    }

    private mutating func masterKey() throws(KeyFileError) -> MasterKey {
        let secret = try secret()
        try end()
        return MasterKey(secret: secret)
    }

    private mutating func partnerKey() throws(KeyFileError) -> PartnerKey {
        let secret = try secret()
        try end()
        do {
            return try PartnerKey(seed: secret)
        } catch {
            throw .unusable(path: path, cause: error)
        }
    }

    private mutating func partnerPublicKey() throws(KeyFileError) -> [UInt8] {
        let key = try bytes(of: "public", Ed25519.keyByteCount)
        try end()
        guard Ed25519.isSafe(key) else { throw .damaged(path: path) }
        return key
    }

    private mutating func eventKey() throws(KeyFileError) -> EventKey {
        let event: EventID = try value(of: "event", is: "a UUID in lower case")
        let epoch: UInt32 = try value(of: "epoch", is: "a whole number up to 4294967295")
        guard nextValue(of: "suite") == "\(SignatureSuite.hmacSHA256.rawValue)" else {
            throw malformed("`suite` and 1, the only suite whose key is a secret of boxes")
        }
        let keyID: KeyID = try value(of: "key-id", is: "8 hexadecimal digits in lower case")
        let secret = try secret()
        try end()
        return try key(event: event, epoch: epoch, keyID: keyID, secret: secret)
    }

    private mutating func certificate() throws(KeyFileError) -> EventKeyCertificate {
        let event: EventID = try value(of: "event", is: "a UUID in lower case")
        let epoch: UInt32 = try value(of: "epoch", is: "a whole number up to 4294967295")
        guard nextValue(of: "suite") == "\(SignatureSuite.ed25519.rawValue)" else {
            throw malformed("`suite` and 2, the only suite of this version with public keys")
        }
        let keyID: KeyID = try value(of: "key-id", is: "8 hexadecimal digits in lower case")
        let publicKey = try bytes(of: "public", Ed25519.keyByteCount)
        let root = try bytes(of: "root", Ed25519.keyByteCount)
        let signature = try bytes(of: "signature", Ed25519.signatureByteCount)
        try end()
        guard let key = VerifyingKey(publicKey: publicKey, event: event, epoch: epoch), key.keyID == keyID else {
            throw .damaged(path: path)
        }
        let certificate = EventKeyCertificate(key: key, publicKey: publicKey, root: root, signature: signature)
        guard certificate.isAuthentic else { throw .damaged(path: path) }
        return certificate
    }

    private func key(
        event: EventID,
        epoch: UInt32,
        keyID: KeyID,
        secret: Secret
    ) throws(KeyFileError) -> EventKey {
        guard KeyID(of: secret) == keyID else { throw .damaged(path: path) }
        do {
            return try EventKey(event: event, epoch: epoch, secret: secret)
        } catch {
            throw .unusable(path: path, cause: error)
        }
    }

    /// Returns the value of the next line, which must be in canonical form.
    private mutating func value<Value: LosslessStringConvertible>(
        of name: String,
        is kind: String
    ) throws(KeyFileError) -> Value {
        guard let text = nextValue(of: name), let value = Value(text), value.description == text else {
            throw malformed("`\(name)` and \(kind)")
        }
        return value
    }

    private mutating func secret() throws(KeyFileError) -> Secret {
        guard let secret = Secret(bytes: try bytes(of: "secret", Secret.byteCount)) else {
            preconditionFailure("32 bytes are no secret")
        }
        return secret
    }

    private mutating func bytes(of name: String, _ count: Int) throws(KeyFileError) -> [UInt8] {
        guard let text = nextValue(of: name), let bytes = Hexadecimal.decode(text.utf8), bytes.count == count,
            Hexadecimal.encode(bytes) == text
        else { throw malformed("`\(name)` and \(2 * count) hexadecimal digits in lower case") }
        return bytes
    }

    /// Checks that nothing follows the newline of the last line.
    private mutating func end() throws(KeyFileError) {
        guard nextLine() == "", lineNumber == lines.count else { throw malformed("the end of the file") }
    }

    private mutating func nextValue(of name: String) -> String? {
        guard let line = nextLine(), line.utf8.starts(with: "\(name) ".utf8) else { return nil }
        return String(Substring(line.utf8.dropFirst(name.utf8.count + 1)))
    }

    private mutating func nextLine() -> String? {
        lineNumber += 1
        return lineNumber <= lines.count ? lines[lineNumber - 1] : nil
    }

    private func malformed(_ expected: String) -> KeyFileError {
        .malformed(path: path, line: lineNumber, expected: expected)
    }
}

/// The text form of keys, version 1; see docs/wire-format.md, "Key files".
enum KeyFileText {
    static let masterTitle = "doorcheck-master-key"
    static let eventTitle = "doorcheck-event-key"
    static let publicTitle = "doorcheck-public-key"
    static let partnerTitle = "doorcheck-partner-key"
    static let partnerPublicTitle = "doorcheck-partner-public-key"
    /// The titles of files with a secret.
    static let secretTitles = [masterTitle, eventTitle, partnerTitle]
    /// The titles of files without a secret.
    static let publicTitles = [publicTitle, partnerPublicTitle]
    static let version = "1"

    static func master(_ key: MasterKey) -> String {
        """
        \(masterTitle) \(version)
        secret \(Hexadecimal.encode(key.secret.bytes))

        """
    }

    static func event(_ key: EventKey) -> String {
        """
        \(eventTitle) \(version)
        event \(key.event)
        epoch \(key.epoch)
        suite \(key.suite.rawValue)
        key-id \(key.keyID)
        secret \(Hexadecimal.encode(key.secret.bytes))

        """
    }

    /// Returns a text without what programs that send or store it add: a byte order mark, other line ends, and white
    /// space around it.
    static func unspoilt(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
            .filter { $0 != UInt8(ascii: "\r") }
        let isSpace = { (byte: UInt8) in " \t\n".utf8.contains(byte) }
        let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        return text[..<end].drop(while: isSpace) + [UInt8(ascii: "\n")]
    }

    static func partner(_ key: PartnerKey) -> String {
        """
        \(partnerTitle) \(version)
        secret \(Hexadecimal.encode(key.seed.bytes))

        """
    }

    static func partnerPublic(_ key: [UInt8]) -> String {
        """
        \(partnerPublicTitle) \(version)
        public \(Hexadecimal.encode(key))

        """
    }

    static func certificate(_ certificate: EventKeyCertificate) -> String {
        let key = certificate.key
        return """
            \(publicTitle) \(version)
            event \(key.event)
            epoch \(key.epoch)
            suite \(key.suite.rawValue)
            key-id \(key.keyID)
            public \(Hexadecimal.encode(certificate.publicKey))
            root \(Hexadecimal.encode(certificate.root))
            signature \(Hexadecimal.encode(certificate.signature))

            """
    }
}
