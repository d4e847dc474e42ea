// The key that a box signs its files with, and opens files sealed for it.

import CSodium
public import Ledger
public import TicketSigning

/// The public half, which identifies the signer and the recipient of a file.
public struct BoxPublicKey: Hashable, Sendable {
    /// The number of bytes.
    public static let byteCount = Ed25519.keyByteCount

    /// 32 bytes, Ed25519 (RFC 8032).
    public let bytes: [UInt8]

    /// - Parameter bytes: 32 bytes; any other number, or bytes that are not a valid key, return `nil`.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Ed25519.keyByteCount, Ed25519.isAvailable else { return nil }
        self.bytes = bytes
        guard sealing != nil else { return nil }
    }

    /// Eight digits that two people can compare by voice: the start of the key's SHA-256.
    public var code: String { ComparisonCode.text(for: "doorcheck/box-code/v1\0", of: bytes) }

    /// The same key for sealing: X25519.
    var sealing: [UInt8]? {
        var key = [UInt8](repeating: 0, count: Int(crypto_box_PUBLICKEYBYTES))
        return crypto_sign_ed25519_pk_to_curve25519(&key, bytes) == 0 ? key : nil
    }
}

/// The secret half, kept in a file of mode 0600; in a folder with the set-group-ID bit, the group may read it.
public struct BoxKey: RecordSigner {
    /// The public half.
    public let publicKey: BoxPublicKey
    private let secret: [UInt8]
    private let seed: [UInt8]

    /// Loads the key from a file, which is created if it does not exist.
    ///
    /// - Parameter path: A path in an existing folder.
    /// - Throws: `KeyFileError`, ``SyncFileError/noCryptography``.
    public init(at path: String) throws {
        do {
            let text = String(decoding: try PrivateFile.readShareable(path).bytes, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.count == 3, lines[0] == Self.title, lines[2].isEmpty, lines[1].hasPrefix("secret "),
                let seed = RecordBytes(base64url: String(lines[1].dropFirst(7)))?.bytes,
                seed.count == Ed25519.keyByteCount
            else { throw KeyFileError.malformed(path: path, line: 1, expected: "`\(Self.title)` and a secret") }
            try self.init(seed: seed)
        } catch KeyFileError.io(_, _, 2) {
            try self.init()
            do {
                try PrivateFile.create(path, contents: file, shareable: true)
            } catch KeyFileError.exists {
                // Another process was faster.
                try self.init(at: path)
            }
        }
    }

    /// Creates a new key in place of the one in a file.
    ///
    /// - Parameter path: A path in an existing folder.
    /// - Throws: `KeyFileError`, ``SyncFileError/noCryptography``.
    public init(replacingKeyAt path: String) throws {
        try self.init()
        try PrivateFile.create(path, contents: file, replacing: true, shareable: true)
    }

    private var file: String { "\(Self.title)\nsecret \(RecordBytes(seed).base64url)\n" }

    /// Creates a new key.
    ///
    /// - Throws: ``SyncFileError/noCryptography``.
    public init() throws {
        guard let seed = Ed25519.randomSeed() else { throw SyncFileError.noCryptography }
        try self.init(seed: seed)
    }

    /// Creates the key that belongs to a seed.
    ///
    /// - Parameter seed: 32 secret bytes.
    /// - Throws: ``SyncFileError/noCryptography``, also for any other number of bytes.
    package init(seed: [UInt8]) throws {
        guard let pair = Ed25519.pair(from: seed), let publicKey = BoxPublicKey(bytes: pair.publicKey) else {
            throw SyncFileError.noCryptography
        }
        (self.publicKey, self.secret, self.seed) = (publicKey, pair.secret, seed)
    }

    private static let title = "doorcheck-box-key 1"

    /// Signs a message.
    ///
    /// - Parameter message: The message; begins with a label of its purpose, to prevent use in another context.
    /// - Returns: 64 bytes.
    public func sign(_ message: [UInt8]) -> [UInt8] {
        Ed25519.sign(message, with: secret)
    }

    /// Opens bytes that were sealed for this key.
    ///
    /// - Parameter sealed: The sealed bytes, from anyone; a sealed box does not identify its sender.
    /// - Returns: The opened bytes; `nil` if they were not sealed for this key, or were altered.
    package func open(_ sealed: [UInt8]) -> [UInt8]? {
        var key = [UInt8](repeating: 0, count: Int(crypto_box_SECRETKEYBYTES))
        guard sealed.count >= crypto_box_sealbytes(), let open = publicKey.sealing,
            crypto_sign_ed25519_sk_to_curve25519(&key, secret) == 0
        else { return nil }
        var plain = [UInt8](repeating: 0, count: sealed.count - crypto_box_sealbytes())
        return crypto_box_seal_open(&plain, sealed, UInt64(sealed.count), open, key) == 0 ? plain : nil
    }
}

extension BoxPublicKey {
    /// Seals bytes so that only the owner of this key can open them.
    ///
    /// - Parameter plain: Any bytes.
    /// - Returns: The sealed bytes; `nil` if libsodium does not work.
    package func seal(_ plain: [UInt8]) -> [UInt8]? {
        guard let key = sealing else { return nil }
        var sealed = [UInt8](repeating: 0, count: plain.count + crypto_box_sealbytes())
        return crypto_box_seal(&sealed, plain, UInt64(plain.count), key) == 0 ? sealed : nil
    }

    /// Returns whether a message was signed with this key.
    ///
    /// - Parameters:
    ///   - signature: 64 bytes; any other number is not a signature.
    ///   - message: The message that was signed.
    /// - Returns: `false` for everything but a signature of the message.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        Ed25519.verifies(signature, of: message, by: bytes)
    }
}

extension BoxKey {
    public var box: BoxID { publicKey.box }
}

extension BoxPublicKey {
    /// The box that has this key: its identifier follows from the key.
    public var box: BoxID { BoxID(ofKey: bytes) }
}

/// A box's name and public key, and the root of the organiser that it belongs to: `north-1 3q2-7wQ… q80aE…`.
public struct BoxCard: Hashable, Sendable, LosslessStringConvertible {
    /// The box's name for people; 1 to 64 characters without spaces.
    public let name: String
    /// The key that verifies the box's signatures and that files are sealed for.
    public let key: BoxPublicKey
    /// The organiser's root key; `nil` for a box that belongs to none yet.
    public let root: Root?

    /// - Parameters:
    ///   - name: The box's name for people; spaces become hyphens.
    ///   - key: The box's public key.
    ///   - root: The organiser's root key.
    public init(name: String, key: BoxPublicKey, root: Root? = nil) {
        self.name = String(
            String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.isWhitespace ? "-" : $0 }.prefix(64)))
        self.key = key
        self.root = root
    }

    /// - Parameter description: One line; anything else returns `nil`.
    public init?(_ description: String) {
        let words = description.split(whereSeparator: \.isWhitespace)
        guard (2...3).contains(words.count), words[0].unicodeScalars.count <= 64,
            let bytes = RecordBytes(base64url: String(words[1]))?.bytes, let key = BoxPublicKey(bytes: bytes)
        else { return nil }
        var root: Root?
        if words.count == 3 {
            root = Root(base64url: String(words[2]))
            guard root?.bytes.count == Ed25519.keyByteCount else { return nil }
        }
        self.init(name: String(words[0]), key: key, root: root)
    }

    public var description: String {
        ([name, RecordBytes(key.bytes).base64url] + (root.map { [$0.base64url] } ?? [])).joined(separator: " ")
    }

    /// Eight digits that two people can compare by voice, for the box's key and the organiser's.
    public var code: String {
        root.map { ComparisonCode.text(for: "doorcheck/card-code/v1\0", of: key.bytes + $0.bytes) } ?? key.code
    }
}
