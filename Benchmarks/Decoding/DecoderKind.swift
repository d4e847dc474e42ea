// Who is compared.

/// A reader that can be asked to decode pictures.
enum DecoderKind: String, CaseIterable {
    /// Ours, for a picture that comes only once.
    case thorough
    /// Ours, for a camera's frame.
    case live
    /// zbar alone.
    case zbar
    /// zxing-cpp with its defaults: every rotation, size and polarity.
    case zxing

    /// The program and its arguments; nil where zxing-cpp is not there.
    func command(in workshop: BenchmarkContext) -> [String]? {
        switch self {
        case .thorough, .live, .zbar: [workshop.programs + "/doorcheck-bench-reader", rawValue]
        // Python 3 as PATH has it, in which scripts/bench puts its own first.
        case .zxing: workshop.options.zxing.map { ["python3", $0] }
        }
    }
}
