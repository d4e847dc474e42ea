// Detects faults in a single barcode.

/// Barcodes as spreadsheets leave them.
enum BarcodeText {
    /// Returns a whole number without the decimals that a program added: `77001.0`.
    static func withoutDecimals(_ code: String) -> String {
        guard let point = code.lastIndex(of: "."), point > code.startIndex else { return code }
        let end = code[point...].dropFirst()
        guard (1...2).contains(end.count), end.allSatisfy({ $0 == "0" }),
            code[..<point].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return code }
        return String(code[..<point])
    }

    /// Returns whether a text is a long number that a spreadsheet rounded: `9,1E+15`, `1.2E15`.
    static func isRounded(_ text: String) -> Bool {
        let parts = text.uppercased().split(separator: "E", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, first.isNumber else { return false }
        let hasPoint = parts[0].contains { $0 == "." || $0 == "," }
        let exponent = parts[1].hasPrefix("+") ? parts[1].dropFirst() : hasPoint ? parts[1] : ""
        return parts[0].allSatisfy { $0.isNumber || $0 == "." || $0 == "," } && !exponent.isEmpty
            && exponent.allSatisfy(\.isNumber)
    }

    /// Returns whether a number has more digits than a spreadsheet keeps, and zeros in their place.
    static func endsInAppendedZeros(_ code: String) -> Bool {
        code.utf8.count > BarcodeSurvey.mostDigits && code.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && code.utf8.dropFirst(BarcodeSurvey.mostDigits).allSatisfy { $0 == 0x30 }
    }
}
