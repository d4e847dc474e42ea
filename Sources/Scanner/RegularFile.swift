// Reading a file that may turn out to be anything.

internal import Glibc

/// Reads whole files, and only regular ones.
enum RegularFile {
    /// - Parameters:
    ///   - path: Where.
    ///   - limitBytes: The longest file that is read.
    /// - Returns: Its content, 1 byte or more.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``, ``ImageFileError/notARegularFile``,
    ///   ``ImageFileError/empty``, ``ImageFileError/tooLarge(limitBytes:)``.
    static func read(path: String, limitBytes: Int) throws(ImageFileError) -> [UInt8] {
        // O_NONBLOCK: opening a pipe that nobody writes to would wait for ever.
        let file = retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
        guard file >= 0 else { throw errno == ENXIO ? .notARegularFile : .cannotRead(errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .cannotRead(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
        guard status.st_size <= limitBytes else { throw .tooLarge(limitBytes: limitBytes) }
        // One byte more than the file has: it tells a file that still grows from one that ended.
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        let count = try fill(&bytes, from: file)
        guard count > 0 else { throw .empty }
        bytes.removeSubrange(count...)
        return bytes
    }

    /// - Returns: How many bytes the file had for `bytes`.
    private static func fill(_ bytes: inout [UInt8], from file: Int32) throws(ImageFileError) -> Int {
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                retrying { Glibc.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count) }
            }
            guard got >= 0 else { throw .cannotRead(errno: errno) }
            guard got > 0 else { break }
            count += got
        }
        return count
    }

    private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
