// Reads the bytes of a list in pieces.

import Glibc

/// A list's file, open for random access; piped input is copied to an unnamed file.
public final class ListSource: Sendable {
    /// The given name; `standard input` for `-`.
    public let name: String
    /// The length of the list.
    public let byteCount: Int

    let descriptor: Int32

    /// The maximum length, 4 GiB: a hundred times the longest list that a workbook can hold.
    static let largestByteCount = 1 << 32

    /// - Parameter path: The file, or `-` for standard input.
    /// - Throws: ``ListError/cannotRead(name:errno:)``, ``ListError/tooLarge(what:limit:)``.
    public init(path: String) throws(ListError) {
        name = path == "-" ? "standard input" : path
        let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        var facts = stat()
        guard opened >= 0, fstat(opened, &facts) == 0 else {
            throw .cannotRead(name: name, errno: errno)
        }
        if facts.st_mode & S_IFMT == S_IFREG, path != "-" {
            descriptor = opened
            byteCount = Int(facts.st_size)
        } else {
            defer { close(opened) }
            (descriptor, byteCount) = try Self.copy(opened, name: name)
        }
        guard byteCount <= Self.largestByteCount else {
            close(descriptor)
            throw .tooLarge(what: "The list", limit: "4 GiB")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Passes on all bytes in pieces of one mebibyte.
    ///
    /// - Parameter body: Called with each piece.
    /// - Throws: ``ListError/cannotRead(name:errno:)``.
    public func forEachPiece(_ body: ([UInt8]) -> Void) throws(ListError) {
        var offset = 0
        while true {
            let piece = try bytes(at: offset, count: 1 << 20)
            guard !piece.isEmpty else { return }
            body(piece)
            offset += piece.count
        }
    }

    /// Reads a range of bytes.
    ///
    /// - Parameters:
    ///   - offset: The offset from the beginning of the list.
    ///   - count: The maximum number of bytes.
    /// - Returns: The bytes; fewer at the end of the list, none beyond it.
    /// - Throws: ``ListError/cannotRead(name:errno:)``.
    func bytes(at offset: Int, count: Int) throws(ListError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let taken = pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, offset + filled)
                if taken < 0, errno == EINTR { continue }
                if taken < 0 { failure = errno }
                guard taken > 0 else { return }
                filled += taken
            }
        }
        guard failure == 0 else { throw .cannotRead(name: name, errno: failure) }
        return bytes
    }

    /// Copies input that can only be read once to a temporary file that no one else can open.
    private static func copy(_ input: Int32, name: String) throws(ListError) -> (Int32, Int) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(folder)/doorcheck-list-XXXXXX".utf8CString)
        let output = mkstemp(&path)
        guard output >= 0 else { throw .cannotRead(name: name, errno: errno) }
        unlink(path)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while total <= largestByteCount {
            let taken = read(input, &buffer, buffer.count)
            if taken == 0 { return (output, total) }
            if taken < 0, errno == EINTR { continue }
            guard taken > 0, write(output, buffer, taken) == taken else {
                let code = errno
                close(output)
                throw .cannotRead(name: name, errno: code)
            }
            total += taken
        }
        close(output)
        throw .tooLarge(what: "The list", limit: "4 GiB")
    }
}
