// All readers on the same pictures in the same run.

import QRReader

/// The readers that are compared; they run alternately, never two at a time.
struct DecoderPanel {
    let readers: [DecoderProcess]
    private let folder: String

    /// Starts the readers; omits zxing-cpp if it is not installed.
    ///
    /// - Parameters:
    ///   - kinds: The readers, ours first.
    ///   - context: The context for programs and files.
    /// - Throws: ``BenchmarkError``.
    init(_ kinds: [DecoderKind], in context: BenchmarkContext) throws {
        folder = context.folder
        readers = try kinds.compactMap { kind in
            try kind.command(in: context).map { try DecoderProcess(kind, command: $0) }
        }
    }

    /// Decodes pictures with every reader.
    ///
    /// The reader that begins changes from round to round, and a round covers all pictures before the next one
    /// begins.
    ///
    /// - Parameters:
    ///   - frames: The pictures.
    ///   - rounds: The number of rounds, 1 or more.
    /// - Returns: For each picture one answer per reader, with the median time of the rounds.
    /// - Throws: ``BenchmarkError``.
    func decode(_ frames: [Frame], rounds: Int) throws -> [[DecodeAnswer]] {
        let files = try frames.enumerated().map { number, frame in
            try LumaFile(frame, at: "\(folder)/luma-\(number)-\(UInt64.random(in: 0 ... .max))")
        }
        defer { files.forEach { $0.remove() } }
        var times = files.map { _ in readers.map { _ in [Int]() } }
        var answers = files.map { _ in readers.map { _ in DecodeAnswer(nanoseconds: 0, codes: []) } }
        for round in 0..<rounds {
            for (picture, file) in files.enumerated() {
                for turn in readers.indices {
                    let reader = (turn + round) % readers.count
                    answers[picture][reader] = try readers[reader].decode(file)
                    times[picture][reader].append(answers[picture][reader].nanoseconds)
                }
            }
        }
        for picture in files.indices {
            for reader in readers.indices {
                answers[picture][reader].nanoseconds = times[picture][reader].sorted()[rounds / 2]
            }
        }
        return answers
    }

    /// Decodes a picture again and again with one reader, as a camera's frames of something that is held still.
    ///
    /// - Parameters:
    ///   - frame: The picture.
    ///   - reader: The index of the reader.
    ///   - most: How often at most, until it has read something.
    /// - Returns: The codes of the last answer.
    /// - Throws: ``BenchmarkError``.
    func decode(_ frame: Frame, by reader: Int, most: Int) throws -> [DecodeAnswer.Code] {
        let file = try LumaFile(frame, at: "\(folder)/luma-held-\(UInt64.random(in: 0 ... .max))")
        defer { file.remove() }
        for _ in 0..<most {
            let answer = try readers[reader].decode(file)
            if !answer.codes.isEmpty { return answer.codes }
        }
        return []
    }
}
