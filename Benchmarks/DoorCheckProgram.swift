// Our side of the benchmark read.

import FoundationEssentials

/// `doorcheck read` on a list of pictures.
struct DoorCheckProgram {
    private let program: String
    private let list: String
    private let output: String

    /// Writes the list of pictures.
    ///
    /// - Parameters:
    ///   - pictures: The paths of the pictures.
    ///   - context: The context for files and the program.
    /// - Throws: An error if the disk is full.
    init(pictures: [String], context: BenchmarkContext) throws {
        program = context.programs + "/doorcheck"
        list = context.folder + "/pictures"
        output = context.folder + "/readings"
        try Data(pictures.joined(separator: "\n").utf8).write(to: URL(filePath: list))
    }

    /// Reads all pictures.
    ///
    /// - Parameter cores: The number of cores to use.
    /// - Throws: ``BenchmarkError`` if the program crashes.
    func read(cores: Int) throws {
        try ChildProcess(program, ["read", "--json", "-q", "-j", "\(cores)", "--files-from", list], output: output)
            .wait()
    }

    /// Returns the number of codes in the output of the last run: its lines, except those of pictures without a code.
    func codesRead() -> Int {
        let text = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").count { $0.contains("\"text\":") || $0.contains("\"hex\":") }
    }
}
