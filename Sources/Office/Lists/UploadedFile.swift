// A file that a browser sends.

import BlockingCalls
import DoorOutput
import Glibc
import Hummingbird
import NIOCore
import TicketSigning

/// A file without a name: when this object goes, or the process ends in whatever way, nothing of it is left.
final class UploadedFile: Sendable {
    let descriptor: Int32

    /// - Throws: ``FileError`` if no file can be created in the folder for temporary files.
    init() throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(folder)/doorcheck-upload-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw FileError("write a file in \(folder)", errno: errno) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    /// A path for functions that open files by path, as long as this object exists.
    var path: String { "/proc/self/fd/\(descriptor)" }

    /// Reads at most 256 KiB.
    ///
    /// - Parameter offset: Where to begin.
    /// - Returns: The bytes; none at the end of the file.
    /// - Throws: ``FileError``.
    func bytes(at offset: Int) throws -> [UInt8] {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, filled in
            repeat {
                count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
            } while count < 0 && errno == EINTR
            filled = max(count, 0)
        }
        guard count >= 0 else { throw FileError("read the file", errno: errno) }
        return bytes
    }

    /// Returns a digest of the contents.
    ///
    /// - Throws: ``FileError``.
    func digest() throws -> [UInt8] {
        var (offset, hashes) = (0, [UInt8]())
        while true {
            let piece = try bytes(at: offset)
            guard !piece.isEmpty else { return SHA256.hash(hashes) }
            hashes += SHA256.hash(piece)
            offset += piece.count
        }
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``FileError``.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            guard count > 0 || errno == EINTR else { throw FileError("store the file", errno: errno) }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}

/// Writes what browsers send to files, on a thread of its own.
actor UploadWriter {
    private let queue = BlockingQueue(label: "upload")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// The largest file, in bytes: 64 MB.
    static let mostBytes = 64 << 20

    /// Stores the body of a request.
    ///
    /// - Parameter body: The body.
    /// - Returns: The file.
    /// - Throws: ``OfficeRefusal`` for a body that is too large; ``FileError``; rethrows errors of the connection. The
    ///   file is gone then.
    func store(_ body: RequestBody) async throws -> UploadedFile {
        let file = try UploadedFile()
        var count = 0
        var pieces = body.makeAsyncIterator()
        while let piece = try await Self.next(of: &pieces) {
            count += piece.readableBytes
            guard count <= Self.mostBytes else {
                throw OfficeRefusal(
                    "The file is larger than \(Self.mostBytes >> 20) MB; choose a smaller one.",
                    because: .tooLarge)
            }
            try piece.withUnsafeReadableBytes { try file.append($0) }
        }
        return file
    }

    /// Returns the next piece; a browser that is closed meanwhile is nothing to report.
    private static func next(of pieces: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await pieces.next()
        } catch {
            throw OfficeRefusal("The file has not arrived whole; choose it again.")
        }
    }
}
