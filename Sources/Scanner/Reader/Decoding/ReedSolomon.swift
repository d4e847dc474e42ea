// Error correction of one block of codewords.

/// A Reed–Solomon decoder for errors, whose places are unknown, and erasures, whose places are suspected.
///
/// ``load(_:parity:)`` a block, then ``solve(erasing:maximumErrors:)`` as often as there are suspicions to try.
/// Its buffers are reused: it allocates nothing once warm.
///
/// - SeeAlso: ISO/IEC 18004:2015, annex B; R. E. Blahut, Algebraic Codes for Data Transmission, 7.3 and 7.4.
struct ReedSolomon {
    /// What to add to a codeword.
    struct Correction {
        /// Of the codeword in its block, from 0.
        let position: Int
        let value: UInt8
    }

    /// No block of a QR code has more error correction codewords.
    static let maximumParity = 30

    /// What the last successful ``solve(erasing:maximumErrors:)`` found.
    private(set) var corrections: [Correction] = []

    private let field = GaloisField()
    private var length = 0
    private var parity = 0
    private var syndromes = [UInt8](repeating: 0, count: maximumParity)
    /// The polynomial whose roots are the places of errors and erasures, the constant term first.
    private var locator = [UInt8](repeating: 0, count: maximumParity + 1)
    /// What the locator was before it last grew, over the discrepancy that made it grow.
    private var earlier = [UInt8](repeating: 0, count: maximumParity + 1)
    private var evaluator = [UInt8](repeating: 0, count: maximumParity)

    /// Takes a block.
    ///
    /// - Parameters:
    ///   - block: Up to 255 codewords, the error correction last.
    ///   - parity: How many of them are error correction, up to ``maximumParity``.
    /// - Returns: Whether it is without error.
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

    /// Looks for the errors of the block that was loaded.
    ///
    /// - Parameters:
    ///   - erasures: Positions that are presumed wrong, each once, no more than the parity.
    ///   - maximumErrors: How many others may be wrong.
    /// - Returns: Whether the corrections make the block a sound one.
    mutating func solve(erasing erasures: ArraySlice<Int>, maximumErrors: Int) -> Bool {
        corrections.removeAll(keepingCapacity: true)
        let degree = findLocator(erasing: erasures)
        guard degree <= erasures.count + maximumErrors, locator[degree] != 0 else { return false }
        findEvaluator(degree: degree)
        for position in 0..<length {
            // The locator has the reciprocals of the places as roots; a place is α to the distance from the end.
            let distance = length - 1 - position
            let root = (255 - distance) % 255
            if value(of: locator, degree: degree, atPower: root) == 0 {
                corrections.append(Correction(position: position, value: magnitude(at: distance, degree: degree)))
            }
        }
        return corrections.count == degree
    }

    /// Berlekamp–Massey, started from the polynomial of the erasures.
    ///
    /// - Returns: How many places the locator names, erasures included.
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

    /// Subtracts `discrepancy` · x · earlier from the locator, and steps `earlier` on, in one pass from the top.
    private mutating func extendLocator(discrepancy: UInt8, grows: Bool) {
        for index in stride(from: parity, through: 1, by: -1) {
            let shifted = earlier[index - 1]
            earlier[index] = grows ? field.quotient(locator[index], discrepancy) : shifted
            locator[index] ^= field.product(discrepancy, shifted)
        }
        earlier[0] = grows ? field.quotient(locator[0], discrepancy) : 0
    }

    /// Syndromes times locator, up to the locator's degree: higher terms vanish where the locator is right.
    private mutating func findEvaluator(degree: Int) {
        for power in 0..<degree {
            var sum: UInt8 = 0
            for index in 0...power { sum ^= field.product(locator[index], syndromes[power - index]) }
            evaluator[power] = sum
        }
    }

    /// Forney's formula; the code's first root is α⁰, so the place itself is a factor.
    private func magnitude(at distance: Int, degree: Int) -> UInt8 {
        let root = (255 - distance) % 255
        let above = value(of: evaluator, degree: degree - 1, atPower: root)
        // The derivative keeps the odd terms only: in this field the even ones count twice, which is nothing.
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
