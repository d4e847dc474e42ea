// The bytes of a list, wherever they come from, read piece by piece.

import Glibc

/// A list's file, open for reading at any place; what comes through a pipe is kept in a file without a name.
public final class ListSource: Sendable {
    /// As it was given; `-` is told as `standard input`.
    public let name: String
    /// How long the list is.
    public let byteCount: Int

    let descriptor: Int32

    /// 4 GiB: a hundred times the longest list that a workbook can hold.
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

    /// Hands on all bytes, a mebibyte at a time.
    ///
    /// - Parameter body: Gets one piece after the other.
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

    /// Some of the bytes.
    ///
    /// - Parameters:
    ///   - offset: From the beginning of the list.
    ///   - count: The most that come back.
    /// - Returns: Fewer bytes at the end of the list, none behind it.
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

    /// Copies what cannot be read twice to a temporary file that nobody else can open.
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
