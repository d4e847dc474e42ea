// The process in which pictures are decoded.

/// The location of a decoder: this process, or a separate one.
public enum DecoderLocation: Sendable, Hashable {
    /// In this process; for programs that trust their pictures, such as benchmarks.
    case inProcess
    /// In a confined process started from this program: docs/adr/0019-decoder-process.md.
    case process(DecoderProgram)

    /// In a process of the currently running program.
    public static let outOfProcess = DecoderLocation.process(.current)

    /// Creates a decoder at this location.
    ///
    /// - Parameter limits: The size limits of pictures passed to it.
    /// - Returns: The decoder; a process is started only for the first picture.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    func makeBackend(limits: ImageLimits = .default) throws(DecoderError) -> any DecoderBackend {
        switch self {
        case .inProcess: try InProcessDecoder(limits: limits)
        case .process(let program): try DecoderProcess(program, limits: limits)
        }
    }
}
