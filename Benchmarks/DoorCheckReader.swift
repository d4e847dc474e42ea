// Our side of check.images.

import FoundationEssentials

/// `doorcheck check` on a list of pictures, with an event that none of their codes is for.
struct DoorCheckReader {
    private let program: String
    private let configuration: String
    private let list: String
    private let output: String

    /// Makes an event and the list of pictures.
    ///
    /// - Parameters:
    ///   - pictures: Paths.
    ///   - workshop: For files and the program.
    /// - Throws: ``BenchmarkError`` when a command fails.
    init(pictures: [String], workshop: Workshop) throws {
        program = workshop.programs + "/doorcheck"
        configuration = workshop.folder + "/doorcheck.toml"
        list = workshop.folder + "/pictures"
        output = workshop.folder + "/verdicts"
        try Data("ledger = \"check.sqlite\"\nkeys = \"keys\"\n".utf8).write(to: URL(filePath: configuration))
        try Data(pictures.joined(separator: "\n").utf8).write(to: URL(filePath: list))
        for arguments in [["key", "new"], ["event", "new", "Summer Night"]] {
            try ChildProcess(program, arguments + ["--config", configuration], output: output).waitForSuccess()
        }
    }

    /// Checks all pictures.
    ///
    /// - Parameter cores: How many to use.
    /// - Throws: ``BenchmarkError`` when the program crashes.
    func read(cores: Int) throws {
        let arguments = ["check", "--json", "-q", "-j", "\(cores)", "--files-from", list, "--config", configuration]
        try ChildProcess(program, arguments, output: output).wait()
    }

    /// The codes in the output of the last run: its lines, but for pictures without a code.
    func codesRead() -> Int {
        let text = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").count { !$0.contains("\"reason\":\"no-code\"") }
    }
}
