// A file that counts for as long as the program runs that has written it.

import DoorOutput
import Glibc

/// A file in a runtime folder that its program keeps under a lock, so that nobody believes what a program has left
/// behind that was killed.
///
/// It is a write lock on the open file (fcntl, "open file description locks"). The kernel takes it away when the
/// program ends, however it ends, and gives it only to those who may write the file: whoever may just read a file that
/// was left behind cannot make it look alive. Looking for the lock needs no lock, so readers keep nobody from anything.
struct HeldFile {
    /// Who may read a file.
    enum Readers {
        /// Its user, and root.
        case owner
        /// Every user of the machine.
        case everybody

        fileprivate var mode: mode_t { self == .owner ? 0o600 : 0o644 }
    }

    private let path: String
    private let descriptor: Int32

    private static let mostBytes = 16 << 10
    /// `F_OFD_GETLK` and `F_OFD_SETLK`, which Glibc declares only with GNU extensions.
    private static let (lookUp, set): (Int32, Int32) = (36, 37)

    /// Writes a file in the place of the one that is there. Blocks its thread.
    ///
    /// - Parameters:
    ///   - bytes: What it has, at most 16 KiB.
    ///   - path: The file, in an existing folder.
    ///   - readers: Who may read it.
    /// - Throws: ``FileError``; the file that was there is then still there.
    init(_ bytes: [UInt8], at path: String, for readers: Readers) throws(FileError) {
        let new = path + ".new"
        unlink(new)
        let file = open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError("write \(path)", errno: errno) }
        errno = 0
        // Nobody else ever sees it without the lock.
        guard !bytes.isEmpty, bytes.count <= Self.mostBytes, Self.lock(file, F_WRLCK, Self.set) != nil,
            write(file, bytes, bytes.count) == bytes.count, fchmod(file, readers.mode) == 0, rename(new, path) == 0
        else {
            // A write that is short says nothing else.
            let code = errno == 0 ? ENOSPC : errno
            close(file)
            unlink(new)
            throw FileError("write \(path)", errno: code)
        }
        (self.path, descriptor) = (path, file)
    }

    /// Whether the file at the path is this one.
    var isInPlace: Bool {
        var (own, there) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && lstat(path, &there) == 0 && own.st_ino == there.st_ino
            && own.st_dev == there.st_dev
    }

    /// Ends the lock. Nothing else of this value may be used afterwards.
    func release() { close(descriptor) }

    /// Removes the file, unless another one is in its place, and ends the lock.
    func remove() {
        if isInPlace { unlink(path) }
        release()
    }

    /// Reads the file of a program that runs. Blocks its thread.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - readers: Who may read it.
    /// - Returns: `nil` if no program holds it, or if anybody else could have written or, unless it is for everybody,
    ///   read it.
    static func read(at path: String, for readers: Readers) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= mostBytes
        else { return nil }
        switch readers {
        case .owner:
            guard facts.st_mode & 0o077 == 0, geteuid() == 0 || facts.st_uid == geteuid() else { return nil }
        case .everybody:
            guard facts.st_mode & 0o022 == 0, let owner = owner(ofFolderOf: path),
                facts.st_uid == owner || facts.st_uid == 0
            else { return nil }
        }
        guard let held = lock(file, F_RDLCK, lookUp), Int32(held.l_type) == F_WRLCK else { return nil }
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    /// Returns who owns a file's folder; `nil` if others may put files into it.
    private static func owner(ofFolderOf path: String) -> uid_t? {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var facts = stat()
        guard lstat(folder.isEmpty ? "/" : folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR,
            facts.st_mode & 0o022 == 0
        else { return nil }
        return facts.st_uid
    }

    /// - SeeAlso: fcntl(2), "Open file description locks"
    private static func lock(_ file: Int32, _ type: Int32, _ command: Int32) -> Glibc.flock? {
        var region = Glibc.flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        return fcntl(file, command, &region) == 0 ? region : nil
    }
}
