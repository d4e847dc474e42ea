// How this program is started once more, as a decoder.

internal import CLinux
internal import Confinement
internal import Glibc

/// A program that serves as a decoder when it is told to: `doorcheck` itself, by ``DecoderService``.
public struct DecoderProgram: Sendable, Hashable {
    let path: String
    /// Of its address space.
    let memoryBytes: Int?

    /// The name under which it is started, which nobody else uses.
    static let name = "doorcheck-decoder"

    /// The program that runs now, also where its file was replaced since.
    public static let current = DecoderProgram(path: "/proc/self/exe")

    /// - Parameters:
    ///   - path: The program.
    ///   - memoryBytes: The most address space that it may have; nil for what the limits of pictures ask for.
    public init(path: String, memoryBytes: Int? = nil) {
        self.path = path
        self.memoryBytes = memoryBytes
    }

    /// A sound picture of so many pixels and the program itself; twice as much as was ever seen.
    private func memoryBytes(_ limits: ImageLimits) -> Int {
        memoryBytes ?? (1 << 30) + 12 * min(limits.pixels, 1 << 32)
    }

    /// Starts a decoder.
    ///
    /// - Parameters:
    ///   - memory: What it shares with this process.
    ///   - limits: The largest pictures that it will be given.
    /// - Returns: The process, and our end of the socket to it.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    func start(
        sharing memory: SharedMemory, limits: ImageLimits
    ) throws(DecoderError) -> (process: pid_t, socket: Int32) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotStart(errno: errno) }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The memory first: its place may be where the socket's end is now.
        let (socket, shared) = (ends[1], memory.descriptor)
        let spare = max(socket, shared, SharedMemory.inheritedDescriptor) + 1
        posix_spawn_file_actions_adddup2(&actions, shared, spare)
        posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, spare, SharedMemory.inheritedDescriptor)
        // Libraries chat about what is wrong with a picture; our error says it once.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, SharedMemory.inheritedDescriptor + 1)
        var attributes = FreshProcess.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        let arguments = [Self.name, String(memory.bytes.count), String(memoryBytes(limits))]
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // Nothing of our environment is its business. A crash is to end it: Swift's report of one needs what the
        // process has given up, and would try for ever.
        var environment = [strdup("SWIFT_BACKTRACE=enable=no"), nil]
        defer { free(environment[0]) }
        var process = pid_t()
        let result = posix_spawn(&process, path, &actions, &attributes, &words, &environment)
        guard result == 0 else {
            close(ends[0])
            throw .cannotStart(errno: result)
        }
        return (process, ends[0])
    }
}
