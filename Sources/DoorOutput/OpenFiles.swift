// The files and sockets that this process has open.

import FoundationEssentials
import Glibc

/// Sets what happens to them when this process starts a program.
package enum OpenFiles {
    /// Lets programs that are started from now on inherit nothing but standard input, output and error: a server's
    /// socket would keep its port taken after the server has ended.
    package static func closeOnExec() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for file in names.compactMap({ Int32($0) }) where file > STDERR_FILENO { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    }
}
