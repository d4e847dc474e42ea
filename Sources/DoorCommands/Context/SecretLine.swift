// Secrets that a command gets in files, because other users see its arguments.

import DoorOutput
import DoorTexts
import FoundationEssentials

/// The only line of a file.
enum SecretLine {
    /// - Parameter path: A file of at most 4096 bytes with one line of text; `-` for a line of standard input.
    /// - Returns: The line.
    /// - Throws: ``FileError``, ``CommandError``.
    static func read(_ path: String) throws -> String {
        guard path != "-" else { return readLine() ?? "" }
        let bytes = try SmallFile.read(path, atMost: 4096)
        let lines = String(validating: bytes, as: UTF8.self)?.split(whereSeparator: \.isNewline) ?? []
        guard lines.count == 1, let line = lines.first else {
            throw CommandError(.badData, "\(path.printable) must hold one line of text and nothing else.")
        }
        return String(line)
    }
}
