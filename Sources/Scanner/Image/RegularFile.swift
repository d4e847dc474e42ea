// Reads files of unknown type.

internal import Glibc

/// Reads files, and refuses anything but regular ones.
enum RegularFile {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - limitBytes: The maximum length of the file.
    /// - Returns: The content, 1 byte or more.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``, ``ImageFileError/notARegularFile``, ``ImageFileError/empty``,
    ///   ``ImageFileError/tooLarge(limitBytes:)``.
    static func read(path: String, limitBytes: Int) throws(ImageFileError) -> [UInt8] {
        let (file, size) = try open(path, limitBytes: limitBytes)
        defer { close(file) }
        // One more byte than the file's size, to detect a file that is still growing.
        var bytes = [UInt8](repeating: 0, count: size + 1)
        let filled = bytes.withUnsafeMutableBytes { fill($0, from: file) }
        let count = try filled.get()
        guard count > 0 else { throw .empty }
        bytes.removeSubrange(count...)
        return bytes
    }

    /// Reads a whole file into existing memory.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - memory: The destination; a file that does not fit is too large.
    ///   - limitBytes: The maximum length of the file.
    /// - Returns: The length of the file in bytes, 1 or more.
    /// - Throws: As ``read(path:limitBytes:)``.
    static func read(
        path: String, into memory: UnsafeMutableRawBufferPointer, limitBytes: Int
    ) throws(ImageFileError) -> Int {
        let limit = min(limitBytes, memory.count)
        let (file, size) = try open(path, limitBytes: limit)
        defer { close(file) }
        let count = try fill(UnsafeMutableRawBufferPointer(rebasing: memory.prefix(size)), from: file).get()
        guard count > 0 else { throw .empty }
        return count
    }

    /// Reads the beginning of a file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - count: The maximum number of bytes to read.
    ///   - limitBytes: The maximum length of the file.
    /// - Returns: 1 byte or more.
    /// - Throws: As ``read(path:limitBytes:)``.
    static func start(ofFile path: String, count: Int, limitBytes: Int) throws(ImageFileError) -> [UInt8] {
        let (file, size) = try open(path, limitBytes: limitBytes)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: min(count, size))
        let filled = try bytes.withUnsafeMutableBytes { fill($0, from: file) }.get()
        guard filled > 0 else { throw .empty }
        return Array(bytes.prefix(filled))
    }

    private static func open(_ path: String, limitBytes: Int) throws(ImageFileError) -> (file: Int32, size: Int) {
        // O_NONBLOCK: otherwise, opening a pipe without a writer would block indefinitely.
        let file = retrying { Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
        guard file >= 0 else { throw errno == ENXIO ? .notARegularFile : .cannotRead(errno: errno) }
        do throws(ImageFileError) {
            var status = stat()
            guard fstat(file, &status) == 0 else { throw .cannotRead(errno: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
            guard status.st_size <= limitBytes else { throw .tooLarge(limitBytes: limitBytes) }
            return (file, Int(status.st_size))
        } catch {
            close(file)
            throw error
        }
    }

    /// Fills memory from a file.
    ///
    /// - Returns: The number of bytes read into `bytes`.
    private static func fill(_ bytes: UnsafeMutableRawBufferPointer, from file: Int32) -> Result<Int, ImageFileError> {
        var count = 0
        while count < bytes.count {
            let got = retrying { Glibc.read(file, bytes.baseAddress?.advanced(by: count), bytes.count - count) }
            guard got >= 0 else { return .failure(.cannotRead(errno: errno)) }
            guard got > 0 else { break }
            count += got
        }
        return .success(count)
    }

    private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
