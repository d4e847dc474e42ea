// What an office that runs as a service tells the other programs of its machine.

import BlockingCalls
// `flock` is a structure of Dispatch's C module or a function of Glibc, whichever the compiler has read first.
import Dispatch
package import DoorOutput
import FoundationEssentials
import Glibc

/// Where the office of this machine is, and how its first account is made. The door's display leads there, and the
/// first screen of a new box shows it.
///
/// It is in a file of the runtime folder, which this user and root alone may read. The office holds a lock on the file
/// for as long as it runs, so that nobody shows what an office has left behind that was killed.
package struct OfficeNotice: Codable, Hashable, Sendable {
    /// The port.
    package let port: Int
    /// Whether other devices can reach it, over TLS; otherwise only this machine does, without.
    package let isOpen: Bool
    /// The names and addresses that it answers to, as they are in addresses: in lower case, IPv6 in brackets.
    package let names: [String]
    /// Its addresses for people with other devices, the best one first; none without a network.
    package let addresses: [String]
    /// The beginning of its certificate's SHA-256 hash, for people who compare; `nil` if an authority vouches for it.
    package let fingerprint: String?
    /// The one-time code for the first account; `nil` if there is none any more.
    package let code: String?

    package init(
        port: Int, isOpen: Bool, names: [String], addresses: [String], fingerprint: String?, code: String?
    ) {
        (self.port, self.isOpen, self.names, self.addresses) = (port, isOpen, names, addresses)
        (self.fingerprint, self.code) = (fingerprint, code)
    }

    /// Returns the path of the file.
    ///
    /// - Parameter environment: The environment of the process; systemd names the runtime folder in it.
    /// - Returns: The path; its folder may be missing.
    package static func path(environment: [String: String]) -> String {
        let folder = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        return (folder ?? "/run/doorcheck") + "/office.json"
    }

    private static let mostBytes = 16 << 10

    /// Reads the file of an office that runs. Blocks its thread.
    ///
    /// - Parameter path: The file.
    /// - Returns: `nil` if no office runs, or if others than its user could have read or written the file.
    package static func read(at path: String) -> OfficeNotice? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_mode & 0o077 == 0,
            geteuid() == 0 || facts.st_uid == geteuid(), facts.st_size <= mostBytes
        else { return nil }
        // The office holds the lock until it ends, however it ends.
        guard flock(file, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return try? JSONDecoder().decode(OfficeNotice.self, from: Data(bytes.prefix(count)))
    }
}

/// Reads notices on a thread of its own.
package actor OfficeNoticeReader {
    private nonisolated let queue = BlockingQueue(label: "office-notice")
    private let path: String

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter path: The file, which an office may write later.
    package init(path: String) {
        self.path = path
    }

    /// The notice of the office that runs on this machine; `nil` for none.
    package var current: OfficeNotice? { OfficeNotice.read(at: path) }
}

/// Writes the notice of an office, and removes it.
package actor OfficeNoticeFile {
    private nonisolated let queue = BlockingQueue(label: "office-notice-file")
    private let path: String
    private var shown: (notice: OfficeNotice, file: Int32)?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter path: The file, in an existing folder.
    package init(path: String) {
        self.path = path
    }

    /// Puts a notice in the place of the last one. Does nothing if it is the same.
    ///
    /// - Parameter notice: The notice.
    /// - Throws: ``FileError``; the last notice is then gone.
    package func show(_ notice: OfficeNotice) throws(FileError) {
        guard shown?.notice != notice || !isOurs else { return }
        // Two offices would show two codes in turn.
        guard isOurs || OfficeNotice.read(at: path) == nil else { throw FileError("write \(path)", errno: EBUSY) }
        do throws(FileError) {
            let file = try write(notice)
            if let old = shown?.file { close(old) }
            shown = (notice, file)
        } catch {
            // A code that no longer holds must not stay on the screen.
            remove()
            throw error
        }
    }

    /// Removes the notice, unless it is another office's.
    package func remove() {
        guard let shown else { return }
        if isOurs { unlink(path) }
        close(shown.file)
        self.shown = nil
    }

    /// Whether the file is the one that this office has written.
    private var isOurs: Bool {
        guard let file = shown?.file else { return false }
        var (own, there) = (stat(), stat())
        return fstat(file, &own) == 0 && lstat(path, &there) == 0 && own.st_ino == there.st_ino
            && own.st_dev == there.st_dev
    }

    /// Returns the file, which is open and locked: nobody ever sees it without the lock.
    private func write(_ notice: OfficeNotice) throws(FileError) -> Int32 {
        let new = path + ".new"
        unlink(new)
        let file = open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError("write \(path)", errno: errno) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = (try? encoder.encode(notice)).map { Array($0) + Array("\n".utf8) } ?? []
        errno = 0
        guard !bytes.isEmpty, flock(file, LOCK_EX | LOCK_NB) == 0,
            Glibc.write(file, bytes, bytes.count) == bytes.count, rename(new, path) == 0
        else {
            // A write that is short says nothing else.
            let code = errno == 0 ? ENOSPC : errno
            close(file)
            unlink(new)
            throw FileError("write \(path)", errno: code)
        }
        return file
    }
}
