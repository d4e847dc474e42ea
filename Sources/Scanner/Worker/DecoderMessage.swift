// What a process and the one that decodes for it say to each other; pictures lie in the memory that they share.

internal import Glibc

/// Eight numbers, which always fit into one packet.
struct DecoderMessage: Sendable, Hashable {
    /// Which request or answer it is.
    let kind: Int
    /// Six at most; others are 0.
    let numbers: [Int]

    private static let count = 8

    init(kind: Int, _ numbers: [Int]) {
        self.kind = kind
        self.numbers = Array((numbers + Array(repeating: 0, count: Self.count)).prefix(Self.count - 1))
    }

    /// Waits for the other side's message.
    ///
    /// - Parameter socket: One end of a pair of the kind `SOCK_SEQPACKET`.
    /// - Returns: Nil where the other side has gone, or says something of another length.
    static func receive(from socket: Int32) -> DecoderMessage? {
        var words = [Int](repeating: 0, count: Self.count)
        let size = Self.count * MemoryLayout<Int>.size
        var got: Int
        repeat { got = read(socket, &words, size) } while got < 0 && errno == EINTR
        guard got == size else { return nil }
        return DecoderMessage(kind: words[0], Array(words.dropFirst()))
    }

    /// Sends it at once or not at all: a side that does not read what it is sent would have us wait for ever.
    ///
    /// - Parameter socket: One end of a pair of the kind `SOCK_SEQPACKET`.
    /// - Returns: Whether it was sent.
    func send(to socket: Int32) -> Bool {
        let words = [kind] + numbers
        let size = words.count * MemoryLayout<Int>.size
        var sent: Int
        // The other side may have gone: with `write`, that would be the end of this process as well.
        repeat {
            sent = Glibc.send(socket, words, size, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        } while sent < 0 && errno == EINTR
        return sent == size
    }

    /// The same by `write`, the one call that a confined process has; it has nothing to lose.
    ///
    /// - Parameter socket: As for ``send(to:)``.
    /// - Returns: Whether it was sent.
    func answer(to socket: Int32) -> Bool {
        let words = [kind] + numbers
        let size = words.count * MemoryLayout<Int>.size
        return write(socket, words, size) == size
    }
}
