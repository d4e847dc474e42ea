// Starts this program again as a decoder.

internal import CLinux
internal import Confinement
internal import Glibc

/// A program that can serve as a decoder: `doorcheck` itself, through ``DecoderService``.
public struct DecoderProgram: Sendable, Hashable {
    let path: String
    /// The limit of its address space.
    let memoryBytes: Int?

    /// The program name (`argv[0]`) with which it is started, which nothing else uses.
    static let name = "doorcheck-decoder"

    /// The currently running program, even if its file has been replaced since.
    public static let current = DecoderProgram(path: "/proc/self/exe")

    /// Creates a description of a program.
    ///
    /// - Parameters:
    ///   - path: The program's path.
    ///   - memoryBytes: The limit of its address space; nil to derive it from the picture limits.
    public init(path: String, memoryBytes: Int? = nil) {
        self.path = path
        self.memoryBytes = memoryBytes
    }

    /// Returns the memory for a valid picture of this size and the program itself: twice the highest usage seen.
    private func memoryBytes(_ limits: ImageLimits) -> Int {
        memoryBytes ?? (1 << 30) + 12 * min(limits.pixels, 1 << 32)
    }

    /// Starts a decoder.
    ///
    /// - Parameters:
    ///   - memory: The memory that it shares with this process.
    ///   - limits: The size limits of pictures passed to it.
    /// - Returns: The process, and our end of the socket to it.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    func start(
        sharing memory: SharedMemory, limits: ImageLimits
    ) throws(DecoderError) -> (process: pid_t, socket: Int32) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotStart(errno: errno) }
        defer { close(ends[1]) }
        do {
            // The process gets nothing from our environment. A crash must end it: Swift's backtrace needs privileges
            // that the process has given up, and would retry for ever. Libraries print details of a damaged picture;
            // our error reports it once.
            let process = try ProcessLauncher.start(
                path,
                arguments: [Self.name, String(memory.bytes.count), String(memoryBytes(limits))],
                environment: ["SWIFT_BACKTRACE=enable=no"],
                descriptors: [.copy(of: ends[1]), .null, .null, .copy(of: memory.descriptor)])
            return (process, ends[0])
        } catch {
            close(ends[0])
            throw .cannotStart(errno: error.errno)
        }
    }
}
