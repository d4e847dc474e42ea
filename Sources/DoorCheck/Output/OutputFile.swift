// Files that commands write.

import Glibc

/// Writes whole files.
enum OutputFile {
    /// Writes a file that only this user may read, over what was there.
    ///
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - path: Where, in a folder that exists.
    /// - Throws: ``FileError``.
    static func save(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("write \(path)", errno: errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw FileError("write \(path)", errno: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
