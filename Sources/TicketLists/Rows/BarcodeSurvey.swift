// Detects damage that a spreadsheet did to barcodes.

/// Examines all numeric barcodes: a single one does not show that digits were lost.
struct BarcodeSurvey {
    /// The number of digits after the fifteenth, in all barcodes.
    private var longDigits = 0
    private var hasGenuineLong = false
    private var long = LineCount()
    /// The number of numeric barcodes by length.
    private var lengths: [Int: LineCount] = [:]
    private var startsWithZero = false
    /// The number of barcodes that are not numbers.
    private var others = 0

    /// The number of significant digits that a spreadsheet keeps.
    static let mostDigits = 15

    /// - Parameters:
    ///   - code: A barcode of the list, repaired.
    ///   - line: The line in the file.
    mutating func add(_ code: String, line: Int) {
        guard code.utf8.count <= 40, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            others += 1
            return
        }
        lengths[code.utf8.count, default: LineCount()].add(line)
        if code.utf8.first == 0x30 { startsWithZero = true }
        guard code.utf8.count > Self.mostDigits else { return }
        long.add(line)
        longDigits += code.utf8.count - Self.mostDigits
        if code.utf8.dropFirst(Self.mostDigits).contains(where: { $0 != 0x30 }) { hasGenuineLong = true }
    }

    /// Whether all long barcodes end in zeros, more often than by chance: two digits are both zero once in a hundred.
    var hasAppendedZeros: Bool { long.count > 0 && !hasGenuineLong && longDigits >= 2 }

    /// - Parameter column: The column's description for people.
    /// - Returns: Remarks on possible faults of the barcodes that are not proven.
    func remarks(_ column: String) -> [ListRemark] {
        var remarks: [ListRemark] = []
        if long.count > 0, !hasGenuineLong, !hasAppendedZeros {
            remarks.append(
                ListRemark(
                    .warning,
                    "The barcode in \(long.lines) of \(column) has 16 digits and ends in 0; a spreadsheet may have "
                        + "made it so. Compare it with the ticket."
                )
            )
        }
        return remarks + [lostZeros(column)].compactMap(\.self)
    }

    /// Returns a remark on barcodes that are shorter than most, if none begins with a zero any more.
    private func lostZeros(_ column: String) -> ListRemark? {
        let total = lengths.values.reduce(0) { $0 + $1.count }
        guard !startsWithZero, others * 2 < total, let most = lengths.max(by: { $0.value.count < $1.value.count })?.key,
            most >= 6, lengths.keys.allSatisfy({ $0 <= most })
        else { return nil }
        var shorter = LineCount()
        for length in 1..<most {
            if let lines = lengths[length] { shorter.add(lines) }
        }
        guard shorter.count > 0, shorter.count * 2 < total else { return nil }
        return ListRemark(
            .warning,
            "\(shorter.count) of \(total + others) barcodes in \(column) have fewer than \(most) digits "
                + "(\(shorter.lines)): a "
                + "spreadsheet may have dropped the leading zeros. Compare one with its ticket, and export the list "
                + "again "
                + "if it differs."
        )
    }
}

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
