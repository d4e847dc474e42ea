// Codes that a keyboard-wedge scanner types into standard input.

import BlockingCalls
import Glibc

/// Reads lines from standard input on a thread of its own.
package actor StandardInput {
    private let queue = BlockingQueue(label: "standard input")
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// Longer lines cannot be codes: a QR code holds at most 4,296 characters (ISO/IEC 18004).
    private static let longestLine = 8192

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter descriptor: What to read; it stays open.
    package init(_ descriptor: Int32 = STDIN_FILENO) {
        self.descriptor = descriptor
    }

    /// Waits for the next line.
    ///
    /// - Returns: The line without its LF or CR LF; `nil` at the end of the input or if the task is cancelled.
    func next() -> String? {
        while !Task.isCancelled {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = pending[..<end]
                pending.removeSubrange(...end)
                return Self.text(line)
            }
            if isAtEnd {
                defer { pending = [] }
                return pending.isEmpty ? nil : Self.text(pending[...])
            }
            // It is answered like any other that is no ticket.
            if pending.count > Self.longestLine { pending.removeSubrange(Self.longestLine...) }
            readMore()
        }
        return nil
    }

    /// Waits a tenth of a second for more input, so that a cancelled task ends soon.
    private func readMore() {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 100) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 { pending += buffer.prefix(count) } else { isAtEnd = count == 0 || errno != EINTR }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
}
