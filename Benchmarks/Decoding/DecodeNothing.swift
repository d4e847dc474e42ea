// decode.nothing: what is read where nothing is.

import DoorPictures
import Glibc
import QRReader
import TicketPrinting

/// Readings in frames without a code that can be read. Every one is false.
struct DecodeNothing: Benchmark {
    let name = "decode.nothing"
    let summary = "readings in frames of noise, print, stripes, squares and unreadable codes; every one is false"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let panel = try DecoderPanel(DecoderKind.allCases, in: context)
        var table = ResultTable(readers: panel.readers)
        var total = ResultTable(readers: panel.readers)
        var falseReads: [String] = []
        for number in 0..<(context.isQuick ? NothingKind.allCases.count : context.options.frames) {
            let frame = try NothingFrame(number, seed: context.options.seed)
            let answers = try panel.decode([frame.frame], rounds: 1)[0]
            for (reader, answer) in zip(panel.readers, answers) where !answer.codes.isEmpty {
                falseReads.append("\(reader.name) reads something in frame \(number) (\(frame.kind.rawValue)).")
            }
            table.add(answers, to: frame.kind.rawValue, codes: 0) { (0, $0.count) }
            total.add(answers, to: "all", codes: 0) { (0, $0.count) }
        }
        return .table(table.lines() + [""] + total.lines() + falseReads, total.figures(name, ours: .thorough))
    }
}

/// What a frame without a readable code shows.
enum NothingKind: String, CaseIterable {
    case noise
    /// Glyphs in lines.
    case print
    case stripes
    /// Squares in squares, as in finder patterns.
    case squares
    /// The fixed patterns of a QR code, and random data.
    case unreadable = "unreadable codes"
    /// Bars, or random modules beside an L or around a bullseye.
    case others = "other kinds of codes"
}

/// A frame without a readable code, by number.
struct NothingFrame {
    let kind: NothingKind
    let frame: Frame

    /// In pixels.
    private static let (width, height) = (640, 480)

    /// Draws a frame at any rotation, sharp or blurred, with noise; successive numbers cycle through the kinds.
    ///
    /// - Parameters:
    ///   - number: 0 or more.
    ///   - seed: The same seed gives the same frame on every machine.
    /// - Throws: `DoorPictureError`.
    init(_ number: Int, seed: UInt64) throws {
        kind = NothingKind.allCases[number % NothingKind.allCases.count]
        var chance = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
        let module = Double.random(in: 1.5...12, using: &chance)
        let angle = Double.random(in: 0..<(2 * .pi), using: &chance)
        let (across, down) = (cos(angle) / module, sin(angle) / module)
        let (dark, light) = (Double.random(in: 10...90, using: &chance), Double.random(in: 130...245, using: &chance))
        let pattern = NothingPattern(kind, using: &chance)
        let isInverted = Int.random(in: 0..<4, using: &chance) == 0
        var luma: [UInt8] = []
        luma.reserveCapacity(Self.width * Self.height)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                // Four samples for each pixel.
                let share = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)].reduce(0.0) { sum, offset in
                    let (column, row) = (
                        Double(x - Self.width / 2) + offset.0, Double(y - Self.height / 2) + offset.1
                    )
                    let isDark = pattern.isDark(column * across - row * down, column * down + row * across)
                    return sum + (isDark != isInverted ? 0.25 : 0)
                }
                luma.append(UInt8(light + (dark - light) * share))
            }
        }
        let blur = PhotoBlur.allCases.randomElement(using: &chance) ?? .outOfFocus
        // A third is sharp; the others are blurred by up to two and a half modules.
        let isSharp = Int.random(in: 0..<3, using: &chance) == 0
        let pixels = isSharp ? 0 : Double.random(in: 0...2.5 * module, using: &chance)
        frame = Frame(
            try GrayPicture(width: Self.width, height: Self.height, luma: luma)
                .blurred(by: blur, pixels: pixels, noiseSigma: .random(in: 0...8, using: &chance), using: &chance))
    }
}

/// A drawing in modules, around its middle.
private struct NothingPattern {
    private let kind: NothingKind
    /// Random bits.
    private let bits: [UInt64]
    /// The side of a code, or the width of stripes.
    private let side: Int
    private let variant: Int

    init(_ kind: NothingKind, using chance: inout SplitMix64) {
        self.kind = kind
        bits = (0..<1024).map { _ in chance.next() }
        variant = Int.random(in: 0..<3, using: &chance)
        // A QR code of version 1 to 10.
        side = 17 + 4 * Int.random(in: 1...10, using: &chance)
    }

    /// - Parameters:
    ///   - x: To the right of the middle, in modules.
    ///   - y: Below the middle, in modules.
    /// - Returns: Whether the drawing is dark there.
    func isDark(_ x: Double, _ y: Double) -> Bool {
        let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        return switch kind {
        case .noise: bit(column, row)
        case .print: glyph(column, row)
        case .stripes: stripes(column, row)
        case .squares: squares(column, row)
        case .unreadable: code(column + side / 2, row + side / 2)
        case .others: otherCode(column + side / 2, row + side / 2)
        }
    }

    private func bit(_ column: Int, _ row: Int) -> Bool {
        var hash = UInt64(bitPattern: Int64(column)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: Int64(row))
        hash = (hash ^ bits[0]) &* 0xBF58_476D_1CE4_E5B9
        return (hash ^ hash >> 29) & 1 << 40 != 0
    }

    /// One of 30 glyphs of 5 by 7 modules for each place of a line, or a gap between words.
    private func glyph(_ column: Int, _ row: Int) -> Bool {
        let (place, line) = (floorDivided(column, by: 6), floorDivided(row, by: 10))
        let (x, y) = (column - 6 * place, row - 10 * line)
        let number = Int(bits[(place &* 31 &+ line &* 17) & 1023] % 36)
        guard x < 5, y < 7, number < 30 else { return false }
        return bits[number] >> UInt64(7 * x + y) & 1 == 1
    }

    /// Stripes of two widths, of random widths, or checks.
    private func stripes(_ column: Int, _ row: Int) -> Bool {
        switch variant {
        case 0: floorDivided(column, by: 2 + side / 12) & 1 == 0
        case 1: bits[column & 1023] & 3 > 1
        default: (floorDivided(column, by: 1 + side / 20) + floorDivided(row, by: 1 + side / 15)) & 1 == 0
        }
    }

    /// Finder patterns in a grid, some of which lack a ring.
    private func squares(_ column: Int, _ row: Int) -> Bool {
        let period = 8 + side / 8
        let (place, line) = (floorDivided(column, by: period), floorDivided(row, by: period))
        let ring = max(abs(column - period * place - 4), abs(row - period * line - 4))
        guard ring < 4 else { return false }
        return bits[(place &* 31 &+ line &* 17) & 1023] >> UInt64(4 * variant + ring) & 3 != 0 && ring != 2
    }

    private func code(_ column: Int, _ row: Int) -> Bool {
        guard 0..<side ~= column, 0..<side ~= row else { return false }
        for (x, y) in [(0, 0), (side - 7, 0), (0, side - 7)] {
            let ring = max(abs(column - x - 3), abs(row - y - 3))
            if ring <= 4 { return ring != 2 && ring != 4 }
        }
        if column == 6 || row == 6 { return (column + row) & 1 == 0 }
        let last = max(abs(column - side + 7), abs(row - side + 7))
        if side > 21, last <= 2 { return last != 1 }
        return bit(column, row)
    }

    private func otherCode(_ column: Int, _ row: Int) -> Bool {
        guard 0..<side ~= column, 0..<side ~= row else { return false }
        switch variant {
        case 0: return bits[column & 1023] & 1 == 1
        case 1:
            if column == 0 || row == side - 1 { return true }
            if row == 0 || column == side - 1 { return (column + row) & 1 == 0 }
            return bit(column, row)
        default:
            let ring = max(abs(column - side / 2), abs(row - side / 2))
            return ring < 6 ? ring & 1 == 0 : bit(column, row)
        }
    }

    private func floorDivided(_ value: Int, by divisor: Int) -> Int {
        Int((Double(value) / Double(divisor)).rounded(.down))
    }
}
