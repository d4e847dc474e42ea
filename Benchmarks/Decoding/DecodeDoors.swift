// decode.doors: drawn frames of a door, from mild to severe.

import FoundationEssentials
import Glibc
import QRReader

/// The rate of codes read in drawn frames of a door, by impairment and severity, decoding alone.
///
/// Live reading sees each frame once and as the first of its kind, so it does not search for blurred codes. Then it
/// sees those that it has not read again, as when a guest holds a ticket still for a quarter of a second.
struct DecodeDoors: Benchmark {
    /// Frames with 14 kinds of disturbance.
    static let doors = DecodeDoors(
        part: "doors", impairments: DoorImpairment.all,
        summary:
            "codes read and ms per drawn frame of a door by impairment and severity, against zbar alone and zxing-cpp")
    /// Frames with nine kinds of blur.
    static let blur = DecodeDoors(
        part: "blur", impairments: DoorImpairment.blurs,
        summary: "the same by kind of blur and its amount, at any rotation in front of leaves")

    let part: String
    let impairments: [DoorImpairment]
    let summary: String

    var name: String { "decode." + part }

    private static let kinds = DecoderKind.allCases
    /// How many of a camera's frames show a ticket that is held still.
    private static let heldFrames = 8

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let panel = try DecoderPanel(Self.kinds, in: context)
        let cells = impairments.reduce(0) { $0 + $1.severities.count }
        var troubles = ResultTable(readers: panel.readers)
        var total = ResultTable(readers: panel.readers)
        var severities = ResultTable(readers: panel.readers)
        let live = panel.readers.firstIndex { $0.kind == .live }
        var held = (read: 0, false: 0)
        for number in 0..<(context.isQuick ? cells : context.options.frames) {
            let door = try DoorFrame(number, of: impairments, seed: context.options.seed)
            let answers = try panel.decode([door.frame], rounds: 1)[0]
            func judge(_ codes: [DecodeAnswer.Code]) -> (read: Int, false: Int) {
                let right = codes.count { $0.bytes == Array(door.text.utf8) }
                return (min(right, 1), codes.count - right)
            }
            troubles.add(answers, to: door.impairment.name, codes: 1, judge: judge)
            severities.add(answers, to: Self.cell(door.impairment, door.severity), codes: 1, judge: judge)
            total.add(answers, to: "all", codes: 1, judge: judge)
            guard let live else { continue }
            var codes = answers[live].codes
            if codes.isEmpty { codes = try panel.decode(door.frame, by: live, most: Self.heldFrames - 1) }
            let verdict = judge(codes)
            held = (held.read + verdict.read, held.false + verdict.false)
        }
        if let folder = context.options.plots {
            let path = "\(folder)/\(part).svg"
            let plot = RatePlot(panels: panels(severities), readers: Self.curves(panel.readers))
            guard FileManager.default.createFile(atPath: path, contents: Data(plot.svg.utf8)) else {
                throw BenchmarkError.folder(path: folder, errno: errno)
            }
        }
        return .table(
            troubles.lines() + [""] + total.lines()
                + ["", "live, held still for \(Self.heldFrames) frames: \(held.read) read, \(held.false) false"],
            total.figures(name, ours: .thorough) + total.figures(name, ours: .live))
    }

    private static func cell(_ impairment: DoorImpairment, _ severity: Double) -> String {
        "\(impairment.name) \(severity)"
    }

    private func panels(_ sheet: ResultTable) -> [RatePlot.Panel] {
        impairments.map { impairment in
            RatePlot.Panel(
                title: impairment.name, unit: impairment.unit, severities: impairment.severities,
                rates: Self.kinds.map { kind in
                    impairment.severities.compactMap { sheet.share(of: Self.cell(impairment, $0), by: kind) }
                })
        }
    }

    private static func curves(_ readers: [DecoderProcess]) -> [String?] {
        kinds.map { kind in readers.first { $0.kind == kind }?.name }
    }
}
