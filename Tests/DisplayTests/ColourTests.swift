// The colours of verdicts, measured.

import CEmbedded
import Glibc
import Testing

@testable import HTTPSupport

/// Contrast by WCAG 2.2; distance by CIE 1976 in L*a*b* (D65); colour-blindness by Machado, Oliveira and Fernandes
/// 2009 at full severity.
struct ColourTests {
    typealias Triple = SIMD3<Double>

    static let verdicts = ["admit", "used", "refuse", "ask"]

    static let eyes: [(name: String, rows: [Triple])] = [
        ("normal", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        (
            "deuteranopia",
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
        ),
        (
            "protanopia",
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
        ),
    ]

    /// Linear light of a custom property in the style sheet.
    func colour(_ name: String) throws -> Triple {
        let style = String(cString: embedded_style_css())
        let place = try #require(style.firstRange(of: "--\(name): #"), "\(name)")
        let number = try #require(Int(style[place.upperBound...].prefix(6), radix: 16))
        func linear(_ shift: Int) -> Double {
            let value = Double(number >> shift & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return [linear(16), linear(8), linear(0)]
    }

    func product(_ rows: [Triple], _ vector: Triple) -> Triple {
        [(rows[0] * vector).sum(), (rows[1] * vector).sum(), (rows[2] * vector).sum()]
    }

    func luminance(_ light: Triple) -> Double { (light * [0.2126729, 0.7151522, 0.0721750]).sum() }

    func contrast(_ one: Triple, _ other: Triple) -> Double {
        let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)
    }

    func lab(_ light: Triple) -> Triple {
        let rows: [Triple] = [
            [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
        ]
        let relative = product(rows, light) / [0.95047, 1, 1.08883]
        func root(_ value: Double) -> Double {
            value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
        }
        let (x, y, z) = (root(relative.x), root(relative.y), root(relative.z))
        return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
    }

    @Test("Every text of a verdict stands out at 9 to 1 or better, and so does every other text at 4.5 to 1")
    func contrast() throws {
        let (light, dark) = (try colour("on-dark"), try colour("on-light"))
        for name in ["admit", "used"] { #expect(contrast(try colour(name), dark) >= 9, "\(name)") }
        for name in ["refuse", "ask"] { #expect(contrast(try colour(name), light) >= 9, "\(name)") }
        for ground in ["black", "card"] {
            #expect(contrast(try colour(ground), try colour("ink")) >= 9)
            #expect(contrast(try colour(ground), try colour("dim")) >= 7)
        }
    }

    @Test("Any two verdicts are 57 or more apart, for normal and for colour-blind eyes")
    func distance() throws {
        for eye in Self.eyes {
            let seen = try Self.verdicts.map { name in
                lab(product(eye.rows, try colour(name)).clamped(lowerBound: .zero, upperBound: .one))
            }
            for one in seen.indices {
                for other in seen.indices where other > one {
                    let difference = seen[one] - seen[other]
                    let distance = (difference * difference).sum().squareRoot()
                    #expect(distance >= 57, "\(eye.name): \(Self.verdicts[one]) and \(Self.verdicts[other])")
                }
            }
        }
    }

    @Test("The arithmetic gives the published values")
    func arithmetic() throws {
        #expect(abs(contrast(.one, .zero) - 21) < 1e-5)
        let red = lab([1, 0, 0])
        #expect(abs(red.x - 53.24) < 0.01 && abs(red.y - 80.09) < 0.01 && abs(red.z - 67.20) < 0.01)
    }
}
