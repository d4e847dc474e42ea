// Number formats of a workbook that display more than the number.

/// `xl/styles.xml` (ECMA-376 part 1, 18.8): the formats of cells that display leading zeros, or text next to the
/// number.
final class CellStyles: XMLElements {
    let failure: ListError? = nil
    private var codes: [Int: String] = [:]
    private var formats: [ZeroFormat?] = []
    private var isOfCells = false

    /// The maximum number of styles; Excel allows 65,490.
    private static let most = 1 << 16

    /// - Parameter style: A style's index, as in a cell.
    /// - Returns: The format; `nil` if it displays the number unchanged.
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

/// A format such as `0000000000` or `"TK-"00000`: each zero is a digit, and nothing is omitted.
struct ZeroFormat: Equatable {
    private var pieces: [Piece] = []

    private enum Piece: Equatable {
        case digit
        case literal(UInt8)
    }

    /// - Parameter code: A format code of the workbook (ECMA-376 part 1, 18.8.31); any other format returns `nil`.
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

    /// - Parameter digits: The digits of a whole number.
    /// - Returns: The text that the spreadsheet displays.
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
                // Excess digits precede the first zero's.
                let count = isFirst ? padded.count - places + 1 : 1
                shown += rest.prefix(count)
                rest = rest.dropFirst(count)
                isFirst = false
            }
        }
        return shown
    }
}
