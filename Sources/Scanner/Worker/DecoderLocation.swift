// Where pictures are decoded.

/// In this process or in one of its own.
public enum DecoderLocation: Sendable, Hashable {
    /// In this process: for programs that trust their pictures, such as benchmarks.
    case here
    /// In a confined process, started from this program: docs/adr/0019-decoder-process.md.
    case process(DecoderProgram)

    /// In a process of the program that runs now.
    public static let outOfProcess = DecoderLocation.process(.current)
}
