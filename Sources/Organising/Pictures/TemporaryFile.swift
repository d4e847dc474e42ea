// Files that leave nothing behind.

import DoorOutput
import FoundationEssentials
import Glibc
import TicketSigning

/// A file without a name, for what is sent, printed or written by another program: when this object goes, or the
/// process ends in whatever way, nothing of it is left.
package final class TemporaryFile: Sendable {
    package let descriptor: Int32
    private static let name = "/doorcheck-upload-"

    /// - Throws: ``FileError`` if no file can be created in the folder for temporary files.
    package init() throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(folder)\(Self.name)XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw FileError("write a file in \(folder)", errno: errno) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Opens a file again that a process has open, if it is one of these files.
    ///
    /// - Parameters:
    ///   - number: The process's number for the file.
    ///   - process: The process's folder in `/proc`, open.
    package init?(_ number: Int32, of process: Int32) {
        let link = "/proc/self/fd/\(process)/fd/\(number)"
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link), path.contains(Self.name),
            case let file = open(link, O_RDONLY | O_NONBLOCK | O_CLOEXEC), file >= 0
        else { return nil }
        descriptor = file
    }

    deinit {
        close(descriptor)
    }

    /// A path for functions that open files by path, as long as this object exists.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Marks the file as this object's, until it goes or the process ends.
    ///
    /// - Returns: `false` if it is another object's, here or in another process.
    package func claim() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// The bytes that can still be stored where the file is; `nil` if the system does not say.
    package var freeBytes: Int? {
        var facts = statvfs()
        guard fstatvfs(descriptor, &facts) == 0 else { return nil }
        return Int(
            clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue)
    }

    /// Reads at most 256 KiB.
    ///
    /// - Parameter offset: Where to begin.
    /// - Returns: The bytes; none at the end of the file.
    /// - Throws: ``FileError``.
    package func bytes(at offset: Int) throws -> [UInt8] {
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

    /// Returns the whole file.
    ///
    /// - Throws: ``FileError``.
    package func contents() throws -> [UInt8] {
        var contents: [UInt8] = []
        while case let piece = try bytes(at: contents.count), !piece.isEmpty { contents += piece }
        return contents
    }

    /// Returns a digest of the contents.
    ///
    /// - Throws: ``FileError``.
    package func digest() throws -> [UInt8] {
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
    package func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            guard count > 0 || errno == EINTR else { throw FileError("store the file", errno: errno) }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
