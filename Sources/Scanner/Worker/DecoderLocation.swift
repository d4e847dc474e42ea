// The process in which pictures are decoded.

/// The location of a decoder: this process, or a separate one.
public enum DecoderLocation: Sendable, Hashable {
    /// In this process; for programs that trust their pictures, such as benchmarks.
    case here
    /// In a confined process started from this program: docs/adr/0019-decoder-process.md.
    case process(DecoderProgram)

    /// In a process of the currently running program.
    public static let outOfProcess = DecoderLocation.process(.current)
}
