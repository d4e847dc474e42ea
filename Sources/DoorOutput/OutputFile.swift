// Files that commands write.

import Glibc

/// Writes complete files.
package enum OutputFile {
    /// Writes a file atomically, replacing an existing one; only this user may read it.
    ///
    /// - Parameters:
    ///   - bytes: The complete content.
    ///   - path: The path, in an existing folder.
    /// - Throws: ``FileError``.
    package static func save(_ bytes: [UInt8], to path: String) throws {
        try save(to: path) { write in try write(bytes) }
    }

    /// Writes a file atomically, in pieces.
    ///
    /// - Parameters:
    ///   - path: The path, in an existing folder.
    ///   - body: Called with a closure that writes a piece; if it throws, an existing file remains.
    /// - Throws: ``FileError``; rethrows errors of `body`.
    package static func save(to path: String, _ body: ((_ piece: [UInt8]) throws -> Void) throws -> Void) throws {
        try refuseToReplace(path)
        guard isReplaced(path) else {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError("write \(path)", errno: errno) }
            defer { close(descriptor) }
            return try body { piece in try write(piece, to: descriptor, path) }
        }
        let file = try UnnamedFile(for: path)
        try body { piece in try write(piece, to: file.descriptor, path) }
        try file.takePlace()
    }

    /// Checks that a file of a given size can be written; does not change an existing file.
    ///
    /// - Parameters:
    ///   - bytes: The size.
    ///   - path: The path; devices and pipes are not checked.
    /// - Throws: ``FileError``.
    package static func makeSure(ofRoomFor bytes: Int, at path: String) throws {
        guard isReplaced(path) else { return }
        try OutputFolder.makeSure(ofRoomFor: bytes, in: OutputFolder.folder(of: path))
    }

    /// Returns whether two paths refer to the same file.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        var (one, other) = (stat(), stat())
        guard stat(left, &one) == 0, stat(right, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino && one.st_mode & S_IFMT == S_IFREG
    }

    /// What files begin with that no output takes the place of: a ledger, and each kind of key.
    private static let kept = [Array("SQLite format 3\0".utf8), Array("doorcheck-".utf8)]

    /// Checks that a file is not a ledger or a key, which a mistyped name would destroy.
    ///
    /// - Parameter path: A file that is about to be replaced; one that does not exist, or cannot be read, may be.
    /// - Throws: ``FileError``.
    package static func refuseToReplace(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        var start = [UInt8](repeating: 0, count: 16)
        let count = max(read(descriptor, &start, start.count), 0)
        guard kept.contains(where: { start.prefix(count).starts(with: $0) }) else { return }
        throw FileError("\(path) is a ledger or a key, which is never replaced: name another file.")
    }

    /// Returns whether a new file replaces the path; a device, a pipe or a terminal is written to directly.
    private static func isReplaced(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Writes a file with a library that opens it by its path; atomic like ``save(_:to:)``.
    ///
    /// - Parameters:
    ///   - path: The path, in an existing folder; a device or a pipe is written to directly; `nil` for standard
    ///     output.
    ///   - body: Called with the path of an empty file that only this user may read.
    /// - Throws: ``FileError``; rethrows errors of `body`.
    package static func save(throughFileTo path: String?, _ body: (String) throws -> Void) throws {
        if let path { try refuseToReplace(path) }
        let target = path.flatMap { isReplaced($0) ? $0 : nil }
        var name = Array("\(target ?? "/tmp/doorcheck").partial-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        let written = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw FileError("write \(written)", errno: errno) }
        close(descriptor)
        defer { unlink(written) }
        try body(written)
        if let target {
            guard rename(written, target) == 0 else { throw FileError("write \(target)", errno: errno) }
        } else if let path {
            try save(to: path) { write in try copy(written) { try write(Array($0)) } }
        } else {
            try copy(written) { try Terminal.output($0) }
        }
    }

    private static func copy(_ path: String, to write: (ArraySlice<UInt8>) throws -> Void) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("read \(path)", errno: errno) }
        defer { close(descriptor) }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw FileError("read \(path)", errno: errno) }
            guard count > 0 else { return }
            try write(piece.prefix(count))
        }
    }

    /// Replaces a file's content atomically and durably; preserves its mode, owner and group.
    ///
    /// - Parameters:
    ///   - path: An existing file, or a link to one.
    ///   - bytes: The complete content.
    /// - Throws: ``FileError``.
    package static func replace(_ path: String, with bytes: [UInt8]) throws {
        var status = stat()
        guard let real = realpath(path, nil) else { throw FileError("write \(path)", errno: errno) }
        defer { free(real) }
        let written = "\(String(cString: real)).partial-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        guard stat(real, &status) == 0 else { throw FileError("write \(path)", errno: errno) }
        let descriptor = open(written, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("write \(path)", errno: errno) }
        defer {
            close(descriptor)
            unlink(written)
        }
        // The daemon may have access only through the group: losing that is worse than not writing the file.
        let isSame = status.st_uid == geteuid() && status.st_gid == getegid()
        guard isSame || fchown(descriptor, status.st_uid, status.st_gid) == 0,
            fchmod(descriptor, status.st_mode & 0o7777) == 0
        else { throw FileError("write \(path)", errno: errno) }
        try write(bytes, to: descriptor, path)
        guard fsync(descriptor) == 0, rename(written, real) == 0 else { throw FileError("write \(path)", errno: errno) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw FileError("write \(path)", errno: errno) }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
