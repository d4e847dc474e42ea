// A decoder's answer.

/// The answer to a request; data that does not fit into a message is at the beginning of the shared memory.
///
/// It comes from a process that a picture may have compromised, so none of it is trusted.
enum DecoderAnswer: Sendable, Hashable {
    /// The codes take this many bytes; `scale` is the picture's, and `nanoseconds` is the time of reading alone.
    case codes(count: Int, scale: Int, nanoseconds: Int)
    /// The picture's luma is in the shared memory.
    case luma(width: Int, height: Int, scale: Int)
    /// The picture's colours are in the shared memory, four bytes for each pixel.
    case colours(width: Int, height: Int)
    /// The luma of a camera's frame is in the shared memory if it was asked for; after its place come the codes, which
    /// take this many bytes. `nanoseconds` is the time of reading alone.
    case frame(width: Int, height: Int, codes: Int, nanoseconds: Int)
    /// The camera's frame is not a picture.
    case nothing
    /// The reason why a file yields no picture; its text takes this many bytes.
    case failure(ImageFileError, textCount: Int)
    /// The decoder ran out of memory.
    case outOfMemory

    /// Sent once before the first request: the process is confined.
    static let ready = DecoderMessage(kind: 10, [])

    var message: DecoderMessage {
        switch self {
        case .codes(let count, let scale, let nanoseconds): DecoderMessage(kind: 11, [count, scale, nanoseconds])
        case .luma(let width, let height, let scale): DecoderMessage(kind: 12, [width, height, scale])
        case .nothing: DecoderMessage(kind: 13, [])
        case .failure(let error, let count): DecoderMessage(kind: 14, [count] + error.numbers)
        case .outOfMemory: DecoderMessage(kind: 15, [])
        case .frame(let width, let height, let codes, let nanoseconds):
            DecoderMessage(kind: 16, [width, height, codes, nanoseconds])
        case .colours(let width, let height): DecoderMessage(kind: 17, [width, height])
        }
    }

    /// Parses and validates an answer; nil if it is malformed.
    ///
    /// - Parameters:
    ///   - message: The message from the other process.
    ///   - memory: The memory shared with it.
    init?(_ message: DecoderMessage, _ memory: UnsafeRawBufferPointer) {
        let (numbers, times) = (message.numbers, 0...Self.longestNanoseconds)
        switch message.kind {
        case 11 where (0...memory.count).contains(numbers[0]) && numbers[1] >= 1 && times.contains(numbers[2]):
            self = .codes(count: numbers[0], scale: min(numbers[1], 8), nanoseconds: numbers[2])
        case 12 where numbers[2] >= 1:
            guard Self.room(after: numbers, in: memory) != nil else { return nil }
            self = .luma(width: numbers[0], height: numbers[1], scale: min(numbers[2], 8))
        case 13: self = .nothing
        case 14 where (0...memory.count).contains(numbers[0]):
            // Copy first: the other side may change the memory while it is examined.
            let text = String(decoding: Array(memory.prefix(min(numbers[0], Self.longestText))), as: UTF8.self)
            guard let error = ImageFileError(Array(numbers.dropFirst()), text: text.withoutControls) else { return nil }
            self = .failure(error, textCount: numbers[0])
        case 15: self = .outOfMemory
        case 16 where numbers[2] >= 0 && times.contains(numbers[3]):
            guard let room = Self.room(after: numbers, in: memory), numbers[2] <= room else { return nil }
            self = .frame(width: numbers[0], height: numbers[1], codes: numbers[2], nanoseconds: numbers[3])
        case 17:
            // After a byte for each pixel there must be room for three more.
            guard let room = Self.room(after: numbers, in: memory), room >= 3 * numbers[0] * numbers[1] else {
                return nil
            }
            self = .colours(width: numbers[0], height: numbers[1])
        default: return nil
        }
    }

    private static let longestText = 200
    /// An hour: a decoder is ended much earlier.
    private static let longestNanoseconds = 3_600_000_000_000

    /// Returns the number of bytes after a picture's luma; nil if there is no such picture in the memory.
    private static func room(after size: [Int], in memory: UnsafeRawBufferPointer) -> Int? {
        let (pixels, overflow) = size[0].multipliedReportingOverflow(by: size[1])
        guard size[0] > 0, size[1] > 0, !overflow, pixels <= memory.count else { return nil }
        return memory.count - pixels
    }
}

extension String {
    /// The text without control characters for terminals and without characters that change the text direction.
    var withoutControls: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
    }
}
