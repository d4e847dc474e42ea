// The 15 bits that describe how the rest of a symbol is encoded.

/// A symbol's error correction level and mask.
struct FormatInformation: Hashable {
    let level: ErrorCorrectionLevel
    let mask: DataMask
    /// The 15 bits as they appear in a symbol.
    let encoded: UInt16
    /// For each bit of ``encoded``, from the lowest, 1 if it is set and -1 if not; the last element is 0.
    private let signs: SIMD16<Int32>

    init(level: ErrorCorrectionLevel, mask: DataMask) {
        self.level = level
        self.mask = mask
        let encoded = Self.encode(level.rawValue << 3 | mask.rawValue)
        self.encoded = encoded
        var signs = SIMD16<Int32>.zero
        for bit in 0..<15 { signs[bit] = encoded >> bit & 1 == 1 ? 1 : -1 }
        self.signs = signs
    }

    static let all = ErrorCorrectionLevel.allCases.flatMap { level in
        DataMask.allCases.map { FormatInformation(level: level, mask: $0) }
    }

    /// Encodes with a BCH code and a fixed mask (ISO/IEC 18004:2015, 7.9.1 and annex C).
    private static func encode(_ data: UInt8) -> UInt16 {
        let data = UInt16(data)
        let remainder = (0..<10).reduce(data) { remainder, _ in remainder << 1 ^ (remainder >> 9) * 0x537 }
        return (data << 10 | remainder) ^ 0b101_0100_0001_0010
    }

    /// Returns the agreement with sampled bits.
    ///
    /// - Parameter bits: The darkness of each bit's modules, from the lowest bit; the last element is ignored.
    /// - Returns: The agreement; higher is better.
    func agreement(with bits: SIMD16<Int32>) -> Int32 {
        (bits &* signs).wrappedSum()
    }

    /// Returns the positions of the two copies, each from bit 0, the lowest, to bit 14.
    ///
    /// - Parameter dimension: Modules per side.
    /// - Returns: Two lists of fifteen module indices.
    static func places(dimension: Int) -> [[Int]] {
        func index(_ row: Int, _ column: Int) -> Int { row * dimension + column }
        // Around the first finder pattern, skipping the timing patterns in row 6 and column 6.
        let corner =
            [0, 1, 2, 3, 4, 5, 7, 8].map { index($0, 8) } + [7, 5, 4, 3, 2, 1, 0].map { index(8, $0) }
        let split =
            (1...8).map { index(8, dimension - $0) } + (0..<7).map { index(dimension - 7 + $0, 8) }
        return [corner, split]
    }
}

/// A QR code's error correction level, which tolerates about 7, 15, 25 or 30 % wrong codewords.
///
/// The raw value is the two bits in the format information (ISO/IEC 18004:2015, table 12).
enum ErrorCorrectionLevel: UInt8, CaseIterable {
    case low = 0b01
    case medium = 0b00
    case quartile = 0b11
    case high = 0b10

    /// The strength, from 0 (weakest) to 3 (strongest).
    var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .quartile: 2
        case .high: 3
        }
    }
}
