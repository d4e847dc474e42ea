// Secrets that somebody types.

import Glibc

/// Reads secrets from standard input; a terminal does not show them.
package enum SecretInput {
    /// More than any secret has; the rest of a longer line is a mistake, such as a wrong file.
    private static let longest = 1024

    /// Reads a new password: from a terminal twice, otherwise the first line of standard input.
    ///
    /// - Returns: The password without the line's end.
    /// - Throws: ``CommandError`` if there is none, it is not UTF-8, or it was typed differently the second time;
    ///   ``FileError``.
    package static func newPassword() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line(edits: false) }
        let first = try typed("Password: ")
        guard try typed("The same again: ") == first else {
            throw CommandError(.badData, "The password was typed differently the second time; nothing was changed.")
        }
        return first
    }

    private static func typed(_ prompt: String) throws -> String {
        try withoutEcho {
            Terminal.draw(prompt)
            return try line(edits: true)
        }
    }

    /// Runs a body while the terminal shows nothing that is typed and acts on no key: otherwise Ctrl-C would end the
    /// program with the terminal as it is then.
    private static func withoutEcho<Value>(_ body: () throws -> Value) throws -> Value {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw FileError("use the terminal", errno: errno) }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
            throw FileError("hide what is typed", errno: errno)
        }
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            Terminal.note("")
        }
        return try body()
    }

    /// Reads a line byte by byte, so that what follows is left for others.
    ///
    /// - Parameter edits: Whether control keys are commands, as on a terminal.
    /// - Returns: The line without its end.
    /// - Throws: ``CommandError`` for a line that is empty, too long or not UTF-8; ``FileError``.
    private static func line(edits: Bool) throws -> String {
        var bytes: [UInt8] = []
        while let byte = try nextByte(), byte != UInt8(ascii: "\n") {
            guard bytes.count < longest else { throw CommandError(.badData, "The password is too long.") }
            switch (byte, edits) {
            case (Key.interrupt, true):
                throw CommandError(.usage, "The password was not typed to its end; nothing was changed.")
            case (Key.endOfInput, true): return try text(of: bytes)
            case (Key.backspace, true), (Key.delete, true):
                // A character is one byte that begins it, and others.
                while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
            case (Key.eraseLine, true): bytes = []
            default: bytes.append(byte)
            }
        }
        return try text(of: bytes)
    }

    /// What control keys send.
    private enum Key {
        static let (interrupt, endOfInput, backspace, eraseLine): (UInt8, UInt8, UInt8, UInt8) = (3, 4, 8, 21)
        static let delete: UInt8 = 127
    }

    private static func text(of bytes: [UInt8]) throws -> String {
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
        guard !line.isEmpty, let text = String(validating: line, as: UTF8.self) else {
            throw CommandError(.badData, "There is no password on standard input; give one as a line of UTF-8 text.")
        }
        return text
    }

    private static func nextByte() throws -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count >= 0 { return count == 1 ? byte : nil }
            guard errno == EINTR else { throw FileError("read standard input", errno: errno) }
        }
    }
}
