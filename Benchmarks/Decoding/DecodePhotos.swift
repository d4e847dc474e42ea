// decode.photos: pictures from other sources.

import FoundationEssentials
import Scanner

/// Codes read, codes read incorrectly and time per picture on a folder of labelled pictures, decoding alone.
struct DecodePhotos: Benchmark {
    let name = "decode.photos"
    let summary = "codes read, false reads and ms per picture of a labelled folder, against zbar alone and zxing-cpp"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        guard let folder = context.images else {
            return .skipped("\(name) needs labelled pictures: give --images FOLDER or set DOORCHECK_IMAGES.")
        }
        let panel = try DecoderPanel(DecoderKind.allCases, in: context)
        var sets = ResultTable(readers: panel.readers)
        var groups = ResultTable(
            readers: panel.readers, sets: ["outlined", "text known", "without a code", "all"])
        let pictures = try LabelledPicture.all(in: folder)
        // Pictures are not reduced: every reader gets every pixel.
        let limits = ImageLimits(photoPixels: .max)
        for picture in pictures.enumerated().filter({ !context.isQuick || $0.offset.isMultiple(of: 10) }).map(
            \.element)
        {
            let file = try Data(contentsOf: URL(filePath: "\(folder)/\(picture.file)"))
            let frame = try ImageFile.decode([UInt8](file), limits: limits).frame
            let answers = try panel.decode([frame], rounds: context.isQuick ? 1 : 3)[0]
            sets.add(answers, to: picture.set, codes: picture.codes, judge: picture.judge)
            for group in [picture.group, "all"] {
                groups.add(answers, to: group, codes: picture.codes, judge: picture.judge)
            }
        }
        return .table(
            sets.lines() + [""] + groups.lines(),
            groups.figures(name, ours: .thorough, goals: ["outlined": .atMost(1.0)])
                + groups.figures(name, ours: .live, goals: ["outlined": .atMost(0.6)]))
    }
}

extension LabelledPicture {
    /// The group of pictures with the same kind of label.
    fileprivate var group: String {
        switch kind {
        case .quads: "outlined"
        case .text, .count, .unk: "text known"
        case .neg: "without a code"
        }
    }
}
