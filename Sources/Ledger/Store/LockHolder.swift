// The holder of a ledger's lock.

import Glibc

/// A process that is writing to a ledger.
public struct LockHolder: Hashable, Sendable {
    /// The process identifier.
    public let process: Int32
    /// The command, such as `doorcheck ticket import`, never with its arguments.
    public let command: String
    /// Whether it was stopped, for instance by Ctrl-Z or `kill -STOP`, and waits to be continued.
    public let isStopped: Bool
    /// The process's start time in clock ticks since boot, because an identifier may be reused.
    let start: UInt64

    /// Describes this process.
    ///
    /// - Parameter command: The command; truncated to 60 bytes.
    init(ownCommand command: String) {
        process = getpid()
        self.command = String(command.prefix(60))
        start = Self.state(of: process)?.start ?? 0
        isStopped = false
    }

    /// Parses what a holder wrote into the lock file.
    ///
    /// - Parameter record: A value of ``record``, although the file may contain anything.
    init?(record: String) {
        let parts = record.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let process = Int32(parts[0]), process > 1, let start = UInt64(parts[1]) else {
            return nil
        }
        // Processes of other users may be hidden (proc(5), `hidepid`), but their existence can still be checked.
        let state = Self.state(of: process)
        guard state.map({ $0.start == start }) ?? (kill(process, 0) == 0 || errno == EPERM) else { return nil }
        self.process = process
        self.start = start
        command = String(parts[2].prefix { $0 != "\n" && $0.isASCII })
        isStopped = state?.letter == "T"
    }

    /// Finds the process that holds the lock on a file in the kernel's own list.
    ///
    /// The lock file names the one before where a process was stopped after it took the lock and before it wrote.
    ///
    /// - Parameter descriptor: The locked file.
    /// - SeeAlso: proc(5), `/proc/locks`; the numbers of the device are in hexadecimal there.
    init?(lockOn descriptor: Int32) {
        var file = stat()
        guard fstat(descriptor, &file) == 0, let list = Self.text(of: "/proc/locks") else { return nil }
        // makedev(3)
        let major = (file.st_dev >> 8) & 0xFFF | (file.st_dev >> 32) & ~0xFFF
        let minor = file.st_dev & 0xFF | (file.st_dev >> 12) & ~0xFF
        func hexadecimal(_ number: dev_t) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
        let name = "\(hexadecimal(major)):\(hexadecimal(minor)):\(file.st_ino)"
        let locks = list.split(separator: "\n").lazy.map { $0.split(separator: " ") }
        let lock = locks.first { $0.count > 5 && $0[1] == "FLOCK" && $0[3] == "WRITE" && $0[5] == name }
        guard let line = lock, let process = Int32(line[4]), process > 1, let state = Self.state(of: process) else {
            return nil
        }
        self.process = process
        (isStopped, start) = (state.letter == "T", state.start)
        command = Self.text(of: "/proc/\(process)/comm").map { String($0.prefix { $0 != "\n" && $0.isASCII }) } ?? ""
    }

    /// The content of the lock file: always of the same length, so that it overwrites the previous content.
    var record: [UInt8] {
        let text = Array("\(process) \(start) \(command)".utf8.prefix(Self.recordBytes - 1))
        return text + [UInt8](repeating: UInt8(ascii: "\n"), count: Self.recordBytes - text.count)
    }

    static let recordBytes = 100

    /// Continues the process if it was stopped.
    ///
    /// - Returns: Whether it was stopped, and this process may continue it.
    func wake() -> Bool {
        isStopped && process != getpid() && kill(process, SIGCONT) == 0
    }

    /// Reads the third and twenty-second fields of /proc/PID/stat (proc(5)); the second may contain spaces and
    /// parentheses.
    private static func state(of process: Int32) -> (letter: Character, start: UInt64)? {
        guard let text = text(of: "/proc/\(process)/stat") else { return nil }
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
        guard fields.count > 19, let letter = fields.first?.first,
            let start = UInt64(fields[fields.startIndex + 19])
        else { return nil }
        return (letter, start)
    }

    private static func text(of path: String) -> String? {
        // Of a file in /proc, `FileManager` returns no more than the first page.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var (text, bytes) = ([UInt8](), [UInt8](repeating: 0, count: 16384))
        while text.count < 1 << 20 {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { break }
            text += bytes.prefix(count)
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}

/// The process that opens a ledger: how others see it, and what it is notified of.
public struct LedgerUser: Sendable {
    let command: String
    let didWake: @Sendable (LockHolder) -> Void

    /// - Parameters:
    ///   - command: The command that others name in their messages, such as `doorcheck ticket import`, without
    ///     arguments.
    ///   - didWake: Receives a process that had been stopped while it held the lock, and was continued; called on the
    ///     ledger's own queue.
    public init(command: String, didWake: @escaping @Sendable (LockHolder) -> Void) {
        self.command = command
        self.didWake = didWake
    }

    /// A user that is called `doorcheck` and ignores notifications.
    public static let unnamed = LedgerUser(command: "doorcheck") { _ in }
}
