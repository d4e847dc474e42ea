// Messages between a process and its decoder; pictures are in the memory that they share.

internal import Glibc

/// Eight numbers, which always fit into one packet.
struct DecoderMessage: Sendable, Hashable {
    /// The kind of request or answer.
    let kind: Int
    /// At most six numbers; the others are 0.
    let numbers: [Int]

    private static let count = 8

    init(kind: Int, _ numbers: [Int]) {
        self.kind = kind
        self.numbers = Array((numbers + Array(repeating: 0, count: Self.count)).prefix(Self.count - 1))
    }

    /// Waits for a message from the other side.
    ///
    /// - Parameter socket: One end of a `SOCK_SEQPACKET` pair.
    /// - Returns: The message; nil if the other side is gone or sends something of another length.
    static func receive(from socket: Int32) -> DecoderMessage? {
        var words = [Int](repeating: 0, count: Self.count)
        let size = Self.count * MemoryLayout<Int>.size
        var got: Int
        repeat { got = read(socket, &words, size) } while got < 0 && errno == EINTR
        guard got == size else { return nil }
        return DecoderMessage(kind: words[0], Array(words.dropFirst()))
    }

    /// Sends the message immediately or not at all: otherwise, a side that does not read would block us indefinitely.
    ///
    /// - Parameter socket: One end of a `SOCK_SEQPACKET` pair.
    /// - Returns: Whether it was sent.
    func send(to socket: Int32) -> Bool {
        let words = [kind] + numbers
        let size = words.count * MemoryLayout<Int>.size
        var sent: Int
        // The other side may be gone, and `write` would then end this process with SIGPIPE.
        repeat {
            sent = Glibc.send(socket, words, size, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        } while sent < 0 && errno == EINTR
        return sent == size
    }

    /// Sends the message with `write`, the only such call allowed in a confined process, which has nothing to lose.
    ///
    /// - Parameter socket: As for ``send(to:)``.
    /// - Returns: Whether it was sent.
    func answer(to socket: Int32) -> Bool {
        let words = [kind] + numbers
        let size = words.count * MemoryLayout<Int>.size
        return write(socket, words, size) == size
    }
}
