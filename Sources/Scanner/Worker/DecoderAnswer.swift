// A decoder's answer.

/// The answer to a request; data that does not fit into a message is at the beginning of the shared memory.
///
/// It comes from a process that a picture may have compromised, so none of it is trusted.
enum DecoderAnswer: Sendable, Hashable {
    /// The codes take this many bytes; `scale` is the picture's, and `nanoseconds` is the time of reading alone.
    case codes(count: Int, scale: Int, nanoseconds: Int)
    /// The picture's luma is in the shared memory.
    case luma(width: Int, height: Int, scale: Int)
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
        }
    }

    /// Parses and validates an answer; nil if it is malformed.
    ///
    /// - Parameters:
    ///   - message: The message from the other process.
    ///   - memory: The memory shared with it.
    init?(_ message: DecoderMessage, _ memory: UnsafeRawBufferPointer) {
        let numbers = message.numbers
        switch message.kind {
        case 11 where (0...memory.count).contains(numbers[0]) && numbers[1] >= 1 && numbers[2] >= 0:
            self = .codes(count: numbers[0], scale: min(numbers[1], 8), nanoseconds: numbers[2])
        case 12:
            let (width, height) = (numbers[0], numbers[1])
            let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
            guard width > 0, height > 0, numbers[2] >= 1, !overflow, pixels <= memory.count else { return nil }
            self = .luma(width: width, height: height, scale: min(numbers[2], 8))
        case 13: self = .nothing
        case 14 where (0...memory.count).contains(numbers[0]):
            // Copy first: the other side may change the memory while it is examined.
            let text = String(decoding: Array(memory.prefix(min(numbers[0], Self.longestText))), as: UTF8.self)
            guard let error = ImageFileError(Array(numbers.dropFirst()), text: text.withoutControls) else { return nil }
            self = .failure(error, textCount: numbers[0])
        case 15: self = .outOfMemory
        default: return nil
        }
    }

    private static let longestText = 200
}

extension String {
    /// The text without control characters for terminals and without characters that change the text direction.
    var withoutControls: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
    }
}
