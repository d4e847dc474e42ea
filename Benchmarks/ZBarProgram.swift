// The peer's side of the benchmark read.

import FoundationEssentials

/// `zbarimg` for QR codes only, on a list of pictures.
struct ZBarProgram {
    private let pictures: [String]
    private let output: String

    /// - Parameters:
    ///   - pictures: The paths of the pictures.
    ///   - context: The context for files.
    init(pictures: [String], context: BenchmarkContext) {
        self.pictures = pictures
        output = context.folder + "/zbarimg"
    }

    /// Reads all pictures, distributed evenly over one process per core.
    ///
    /// - Parameter cores: The number of cores to use.
    /// - Throws: ``BenchmarkError`` if the program is missing or crashes.
    func read(cores: Int) throws {
        // XML, because codes may contain line ends, so the output of --raw cannot be counted.
        let options = ["--nodbus", "-q", "--xml", "-Sdisable", "-Sqrcode.enable"]
        let processes = try (0..<cores).map { core in
            let share = stride(from: core, to: pictures.count, by: cores).map { pictures[$0] }
            return try ChildProcess("zbarimg", options + share, output: output + "\(core)")
        }
        for process in processes { try process.wait() }
    }

    /// Returns the number of codes in the output of the last run on one core.
    func codesRead() -> Int {
        let text = String(decoding: FileManager.default.contents(atPath: output + "0") ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").count { $0.contains("<symbol ") }
    }
}
