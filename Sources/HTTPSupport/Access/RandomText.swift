// Random texts that nobody guesses.

/// Texts for cookies: letters, digits and `-`.
package enum RandomText {
    /// Returns a text from the kernel's random number generator.
    ///
    /// - Parameter words: The number of its words, 1 or more, of 64 bits each.
    /// - Returns: The words with a hyphen between them.
    package static func make(words: Int) -> String {
        (0..<words).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined(separator: "-")
    }
}
