// Processes of this machine, as proc(5) shows them.

import FoundationEssentials
import Glibc
import Organising

/// A process by its folder in `/proc`: a later process with the same number has another folder.
final class ProcessFolder: Sendable {
    let process: pid_t
    private let folder: Int32

    /// - Parameter process: The process's number.
    init?(_ process: pid_t) {
        self.process = process
        folder = open("/proc/\(process)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
    }

    deinit {
        if folder >= 0 { close(folder) }
    }

    /// The processes of this machine.
    static var all: [ProcessFolder] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.compactMap { ProcessFolder($0) }
    }

    /// The program and its arguments.
    var words: [String] {
        text(of: "cmdline").split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether it has not ended.
    var isRunning: Bool {
        // The state follows the name, which may have spaces and parentheses.
        let text = text(of: "stat")
        guard let end = text.lastIndex(of: ")"), let state = text[end...].dropFirst(2).first else { return false }
        return state != "Z" && state != "X"
    }

    /// Opens an unnamed file again that it has open.
    func file(_ number: Int32) -> TemporaryFile? { TemporaryFile(number, of: folder) }

    /// Looks whether it has a file open.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: `false` also for a process that this user may not look at.
    func hasOpen(_ path: String) -> Bool {
        guard let real = realpath(path, nil) else { return false }
        defer { free(real) }
        let (files, wanted) = ("/proc/self/fd/\(folder)/fd", String(cString: real))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
        return names.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)")) == wanted
        }
    }

    private func text(of file: String) -> String {
        let descriptor = openat(folder, file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var (text, bytes) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
        while case let count = read(descriptor, &bytes, bytes.count), count > 0 { text += bytes.prefix(count) }
        return String(decoding: text, as: UTF8.self)
    }
}
