// What a spreadsheet did to the barcodes of a list, as all of them together show.

/// Looks at all barcodes that are numbers: one of them alone does not show that digits were lost.
struct BarcodeSurvey {
    /// Digits behind the fifteenth, in all barcodes.
    private var longDigits = 0
    private var hasGenuineLong = false
    private var long = LineCount()
    /// Numbers by how many digits they have.
    private var lengths: [Int: LineCount] = [:]
    private var startsWithZero = false
    /// Codes that are no numbers.
    private var others = 0

    /// What a spreadsheet keeps of a number.
    static let mostDigits = 15

    /// - Parameters:
    ///   - code: As a list has it, repaired.
    ///   - line: Of the file.
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

    /// Whether all long barcodes end in zeros, more of them than chance makes: two digits are zeros once in a hundred.
    var hasAppendedZeros: Bool { long.count > 0 && !hasGenuineLong && longDigits >= 2 }

    /// - Parameter column: As a person finds it.
    /// - Returns: What may be wrong with the barcodes, where nothing shows that it is.
    func remarks(_ column: String) -> [ListRemark] {
        var remarks: [ListRemark] = []
        if long.count > 0, !hasGenuineLong, !hasAppendedZeros {
            remarks.append(
                ListRemark(
                    .warning,
                    "The barcode in \(long.lines) of \(column) has 16 digits and ends in 0; a spreadsheet may have made "
                        + "it so. Compare it with the ticket."
                )
            )
        }
        return remarks + [lostZeros(column)].compactMap(\.self)
    }

    /// Barcodes that are shorter than most, where none begins with a zero any more.
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
            "\(shorter.count) of \(total + others) barcodes in \(column) have fewer than \(most) digits (\(shorter.lines)): a "
                + "spreadsheet may have dropped the zeros in front. Compare one with its ticket, and export the list again "
                + "if it differs."
        )
    }
}
