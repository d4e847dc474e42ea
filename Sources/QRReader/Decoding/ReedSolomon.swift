// Error correction of a single block of codewords.

/// A Reed–Solomon decoder for errors, whose positions are unknown, and erasures, whose positions are suspected.
///
/// Call ``load(_:parity:)`` with a block, then ``solve(erasing:maximumErrors:)`` once for each set of erasures to
/// try. Reuses its buffers, so it allocates nothing once warmed up.
///
/// - SeeAlso: ISO/IEC 18004:2015, annex B; R. E. Blahut, Algebraic Codes for Data Transmission, 7.3 and 7.4.
struct ReedSolomon {
    /// A value to add to a codeword.
    struct Correction {
        /// The codeword's index in its block, from 0.
        let position: Int
        let value: UInt8
    }

    /// The maximum number of error correction codewords in a block of a QR code.
    static let maximumParity = 30

    /// The corrections found by the last successful ``solve(erasing:maximumErrors:)``.
    private(set) var corrections: [Correction] = []

    private let field = GaloisField()
    private var length = 0
    private var parity = 0
    private var syndromes = [UInt8](repeating: 0, count: maximumParity)
    /// The polynomial whose roots mark the positions of errors and erasures, constant term first.
    private var locator = [UInt8](repeating: 0, count: maximumParity + 1)
    /// The locator before it last grew, divided by the discrepancy that made it grow.
    private var earlier = [UInt8](repeating: 0, count: maximumParity + 1)
    private var evaluator = [UInt8](repeating: 0, count: maximumParity)

    /// Loads a block.
    ///
    /// - Parameters:
    ///   - block: Up to 255 codewords, error correction codewords last.
    ///   - parity: The number of error correction codewords, up to ``maximumParity``.
    /// - Returns: Whether the block has no errors.
    mutating func load(_ block: [UInt8], parity: Int) -> Bool {
        length = block.count
        self.parity = parity
        var isSound = true
        for exponent in 0..<parity {
            var sum: UInt8 = 0
            for codeword in block { sum = field.product(sum, power: exponent) ^ codeword }
            syndromes[exponent] = sum
            if sum != 0 { isSound = false }
        }
        return isSound
    }

    /// Finds the errors of the loaded block.
    ///
    /// - Parameters:
    ///   - erasures: Distinct positions that are presumed wrong, at most as many as the parity.
    ///   - maximumErrors: The maximum number of other wrong positions.
    /// - Returns: Whether the corrections make the block valid.
    mutating func solve(erasing erasures: ArraySlice<Int>, maximumErrors: Int) -> Bool {
        corrections.removeAll(keepingCapacity: true)
        let degree = findLocator(erasing: erasures)
        guard degree <= erasures.count + maximumErrors, locator[degree] != 0 else { return false }
        findEvaluator(degree: degree)
        for position in 0..<length {
            // The roots of the locator are the reciprocals of the error locations; a location is α to the power of
            // the distance from the end.
            let distance = length - 1 - position
            let root = (255 - distance) % 255
            if value(of: locator, degree: degree, atPower: root) == 0 {
                corrections.append(Correction(position: position, value: magnitude(at: distance, degree: degree)))
            }
        }
        return corrections.count == degree
    }

    /// Runs Berlekamp–Massey, starting from the erasure polynomial.
    ///
    /// - Returns: The number of positions that the locator marks, including erasures.
    private mutating func findLocator(erasing erasures: ArraySlice<Int>) -> Int {
        for index in 0...parity { locator[index] = index == 0 ? 1 : 0 }
        for (degree, position) in zip(0..., erasures) {
            for index in stride(from: degree + 1, to: 0, by: -1) {
                locator[index] ^= field.product(locator[index - 1], power: length - 1 - position)
            }
        }
        for index in 0...parity { earlier[index] = locator[index] }
        var degree = erasures.count
        for step in erasures.count..<parity {
            var discrepancy: UInt8 = 0
            for index in 0...min(step, degree) {
                discrepancy ^= field.product(locator[index], syndromes[step - index])
            }
            let grows = discrepancy != 0 && 2 * degree <= step + erasures.count
            extendLocator(discrepancy: discrepancy, grows: grows)
            if grows { degree = step + 1 + erasures.count - degree }
        }
        return degree
    }

    /// Subtracts `discrepancy` · x · earlier from the locator and advances `earlier`, in one pass from the top.
    private mutating func extendLocator(discrepancy: UInt8, grows: Bool) {
        for index in stride(from: parity, through: 1, by: -1) {
            let shifted = earlier[index - 1]
            earlier[index] = grows ? field.quotient(locator[index], discrepancy) : shifted
            locator[index] ^= field.product(discrepancy, shifted)
        }
        earlier[0] = grows ? field.quotient(locator[0], discrepancy) : 0
    }

    /// Multiplies the syndromes by the locator, up to the locator's degree: higher terms vanish if the locator is
    /// correct.
    private mutating func findEvaluator(degree: Int) {
        for power in 0..<degree {
            var sum: UInt8 = 0
            for index in 0...power { sum ^= field.product(locator[index], syndromes[power - index]) }
            evaluator[power] = sum
        }
    }

    /// Applies Forney's formula; the code's first root is α⁰, so the location itself is a factor.
    private func magnitude(at distance: Int, degree: Int) -> UInt8 {
        let root = (255 - distance) % 255
        let above = value(of: evaluator, degree: degree - 1, atPower: root)
        // The derivative keeps only the odd terms: in this field, the even ones are multiplied by an even number,
        // which is zero.
        var below: UInt8 = 0
        for index in stride(from: 1, through: degree, by: 2) {
            below ^= field.product(locator[index], power: root * (index - 1) % 255)
        }
        return field.product(field.quotient(above, below), power: distance % 255)
    }

    private func value(of polynomial: [UInt8], degree: Int, atPower exponent: Int) -> UInt8 {
        var sum: UInt8 = 0
        for index in stride(from: degree, through: 0, by: -1) {
            sum = field.product(sum, power: exponent) ^ polynomial[index]
        }
        return sum
    }
}
