// Who holds a ledger's lock.

import Glibc

/// A process that is writing to a ledger.
public struct LockHolder: Hashable, Sendable {
    /// Its number.
    public let process: Int32
    /// What it is, such as `doorcheck ticket import`; never what it works on.
    public let command: String
    /// Whether it was stopped, as by Ctrl-Z or `kill -STOP`, and goes on only when it is continued.
    public let isStopped: Bool
    /// When it was started, in clock ticks since the machine was: a number may be given to another process later.
    let start: UInt64

    /// This process.
    ///
    /// - Parameter command: What it is; longer than 60 bytes, it is cut off.
    init(ownCommand command: String) {
        process = getpid()
        self.command = String(command.prefix(60))
        start = Self.state(of: process)?.start ?? 0
        isStopped = false
    }

    /// Reads what a holder wrote into the lock's file.
    ///
    /// - Parameter record: As ``record`` makes it; anything at all may be there.
    init?(record: String) {
        let parts = record.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let process = Int32(parts[0]), process > 1, let start = UInt64(parts[1]) else {
            return nil
        }
        // Processes of other users may be hidden (proc(5), `hidepid`); that they are there can still be asked.
        let state = Self.state(of: process)
        guard state.map({ $0.start == start }) ?? (kill(process, 0) == 0 || errno == EPERM) else { return nil }
        self.process = process
        self.start = start
        command = String(parts[2].prefix { $0 != "\n" && $0.isASCII })
        isStopped = state?.letter == "T"
    }

    /// What stands in the lock's file: always as long, so that it covers what stood there.
    var record: [UInt8] {
        let text = Array("\(process) \(start) \(command)".utf8.prefix(Self.recordBytes - 1))
        return text + [UInt8](repeating: UInt8(ascii: "\n"), count: Self.recordBytes - text.count)
    }

    static let recordBytes = 100

    /// Lets it go on where it was stopped.
    ///
    /// - Returns: Whether it was stopped, and this process may wake it.
    func wake() -> Bool {
        isStopped && process != getpid() && kill(process, SIGCONT) == 0
    }

    /// The third and twenty-second field of /proc/PID/stat (proc(5)); the second may hold spaces and parentheses.
    private static func state(of process: Int32) -> (letter: Character, start: UInt64)? {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
        guard fields.count > 19, let letter = fields.first?.first,
            let start = UInt64(fields[fields.startIndex + 19])
        else { return nil }
        return (letter, start)
    }
}

/// What a ledger says of the process that opens it to others, and tells that process.
public struct LedgerUser: Sendable {
    let command: String
    let didWake: @Sendable (LockHolder) -> Void

    /// - Parameters:
    ///   - command: What others name in their messages, such as `doorcheck ticket import`; no argument of it.
    ///   - didWake: Gets a process that had been stopped while it held the lock, and that now goes on; called on the
    ///     ledger's own queue.
    public init(command: String, didWake: @escaping @Sendable (LockHolder) -> Void) {
        self.command = command
        self.didWake = didWake
    }

    /// Is called `doorcheck`, and does not mind.
    public static let unnamed = LedgerUser(command: "doorcheck") { _ in }
}
