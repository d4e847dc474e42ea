// decode.approach: guests who bring a phone to the lens, from code in view to verdict.

import DoorPictures
import QRReader
import TicketPrinting

/// The time from the first frame that shows a whole code until a reader has read it, frame by frame at 30 frames a
/// second: what guests feel.
struct DecodeApproach: Benchmark {
    let name = "decode.approach"
    let summary =
        "ms from code in view to verdict while a phone is brought to the lens, against zbar alone and zxing-cpp"

    private static let kinds = DecoderKind.allCases
    /// A guest whose code is not read within this time is counted with it; in milliseconds.
    private static let longest = 3_000.0

    /// Until then every code has been in view for that long.
    private static let frameLimit = 150

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let panel = try DecoderPanel(Self.kinds, in: context)
        let guests = context.isQuick ? 1 : context.options.guests
        var (rows, figures): ([[String]], [Figure]) = ([], [])
        for kind in PhoneApproach.Kind.allCases {
            var waits = panel.readers.map { _ in [Double]() }
            for number in 0..<guests {
                let seed = context.options.seed &* 1_000_003 &+ UInt64(number)
                for (reader, wait) in try Self.waits(for: kind, seed: seed, at: panel).enumerated() {
                    waits[reader].append(wait)
                }
            }
            let sorted = waits.map { $0.sorted() }
            func wait(_ reader: Int, _ share: Double) -> Double {
                sorted[reader][min(Int(share * Double(guests)), guests - 1)]
            }
            rows += panel.readers.indices.map { reader in
                let late = sorted[reader].count { $0 >= Self.longest }
                return [kind.rawValue, panel.readers[reader].name]
                    + [0.5, 0.95].map { FigureTable.text(wait(reader, $0)) } + ["\(late)"]
            }
            guard let live = panel.readers.firstIndex(where: { $0.kind == .live }) else { continue }
            for (reader, peer) in panel.readers.enumerated() where peer.kind == .zbar || peer.kind == .zxing {
                figures += [("", 0.5), (".p95", 0.95)].map { part, share in
                    let samples = Samples(ours: wait(live, share), theirs: wait(reader, share))
                    return Figure("\(name).\(kind)\(part)", in: .milliseconds, against: peer.name, samples)
                }
            }
        }
        let header = ["\(guests) guests", "reader", "half, ms", "95 %, ms", "not within \(Int(Self.longest / 1000)) s"]
        return .table(MarkdownTable.lines([header] + rows), figures)
    }

    /// Returns how long each reader takes for one guest, in milliseconds.
    private static func waits(for kind: PhoneApproach.Kind, seed: UInt64, at panel: DecoderPanel) throws -> [Double] {
        let approach = PhoneApproach(kind, seed: seed)
        var chance = SplitMix64(seed: ~seed)
        let text = DoorFrame.code(using: &chance)
        let symbol = try DoorFrame.symbol(text, on: .phone)
        var waits = panel.readers.map { _ in longest }
        var first: Int?
        for number in 0..<frameLimit {
            guard waits.contains(longest) else { break }
            if first == nil, approach.showsAll(inFrame: number, ofModules: symbol.size) { first = number }
            let elapsed = first.map { Double(number - $0) * 1000 / PhoneApproach.frameRate } ?? 0
            guard elapsed < longest else { break }
            let picture = try photograph(symbol, during: approach.exposure(ofFrame: number), in: seed, using: &chance)
            for (reader, answer) in try panel.decode([Frame(picture)], rounds: 1)[0].enumerated() {
                guard waits[reader] == longest, answer.codes.contains(where: { $0.bytes == Array(text.utf8) }) else {
                    continue
                }
                waits[reader] = min(elapsed + Double(answer.nanoseconds) / 1e6, longest)
            }
        }
        return waits
    }
}
