// decode.blur.photos: pictures from other sources, blurred.

import DoorPictures
import FoundationEssentials
import QRReader
import Scanner
import TicketPrinting

/// Codes read in photographs that were sharp enough for all good readers, after blurring them in light.
struct DecodeBlurredPhotos: Benchmark {
    let name = "decode.blur.photos"
    let summary = "codes read in a labelled folder's sharp pictures after blurring them, by kind of blur and its amount"

    /// The amounts, in percent of the symbol's side: 3.4 is a module of a symbol with 29.
    private static let amounts = [3.0, 5, 7]
    private static let noiseSigma = 2.0
    /// The most pixels of a picture.
    private static let mostPixels = 1_500_000

    func run(in context: BenchmarkContext) async throws -> Outcome {
        guard let folder = context.images else {
            return .skipped("\(name) needs labelled pictures: give --images FOLDER or set DOORCHECK_IMAGES.")
        }
        let panel = try DecoderPanel(DecoderKind.allCases, in: context)
        var table = ResultTable(readers: panel.readers)
        var total = ResultTable(readers: panel.readers)
        var decoder = try QRDecoder()
        let pictures = try LabelledPicture.all(in: folder)
            .filter { $0.codes == 1 && [.text, .quads].contains($0.kind) }
        for (number, picture) in pictures.enumerated() where !context.isQuick || number.isMultiple(of: 40) {
            let file = try Data(contentsOf: URL(filePath: "\(folder)/\(picture.file)"))
            let sharp = try ImageFile.decode([UInt8](file), limits: ImageLimits(photoPixels: .max)).frame
            guard sharp.luma.count <= Self.mostPixels, try isSharp(sharp, picture, panel),
                let code = try decoder.decode(sharp, effort: .thorough).first
            else { continue }
            let side = (0..<4).reduce(0) { $0 + code.corners[$1].distance(to: code.corners[($1 + 1) % 4]) } / 4
            var chance = SplitMix64(seed: context.options.seed &* 1_000_003 &+ UInt64(number))
            for blur in PhotoBlur.allCases {
                for amount in Self.amounts {
                    let blurred = try GrayPicture(width: sharp.width, height: sharp.height, luma: sharp.luma)
                        .blurred(
                            by: blur, pixels: min(Double(side) * amount / 100, 100), noiseSigma: Self.noiseSigma,
                            using: &chance)
                    let answers = try panel.decode([Frame(blurred)], rounds: 1)[0]
                    table.add(answers, to: "\(blur.rawValue), \(amount) %", codes: 1, judge: picture.judge)
                    total.add(answers, to: "all", codes: 1, judge: picture.judge)
                }
            }
        }
        return .table(table.lines() + [""] + total.lines(), total.figures(name, ours: .thorough))
    }

    /// Returns whether our reader and zxing-cpp read the picture as it is.
    private func isSharp(_ frame: Frame, _ picture: LabelledPicture, _ panel: DecoderPanel) throws -> Bool {
        let answers = try panel.decode([frame], rounds: 1)[0]
        return zip(panel.readers, answers).allSatisfy { reader, answer in
            reader.kind != .thorough && reader.kind != .zxing || picture.judge(answer.codes).read == picture.codes
        }
    }
}
