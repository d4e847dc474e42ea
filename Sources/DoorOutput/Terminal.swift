// Standard output and standard error.

import Glibc

/// Writes data to standard output and everything else to standard error.
package enum Terminal {
    /// Writes text to standard output, completely.
    ///
    /// - Throws: ``FileError`` if the output is closed, such as a broken pipe.
    package static func output(_ text: String) throws {
        try write(text.utf8, to: STDOUT_FILENO)
    }

    /// Writes bytes to standard output, completely.
    ///
    /// - Throws: ``FileError`` if the output is closed.
    package static func output(_ bytes: some Collection<UInt8>) throws {
        try write(bytes, to: STDOUT_FILENO)
    }

    /// Writes a line to standard error; ignores failures.
    package static func note(_ line: String) {
        try? write((line + "\n").utf8, to: STDERR_FILENO)
    }

    /// Draws on the screen through standard error, without a line end.
    package static func draw(_ text: String) {
        try? write(text.utf8, to: STDERR_FILENO)
    }

    /// Whether standard output is a screen.
    package static var outputIsScreen: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard error is a screen.
    package static var errorIsScreen: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether colours may be used on standard output (no-color.org).
    static var outputHasColour: Bool {
        guard outputIsScreen, getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true else { return false }
        return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }

    /// The number of columns of the screen; 80 if unknown.
    package static var columns: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { throw FileError("write to the output", errno: errno) }
                continue
            }
            rest = rest.dropFirst(count)
        }
    }
}
