// decode.width: how large a code has to be in the picture.

import DoorPictures
import QRReader
import TicketPrinting

/// The width of a code in pixels, without its margin, from which on a camera's frames are read: of suite 2, whose
/// codes have more modules, against suite 1.
struct DecodeWidth: Benchmark {
    let name = "decode.width"
    let summary = "the width of a code, in pixels, at which 95 % of a camera's frames are read: suite 2 against suite 1"

    /// How much text the codes of the suites have behind `DC1:`, in characters.
    private static let lengths = (first: 104, second: 150)
    private static let share = 0.95
    /// In pixels: from hardly ever read to always.
    private static let widths = Array(stride(from: 56.0, through: 128, by: 4))
    private static let framesPerWidth = 100

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let panel = try DecoderPanel([.live], in: context)
        let frames = context.isQuick ? 2 : Self.framesPerWidth
        let figures = try [(DoorScene.Preset.phone, "", 1.07), (.paper, ".paper", nil)].map { preset, part, goal in
            func width(_ length: Int) throws -> Double {
                let shares = try Self.widths.map {
                    try share(read: frames, of: length, at: $0, preset, by: panel, context.options.seed)
                }
                return Self.width(from: shares)
            }
            let samples = Samples(ours: try width(Self.lengths.second), theirs: try width(Self.lengths.first))
            return Figure(
                name + part, in: .pixels, against: "suite 1", goal: goal.map { .atMost($0) }, samples)
        }
        return .figures(figures)
    }

    /// Returns the share of frames that are read, each of another code at another rotation and tilt.
    private func share(
        read count: Int, of length: Int, at width: Double, _ preset: DoorScene.Preset, by panel: DecoderPanel,
        _ seed: UInt64
    ) throws -> Double {
        var read = 0
        for number in 0..<count {
            // The same scenes for both suites and all widths.
            var chance = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
            var scene = DoorScene(preset, using: &chance)
            let text = DoorFrame.code(of: length, using: &chance)
            let symbol = try DoorFrame.symbol(text, on: scene.carrier)
            scene.modulePixels = width / Double(symbol.size)
            let answer = try panel.decode([Frame(try photograph(symbol, scene: scene, using: &chance))], rounds: 1)
            if answer[0][0].codes.contains(where: { $0.bytes == Array(text.utf8) }) { read += 1 }
        }
        return Double(read) / Double(count)
    }

    /// Returns the smallest width from which on the share is reached, between two widths by proportion.
    private static func width(from shares: [Double]) -> Double {
        let last = shares.lastIndex { $0 < share } ?? 0
        guard last + 1 < widths.count else { return widths[last] }
        let part = (share - shares[last]) / (shares[last + 1] - shares[last])
        return widths[last] + max(0, min(1, part)) * (widths[last + 1] - widths[last])
    }
}
