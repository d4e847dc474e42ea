// Numbers of things, as people say them.

extension String {
    /// This word with a number before it, and an `s`, or `es` after an `x`, behind it unless there is one of them.
    ///
    /// - Parameter count: How many.
    /// - Returns: As in "1 ticket" and "2 tickets".
    func counted(_ count: some BinaryInteger) -> String {
        "\(count) \(self)\(count == 1 ? "" : hasSuffix("x") ? "es" : "s")"
    }
}
