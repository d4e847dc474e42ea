// What a decoder found.

/// The answer to one request; what does not fit into a message lies at the beginning of the shared memory.
///
/// It comes from a process that a picture may have taken over, so nothing in it is believed.
enum DecoderAnswer: Sendable, Hashable {
    /// The codes lie in so many bytes; `scale` is the picture's, and the reading alone took so long.
    case codes(count: Int, scale: Int, nanoseconds: Int)
    /// Luma lies there.
    case luma(width: Int, height: Int, scale: Int)
    /// A camera's frame that is no picture.
    case nothing
    /// Why a file gave no picture; the reason's text lies in so many bytes.
    case failure(ImageFileError, textCount: Int)
    /// It has no memory for its work.
    case outOfMemory

    /// Said once, before the first request: the process is confined.
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

    /// - Parameters:
    ///   - message: From the other process.
    ///   - memory: What it shares with us.
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
            // A copy first: the other side may change what is looked at.
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
    /// Without characters that a terminal obeys, or that turn the direction of what follows.
    var withoutControls: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
    }
}
