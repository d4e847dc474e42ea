// Text from outside made safe to show on a terminal.

extension String {
    /// The text with spaces behind it, so that columns stand one below the other.
    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - count))
    }

    /// The text with control characters (ESC, line breaks, bidirectional overrides) shown as `\u{…}`.
    ///
    /// A code may hold anything; on a screen it must not move the cursor, colour or reorder what stands around it.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    switch scalar.properties.generalCategory {
                    // Names in Persian, Hindi and others are written with the joiners, which move nothing else.
                    case .format where scalar.value == 0x200C || scalar.value == 0x200D: [scalar]
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                        Array("\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
                    default: [scalar]
                    }
                }
            )
        )
    }
}
