// Keys on disk.

/// Reads and writes key files: short texts that only their owner may read.
///
/// What a file looks like is in docs/wire-format.md. A file that others could have read, or that is in any detail
/// not what the writer makes, is refused. A file that exists is never written over: a lost key cannot be made again.
public enum KeyFile {
    /// What a key file holds.
    public enum Contents: Sendable {
        /// The organiser's secret; it has no place on a box.
        case master(MasterKey)
        /// The key of one event's tickets.
        case event(EventKey)
    }

    /// Reads a key file of either kind.
    ///
    /// - Parameter path: The file, or a symbolic link to it; at most 4 KiB. It has mode 0600 or less and belongs to
    ///   the user of this process. If it belongs to root it may have mode 0640, as a systemd credential does.
    /// - Returns: The key.
    /// - Throws: ``KeyFileError``.
    public static func read(at path: String) throws(KeyFileError) -> Contents {
        var reader = KeyFileReader(path: path, bytes: try PrivateFile.read(path))
        return try reader.contents()
    }

    /// Reads a master key.
    ///
    /// - Parameter path: As for ``read(at:)``.
    /// - Returns: The key.
    /// - Throws: ``KeyFileError``, also when the file holds an event key.
    public static func readMasterKey(at path: String) throws(KeyFileError) -> MasterKey {
        guard case .master(let key) = try read(at: path) else { throw .notMasterKey(path: path) }
        return key
    }

    /// Reads an event key.
    ///
    /// - Parameter path: As for ``read(at:)``.
    /// - Returns: The key.
    /// - Throws: ``KeyFileError``, also when the file holds a master key.
    public static func readEventKey(at path: String) throws(KeyFileError) -> EventKey {
        guard case .event(let key) = try read(at: path) else { throw .notEventKey(path: path) }
        return key
    }

    /// An event key as it stands in its file, to be sealed for a box and for nothing else.
    ///
    /// - Parameter key: The key.
    /// - Returns: All bytes of the file.
    package static func bytes(of key: EventKey) -> [UInt8] {
        Array(KeyFileText.event(key).utf8)
    }

    /// Reads an event key from what ``bytes(of:)`` gave.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of a file.
    ///   - source: Where they came from, for errors.
    /// - Returns: The key.
    /// - Throws: ``KeyFileError``, also when it is a master key.
    package static func eventKey(in bytes: [UInt8], from source: String) throws(KeyFileError) -> EventKey {
        var reader = KeyFileReader(path: source, bytes: bytes)
        guard case .event(let key) = try reader.contents() else { throw .notEventKey(path: source) }
        return key
    }

    /// Writes a master key to a new file; when this returns, it is on disk.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - path: Where, in a folder that exists; nothing may be there yet.
    /// - Throws: ``KeyFileError/exists(path:)`` or ``KeyFileError/io(action:path:errno:)``.
    public static func writeMasterKey(_ key: MasterKey, to path: String) throws(KeyFileError) {
        try PrivateFile.create(path, contents: KeyFileText.master(key))
    }

    /// Writes an event key to a new file; when this returns, it is on disk.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - path: Where, in a folder that exists; nothing may be there yet.
    /// - Throws: ``KeyFileError/exists(path:)`` or ``KeyFileError/io(action:path:errno:)``.
    public static func writeEventKey(_ key: EventKey, to path: String) throws(KeyFileError) {
        try PrivateFile.create(path, contents: KeyFileText.event(key))
    }
}
