// Number formats of a workbook that show more than the number.

/// `xl/styles.xml` (ECMA-376 part 1, 18.8): which cells show zeros in front, or a text beside the number.
final class CellStyles: XMLElements {
    let failure: ListError? = nil
    private var codes: [Int: String] = [:]
    private var formats: [ZeroFormat?] = []
    private var isOfCells = false

    /// Excel has 65,490 styles.
    private static let most = 1 << 16

    /// - Parameter style: As a cell names it.
    /// - Returns: `nil` for a format that shows the number as it is.
    func format(_ style: Int) -> ZeroFormat? {
        formats.indices.contains(style) ? formats[style] : nil
    }

    func begin(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "numFmt":
            guard codes.count < Self.most, let number = attributes["numFmtId"].flatMap({ Int($0) }) else { return }
            codes[number] = attributes["formatCode"].map { String($0.prefix(255)) }
        case "cellXfs": isOfCells = true
        case "xf" where isOfCells && formats.count < Self.most:
            formats.append(attributes["numFmtId"].flatMap { Int($0) }.flatMap { codes[$0] }.flatMap(ZeroFormat.init))
        default: break
        }
    }

    func end(_ name: String) {
        if name == "cellXfs" { isOfCells = false }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}
}

/// A format such as `0000000000` or `"TK-"00000`: every zero is a digit, and nothing is left out.
struct ZeroFormat: Equatable {
    private var pieces: [Piece] = []

    private enum Piece: Equatable {
        case digit
        case literal(UInt8)
    }

    /// - Parameter code: As the workbook has it (ECMA-376 part 1, 18.8.31); `nil` comes back for any other format.
    init?(_ code: String) {
        var bytes = Array(code.utf8)[...]
        if let end = bytes.firstIndex(of: UInt8(ascii: ";")) { bytes = bytes[..<end] }
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "0"): pieces.append(.digit)
            case UInt8(ascii: "\\"):
                guard let next = bytes.popFirst() else { return nil }
                pieces.append(.literal(next))
            case UInt8(ascii: "\""):
                while let next = bytes.popFirst(), next != byte { pieces.append(.literal(next)) }
            case UInt8(ascii: "-"), UInt8(ascii: " "): pieces.append(.literal(byte))
            default: return nil
            }
        }
        guard pieces.contains(.digit), pieces.count > 1 else { return nil }
    }

    /// - Parameter digits: A whole number.
    /// - Returns: What the spreadsheet shows.
    func shown(_ digits: [UInt8]) -> [UInt8] {
        let places = pieces.count { $0 == .digit }
        let padded = Array(repeating: UInt8(ascii: "0"), count: max(0, places - digits.count)) + digits
        var rest = padded[...]
        var isFirst = true
        var shown: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .literal(let byte): shown.append(byte)
            case .digit:
                // More digits than zeros come before the first of them.
                let count = isFirst ? padded.count - places + 1 : 1
                shown += rest.prefix(count)
                rest = rest.dropFirst(count)
                isFirst = false
            }
        }
        return shown
    }
}
