// The decoder's side: a confined process that decodes pictures until the other side is gone.

internal import Confinement
internal import Glibc

/// The main program of a decoder process.
public enum DecoderService {
    /// Returns whether this program was started as a decoder by ``DecoderProgram``.
    ///
    /// - Parameter arguments: The program's arguments, including its name.
    /// - Returns: Whether the program must only call ``run(_:)``.
    public static func isAsked(_ arguments: [String]) -> Bool {
        arguments.first == DecoderProgram.name && arguments.count == 3
    }

    /// Confines this process and serves until the other side is gone. Call this before anything starts a thread.
    ///
    /// - Parameter arguments: The program's arguments, including its name.
    /// - Returns: The exit status.
    public static func run(_ arguments: [String]) -> Int32 {
        guard let shared = arguments.dropFirst().first.flatMap({ Int($0) }), let bytes = Int(arguments[2]),
            let memory = SharedMemory(inherited: shared)
        else { return 64 }
        volunteer()
        do throws(ConfinementError) {
            try ResourceLimit.set(bytes: bytes)
            try Landlock.enter()
            try SystemCallFilter.decoder.enter()
        } catch {
            return 71
        }
        guard var decoder = try? DecoderCore(), DecoderAnswer.ready.answer(to: STDIN_FILENO) else { return 71 }
        while let message = DecoderMessage.receive(from: STDIN_FILENO), let request = DecoderRequest(message) {
            guard decoder.answer(request, in: memory.bytes).message.answer(to: STDIN_FILENO) else { break }
        }
        return 0
    }

    /// Asks the kernel to end this process, and not the one that runs the door, when memory is short.
    private static func volunteer() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1000", 4)
        close(file)
    }
}
