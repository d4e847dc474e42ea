// The readers that are compared.

/// A reader that decodes pictures.
enum DecoderKind: String, CaseIterable {
    /// Our reader, for a single picture.
    case thorough
    /// Our reader, for a camera's frames.
    case live
    /// zbar alone.
    case zbar
    /// zxing-cpp with its defaults: every rotation, size and polarity.
    case zxing

    /// Returns the program and its arguments; `nil` if zxing-cpp is not available.
    func command(in context: BenchmarkContext) -> [String]? {
        switch self {
        case .thorough, .live, .zbar: [context.programs + "/doorcheck-bench-reader", rawValue]
        // Python 3 from PATH, to which scripts/bench prepends its own.
        case .zxing: context.options.zxing.map { ["python3", $0] }
        }
    }
}
