// The file with settings on a box's stick.

import DoorInstallation
import DoorOutput
import DoorTexts
import FoundationEssentials
import Glibc

/// A file of `doorcheck box setup`, and PROBLEM.TXT next to it.
struct SetupStick {
    let file: String

    /// For somebody who sees nothing but the stick.
    private var problem: String {
        file.lastIndex(of: "/").map { file[...$0] + "PROBLEM.TXT" } ?? "PROBLEM.TXT"
    }

    /// Gives the settings to the box, and removes them from the file.
    ///
    /// - Parameter installer: The box.
    /// - Returns: The settings; `nil` if a box has taken them already.
    /// - Throws: ``CommandError``, ``FileError`` and what the installer throws; PROBLEM.TXT then says the same.
    func install(with installer: BoxInstaller) async throws -> BoxSetup? {
        do {
            let setup = try read()
            guard !setup.isTaken else { return nil }
            try await installer.install(setup)
            try replace(by: setup.taken)
            unlink(problem)
            return setup
        } catch let error as BoxSetupError {
            save("\(error)")
            throw CommandError(.badData, "\(file.printable): \(error)")
        } catch {
            save("\(error)")
            throw error
        }
    }

    /// The problem itself is reported anyway, so an error here, such as of a full or read-only stick, is not.
    private func save(_ sentence: String) {
        let text = "The box did not take its settings.\n\n\(sentence)\n\nCorrect box.toml and start the box again.\n"
        try? OutputFile.save(Array(text.replacing("\n", with: "\r\n").utf8), to: problem)
    }

    private func read() throws -> BoxSetup {
        // One byte more than the limit shows that the file has more. Windows' editor puts a byte order mark first.
        let content = try SmallFile.read(file, atMost: BoxSetup.limit + 1).trimmingPrefix([0xEF, 0xBB, 0xBF])
        guard let text = String(validating: content, as: UTF8.self) else { throw BoxSetupError.notText }
        return try BoxSetup(text: text)
    }

    /// Replaces the file, and overwrites what it held.
    private func replace(by setup: BoxSetup) throws {
        let old = open(file, O_WRONLY | O_CLOEXEC)
        guard old >= 0 else { throw FileError("write \(file)", errno: errno) }
        defer { close(old) }
        guard let facts = FileFacts(descriptor: old) else { throw FileError("write \(file)", errno: errno) }
        let head = "# A box has taken these settings. For another one, write new ones: doorcheck box setup.\n"
        try OutputFile.replace(file, with: Array((head + setup.text).utf8))
        // The name is that of the new file; what remains open is the old one.
        let blanks = [UInt8](repeating: 0x20, count: facts.byteCount)
        guard write(old, blanks, blanks.count) == blanks.count, fsync(old) == 0 else {
            throw FileError("write \(file)", errno: errno)
        }
    }
}
