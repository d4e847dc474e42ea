// Counted nouns.

extension String {
    /// Returns this noun with a number, in the plural unless the number is 1: with `s`, or `es` after `x`.
    ///
    /// - Parameter count: The number.
    /// - Returns: A text such as "1 ticket" and "2 tickets".
    package func counted(_ count: some BinaryInteger) -> String {
        "\(count) \(self)\(count == 1 ? "" : hasSuffix("x") ? "es" : "s")"
    }
}
