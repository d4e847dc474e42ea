// What the system says of a file.

import Glibc

/// The kind, size and identity of a file.
///
/// Where a module also imports Dispatch, compilers disagree about which module `stat` is of: such modules ask here.
package struct FileFacts {
    package enum Kind {
        case regular
        case folder
        /// A link that was not followed, a device, a pipe or a socket.
        case other
    }

    /// Which file it is, whatever its name.
    package struct Identity: Hashable, Sendable {
        private let device: UInt
        private let number: UInt

        fileprivate init(_ facts: stat) {
            (device, number) = (UInt(facts.st_dev), UInt(facts.st_ino))
        }
    }

    /// One state of a file: another file of the same name, or another content, is another version.
    package struct Version: Hashable, Sendable {
        private let identity: Identity
        private let byteCount: Int
        /// When the content and when anything changed last, in seconds and nanoseconds.
        private let moments: [Int]

        fileprivate init(_ facts: stat) {
            identity = Identity(facts)
            byteCount = Int(facts.st_size)
            moments = [facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec]
        }
    }

    package let kind: Kind
    /// The size of the content in bytes.
    package let byteCount: Int
    package let identity: Identity
    package let version: Version

    /// Asks for the facts of a file; nil, with the reason in `errno`, if the system does not tell.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - followsLink: Whether to ask for what a symbolic link leads to, and not for the link.
    package init?(_ path: String, followsLink: Bool = true) {
        var facts = stat()
        guard (followsLink ? stat(path, &facts) : lstat(path, &facts)) == 0 else { return nil }
        self.init(facts)
    }

    /// Asks for the facts of an open file; nil, with the reason in `errno`, if the system does not tell.
    ///
    /// - Parameter descriptor: The file's descriptor.
    package init?(descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    private init(_ facts: stat) {
        kind =
            switch facts.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            default: .other
            }
        byteCount = Int(facts.st_size)
        (identity, version) = (Identity(facts), Version(facts))
    }
}
