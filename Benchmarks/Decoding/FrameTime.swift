// frame: the cost of one camera frame.

import Scanner

/// Time or instructions per camera frame, with and without a code, decoding alone.
struct FrameTime: Benchmark {
    let name = "frame"
    let summary = "ms per 720p and 1080p frame with a code and without, against zbar alone and zxing-cpp"

    private static let kinds: [DecoderKind] = [.live, .zbar, .zxing]
    private static let heights = [720, 1080]

    func run(in context: BenchmarkContext) async throws -> Outcome {
        context.options.count ? try count(in: context) : try time(in: context)
    }

    private static func cells() -> [(kind: FrameKind, height: Int, name: String)] {
        heights.flatMap { height in FrameKind.allCases.map { ($0, height, "\(height)p \($0.rawValue)") } }
    }

    /// Measures the time of a frame: the median of rounds in which the kinds of frames alternate, because a camera's
    /// frames vary too.
    private func time(in context: BenchmarkContext) throws -> Outcome {
        let panel = try DecoderPanel(Self.kinds, in: context)
        let cells = Self.cells()
        var sheet = cells.map { _ in panel.readers.map { _ in Tally() } }
        for number in 0..<(context.isQuick ? 1 : 40) {
            let seed = context.options.seed &* 1_000_003 &+ UInt64(number)
            let frames = try cells.map { try $0.kind.frame(height: $0.height, seed: seed) }
            for (cell, answers) in try panel.decode(frames, rounds: context.isQuick ? 1 : 3).enumerated() {
                for (reader, answer) in answers.enumerated() {
                    let count = answer.codes.count
                    sheet[cell][reader].add(read: count, falseReads: 0, nanoseconds: answer.nanoseconds)
                }
            }
        }
        let header = ["frame"] + panel.readers.flatMap { ["\($0.name): p50 ms", "worst", "read"] }
        let rows = zip(cells, sheet).map { cell, tallies in
            [cell.name]
                + tallies.flatMap { tally in
                    [0.5, 1].map { FigureTable.text(tally.milliseconds(of: $0)) } + ["\(tally.read)"]
                }
        }
        let values = sheet.map { $0.map { $0.milliseconds(of: 0.5) } }
        return .table(
            MarkdownTable.lines([header] + rows),
            Self.figures(name, .milliseconds, values, panel.readers.map(\.name)))
    }

    /// Counts instructions in the second pass over the frames, when every reader has allocated its memory.
    private func count(in context: BenchmarkContext) throws -> Outcome {
        let cells = Self.cells()
        let files = try cells.map { cell in
            try LumaFile(
                cell.kind.frame(height: cell.height, seed: context.options.seed),
                at: "\(context.folder)/\(cell.name)")
        }
        let kinds = Self.kinds.filter { $0.command(in: context) != nil }
        let counts = try kinds.map { try InstructionCount.decoding(files, with: $0, in: context) }
        let rows = zip(cells.indices, cells).map { index, cell in
            [cell.name] + counts.map { FigureTable.text($0[index]) }
        }
        let labels = try DecoderPanel(kinds, in: context).readers.map(\.name)
        let values = cells.indices.map { cell in counts.map { $0[cell] } }
        return .table(
            MarkdownTable.lines([["million instructions"] + labels] + rows),
            Self.figures(name + ".count", .instructions, values, labels))
    }

    /// Returns the figures of our reader against each peer.
    private static func figures(
        _ bench: String, _ unit: Figure.Unit, _ values: [[Double]], _ readers: [String]
    ) -> [Figure] {
        zip(cells(), values).flatMap { cell, values in
            zip(readers, values).dropFirst().enumerated().map { index, peer in
                let isBest = index == readers.count - 2 && readers.count == kinds.count
                let goal: Figure.Goal? =
                    isBest && cell.height == 720 ? .atMost(0.7) : nil
                let name = "\(bench).\(cell.height)p.\(cell.kind)"
                return Figure(
                    name, in: unit, against: peer.0, goal: goal, Samples(ours: values[0], theirs: peer.1))
            }
        }
    }
}
