// Removes what spreadsheets and web pages add to a field's text.

/// Removes the parts of a field that no one typed.
enum FieldText {
    /// The intended value of a field.
    enum Meaning: Equatable {
        case text(String)
        /// A placeholder for a missing value: `#N/A`, `-`, `n/a`.
        case placeholder
        case nothing
    }

    /// - Parameters:
    ///   - raw: The text as in the file, trimmed.
    ///   - isCode: Whether it is a code or a number, in which every character matters.
    /// - Returns: The intended value.
    static func meaning(of raw: String, isCode: Bool) -> Meaning {
        let text = repaired(raw, isCode: isCode)
        if text.isEmpty { return .nothing }
        return isPlaceholder(text, isCode: isCode) ? .placeholder : .text(text)
    }

    /// Returns the text without invisible characters, an enclosing formula and a leading apostrophe.
    static func repaired(_ raw: String, isCode: Bool) -> String {
        var text = raw
        if !text.utf8.allSatisfy({ (0x01..<0x80).contains($0) }) { text = visible(text, isCode: isCode) }
        if text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count >= 3 {
            text = String(text.dropFirst(2).dropLast()).replacing("\"\"", with: "\"")
        }
        // Careful exporters put an apostrophe in front of what a spreadsheet would take for a formula; people put one
        // in front of a number.
        if text.hasPrefix("'"), let next = text.dropFirst().first, isCode || "=+-@|%".contains(next) {
            text = String(text.dropFirst())
        }
        return text
    }

    /// Returns a text without zero-width characters, and with plain spaces in place of no-break ones.
    private static func visible(_ text: String, isCode: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isInvisible(scalar, isCode: isCode) {
            scalars.append(isCode || !isFixedSpace(scalar) ? scalar : " ")
        }
        var slice = scalars[...]
        while let first = slice.first, isFixedSpace(first) || first == " " { slice = slice.dropFirst() }
        while let last = slice.last, isFixedSpace(last) || last == " " { slice = slice.dropLast() }
        return String(slice)
    }

    /// Joiners are kept in names, because Persian, Hindi and other languages need them.
    private static func isInvisible(_ scalar: Unicode.Scalar, isCode: Bool) -> Bool {
        switch scalar.value {
        // A null character would end the text in C programs.
        case 0: true
        case 0x200C, 0x200D: isCode
        case 0xAD, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Returns whether a scalar is a space other than U+0020.
    static func isFixedSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Returns whether a code contains a space that a spreadsheet or a web page inserted.
    static func hasForeignSpace(_ code: String) -> Bool {
        if code.unicodeScalars.contains(where: isFixedSpace) { return true }
        guard code.utf8.contains(0x20) else { return false }
        let groups = code.split(separator: " ", omittingEmptySubsequences: false)
        return groups.count > 1 && code.utf8.allSatisfy { $0 == 0x20 || (0x30...0x39).contains($0) }
            && groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
    }

    /// Returns whether a text is a placeholder; there are people called Null and Na, so words only count in codes and
    /// addresses.
    private static func isPlaceholder(_ text: String, isCode: Bool) -> Bool {
        guard text.utf8.count <= 20 else { return false }
        if !text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || ("0"..."9").contains($0) }) {
            // Only punctuation; `+` and `*` may be answers.
            return text.unicodeScalars.allSatisfy { "-–—_.?/#()[]~…".unicodeScalars.contains($0) }
        }
        let headings = Headings.standard
        if text.utf8.contains(where: { "#/.".utf8.contains($0) }), headings.has(text.lowercased(), as: "placeholder") {
            return true
        }
        guard isCode, !text.utf8.contains(where: { (0x30...0x40).contains($0) }) else { return false }
        return headings.has(HeaderText.folded(text), as: "empty")
    }
}
