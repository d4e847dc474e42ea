// Keys on disk.

/// Reads and writes key files: short texts that only their owner may read, unless they hold no secret. In a folder with
/// the set-group-ID bit, its group may read event keys as well.
///
/// The format is in docs/wire-format.md. A file that others could have read, or that differs in any detail from what
/// the writer produces, is refused. An existing file is never overwritten: a lost key cannot be recreated.
public enum KeyFile {
    /// The contents of a key file.
    public enum Contents: Sendable {
        /// The organiser's secret, which must not be on a box.
        case master(MasterKey)
        /// The key for one event's tickets.
        case event(EventKey)
        /// The public key for one event's tickets. Whose it is has to be checked.
        case certificate(EventKeyCertificate)
        /// The key for the tickets that a partner sells, which no other machine needs.
        case partner(PartnerKey)
        /// The public half of a partner's key: 32 bytes, Ed25519 (RFC 8032). Whose it is has to be checked.
        case partnerPublic([UInt8])
    }

    /// Reads a key file of any kind.
    ///
    /// - Parameter path: The file, or a symbolic link to it; at most 4 KiB. It must have mode 0600 or less and belong
    ///   to the user of this process. If it belongs to root and this process to another user, it may have mode 0640,
    ///   like a systemd credential. The group may also read an event key in a folder with the set-group-ID bit, if
    ///   folder and file have the same owner and group. A public key may be anybody's to read and write.
    /// - Returns: The key.
    /// - Throws: ``KeyFileError``.
    public static func read(at path: String) throws(KeyFileError) -> Contents {
        let file = try PrivateFile.readAny(path)
        let isPublic = KeyFileText.publicTitles.contains { file.bytes.starts(with: $0.utf8) }
        if let exposure = file.exposure, !file.isShared, !isPublic { throw exposure }
        var reader = KeyFileReader(path: path, bytes: file.bytes)
        let contents = try reader.contents()
        switch contents {
        case .master, .partner: if let exposure = file.exposure { throw exposure }
        case .event, .certificate, .partnerPublic: break
        }
        return contents
    }

    /// Reads a partner's key.
    ///
    /// - Parameter path: A file of mode 0600 or less, as for ``read(at:)``.
    /// - Returns: The key.
    /// - Throws: ``KeyFileError``, also if the file holds another kind of key.
    public static func readPartnerKey(at path: String) throws(KeyFileError) -> PartnerKey {
        guard case .partner(let key) = try read(at: path) else { throw .notPartnerKey(path: path) }
        return key
    }

    /// Reads the public half of a partner's key.
    ///
    /// - Parameter path: A file that everybody may read.
    /// - Returns: 32 bytes, Ed25519 (RFC 8032).
    /// - Throws: ``KeyFileError``, also if the file holds another kind of key.
    public static func readPartnerPublicKey(at path: String) throws(KeyFileError) -> [UInt8] {
        // Not by ``read(at:)``: a secret that was sent in place of the public key is no matter of its file's mode.
        let bytes = try PrivateFile.readAny(path).bytes
        let text = KeyFileText.unspoilt(bytes)
        guard !KeyFileText.secretTitles.contains(where: { text.starts(with: $0.utf8) }) else {
            throw .secretInPlaceOfPublicKey(path: path)
        }
        var reader = KeyFileReader(path: path, bytes: text)
        guard case .partnerPublic(let key) = try? reader.contents() else { throw .notPartnerPublicKey(path: path) }
        return key
    }

    /// Reads a master key.
    ///
    /// - Parameter path: As for ``read(at:)``.
    /// - Returns: The key.
    /// - Throws: ``KeyFileError``, also if the file holds an event key.
    public static func readMasterKey(at path: String) throws(KeyFileError) -> MasterKey {
        guard case .master(let key) = try read(at: path) else { throw .notMasterKey(path: path) }
        return key
    }

    /// Returns the contents of an event key's file, to be sealed for a box and for no other use.
    ///
    /// - Parameter key: The key, of suite 1.
    /// - Returns: The complete bytes of the file.
    package static func bytes(of key: EventKey) -> [UInt8] {
        precondition(key.suite == .hmacSHA256, "the secret of a key of suite 2 stays with the master key")
        return Array(KeyFileText.event(key).utf8)
    }

    /// Returns the contents of a public key's file.
    ///
    /// - Parameter certificate: The key, signed by the organiser's root.
    /// - Returns: The complete bytes of the file.
    package static func bytes(of certificate: EventKeyCertificate) -> [UInt8] {
        Array(KeyFileText.certificate(certificate).utf8)
    }

    /// Reads an event key from the bytes that ``bytes(of:)`` returned.
    ///
    /// - Parameters:
    ///   - bytes: The complete bytes of a file.
    ///   - source: The origin of the bytes, for errors.
    /// - Returns: The key.
    /// - Throws: ``KeyFileError``, also if it is a master key.
    package static func eventKey(in bytes: [UInt8], from source: String) throws(KeyFileError) -> EventKey {
        var reader = KeyFileReader(path: source, bytes: bytes)
        guard case .event(let key) = try reader.contents() else { throw .notEventKey(path: source) }
        return key
    }

    /// Writes a master key to a new file, which is on disk when this returns.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - path: The path of the new file, in an existing folder.
    /// - Throws: ``KeyFileError/exists(path:)`` or ``KeyFileError/io(action:path:errno:)``.
    public static func writeMasterKey(_ key: MasterKey, to path: String) throws(KeyFileError) {
        try PrivateFile.create(path, contents: KeyFileText.master(key))
    }

    /// Writes an event key to a new file, which is on disk when this returns.
    ///
    /// - Parameters:
    ///   - key: The key, of suite 1: the secret of a key of suite 2 follows from the master key, and nobody else needs
    ///     it.
    ///   - path: The path of the new file, in an existing folder.
    /// - Throws: ``KeyFileError/exists(path:)`` or ``KeyFileError/io(action:path:errno:)``.
    public static func writeEventKey(_ key: EventKey, to path: String) throws(KeyFileError) {
        precondition(key.suite == .hmacSHA256, "the secret of a key of suite 2 stays with the master key")
        try PrivateFile.create(path, contents: KeyFileText.event(key), shareable: true)
    }

    /// Writes a public key to a new file that everybody may read, which is on disk when this returns.
    ///
    /// - Parameters:
    ///   - certificate: The key, signed by the organiser's root.
    ///   - path: The path of the new file, in an existing folder.
    /// - Throws: ``KeyFileError/exists(path:)`` or ``KeyFileError/io(action:path:errno:)``.
    public static func writeCertificate(_ certificate: EventKeyCertificate, to path: String) throws(KeyFileError) {
        try PrivateFile.create(path, contents: KeyFileText.certificate(certificate), public: true)
    }

    /// Writes a partner's key to a new file, which is on disk when this returns.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - path: The path of the new file, in an existing folder.
    /// - Throws: ``KeyFileError/exists(path:)`` or ``KeyFileError/io(action:path:errno:)``.
    public static func writePartnerKey(_ key: PartnerKey, to path: String) throws(KeyFileError) {
        try PrivateFile.create(path, contents: KeyFileText.partner(key))
    }

    /// Writes the public half of a partner's key to a new file that everybody may read.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - path: The path of the new file, in an existing folder.
    /// - Throws: ``KeyFileError/exists(path:)`` or ``KeyFileError/io(action:path:errno:)``.
    public static func writePublicKey(of key: PartnerKey, to path: String) throws(KeyFileError) {
        try PrivateFile.create(path, contents: KeyFileText.partnerPublic(key.publicKey), public: true)
    }
}
