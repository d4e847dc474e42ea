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
        let (file, size) = try open(path, limitBytes: limitBytes)
        defer { close(file) }
        // One byte more than the file has: it tells a file that still grows from one that ended.
        var bytes = [UInt8](repeating: 0, count: size + 1)
        let filled = bytes.withUnsafeMutableBytes { fill($0, from: file) }
        let count = try filled.get()
        guard count > 0 else { throw .empty }
        bytes.removeSubrange(count...)
        return bytes
    }

    /// Reads into memory that is there.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - memory: Takes the content; a file that does not fit is too large.
    ///   - limitBytes: The longest file that is read.
    /// - Returns: How many bytes the file has, 1 or more.
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

    /// Reads its beginning.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - count: How many bytes at most.
    ///   - limitBytes: The longest file that is looked at.
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
        // O_NONBLOCK: opening a pipe that nobody writes to would wait for ever.
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

    /// - Returns: How many bytes the file had for `bytes`.
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
