// The byte arithmetic of error correction.

/// The field of 256 elements modulo x⁸ + x⁴ + x³ + x² + 1, with α = 2 (ISO/IEC 18004:2015, 7.5.2).
struct GaloisField {
    /// αⁿ for n from 0 to 509, two full periods, so that a sum of two logarithms needs no modulo operation.
    private let powers: [UInt8]
    /// The n of αⁿ, 0 to 254; 0 as a placeholder for the element 0, which has no logarithm.
    private let logarithms: [UInt8]

    init() {
        var powers: [UInt8] = []
        var logarithms = [UInt8](repeating: 0, count: 256)
        var value = 1
        for exponent in 0..<510 {
            powers.append(UInt8(value))
            if exponent < 255 { logarithms[value] = UInt8(exponent) }
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        self.powers = powers
        self.logarithms = logarithms
    }

    @inline(__always)
    func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        a == 0 || b == 0 ? 0 : powers[Int(logarithms[Int(a)]) + Int(logarithms[Int(b)])]
    }

    /// Multiplies an element by a power of α.
    ///
    /// - Parameters:
    ///   - a: Any element.
    ///   - exponent: 0 to 255.
    /// - Returns: a times α to the power of `exponent`.
    @inline(__always)
    func product(_ a: UInt8, power exponent: Int) -> UInt8 {
        a == 0 ? 0 : powers[Int(logarithms[Int(a)]) + exponent]
    }

    /// Divides an element by another.
    ///
    /// - Parameters:
    ///   - a: Any element.
    ///   - b: Not 0; dividing by 0 has no meaningful result and returns 0 or `a`.
    /// - Returns: a divided by b.
    @inline(__always)
    func quotient(_ a: UInt8, _ b: UInt8) -> UInt8 {
        a == 0 ? 0 : powers[Int(logarithms[Int(a)]) + 255 - Int(logarithms[Int(b)])]
    }
}
