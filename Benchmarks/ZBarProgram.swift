// The peer's side of read.

import FoundationEssentials

/// `zbarimg` for QR codes only, on a list of pictures.
struct ZBarProgram {
    private let pictures: [String]
    private let output: String

    /// - Parameters:
    ///   - pictures: Paths.
    ///   - workshop: For files.
    init(pictures: [String], workshop: BenchmarkContext) {
        self.pictures = pictures
        output = workshop.folder + "/zbarimg"
    }

    /// Reads all pictures, shared out evenly to as many processes as there are cores to use.
    ///
    /// - Parameter cores: How many to use.
    /// - Throws: ``BenchmarkError`` when the program is missing or crashes.
    func read(cores: Int) throws {
        // XML because a code may hold line ends, and so --raw cannot be counted.
        let options = ["--nodbus", "-q", "--xml", "-Sdisable", "-Sqrcode.enable"]
        let processes = try (0..<cores).map { core in
            let share = stride(from: core, to: pictures.count, by: cores).map { pictures[$0] }
            return try ChildProcess("zbarimg", options + share, output: output + "\(core)")
        }
        for process in processes { try process.wait() }
    }

    /// The codes in the output of the last run on one core.
    func codesRead() -> Int {
        let text = String(decoding: FileManager.default.contents(atPath: output + "0") ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").count { $0.contains("<symbol ") }
    }
}
