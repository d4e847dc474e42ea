// One form for texts that look the same.

// The standard library compares texts in this form (Unicode's NFC), and has no public name for it.
@_spi(_Unicode) import Swift

extension String {
    /// This text with accented letters composed (NFC), whichever keyboard it was typed on.
    package var composed: String {
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }

    /// Returns the same for a text from a stranger, who may send millions of accents on one letter.
    ///
    /// - Parameter limit: The maximum length in bytes.
    /// - Returns: The composed text; `nil` for a longer text.
    package func composed(ifWithin limit: Int) -> String? { utf8.count <= limit ? composed : nil }
}
