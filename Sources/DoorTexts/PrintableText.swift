// Making external text safe to show on a terminal.

extension String {
    /// Returns the text padded with trailing spaces, to align columns.
    package func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - count))
    }

    /// The text with control characters (ESC, line breaks, bidirectional overrides) shown as `\u{…}`.
    ///
    /// A code may contain anything; on a screen, it must not move the cursor, or colour or reorder the surrounding
    /// text.
    package var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    switch scalar.properties.generalCategory {
                    // Names in Persian, Hindi and other languages need the joiners, which do not affect other text.
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
