// Requests to a decoder.

internal import QRReader

/// An operation on the data at the beginning of the shared memory.
enum DecoderRequest: Sendable, Hashable {
    /// Read the codes of a picture given as luma.
    case codes(width: Int, height: Int, effort: DecodeEffort)
    /// Read the codes of a picture file of this many bytes.
    case file(count: Int, limits: ImageLimits)
    /// Decode a picture file of this many bytes and replace it with its luma.
    case picture(count: Int, limits: ImageLimits)
    /// Decode a picture file of this many bytes and replace it with its colours, without its margin and with at most
    /// this longer side.
    case colours(count: Int, side: Int, limits: ImageLimits)
    /// Decode a camera's Motion JPEG frame and read its codes; replace it with its luma if the pixels are needed.
    case motionJPEG(count: Int, width: Int, height: Int, keepsPixels: Bool)

    var message: DecoderMessage {
        switch self {
        case .codes(let width, let height, let effort):
            DecoderMessage(kind: 1, [width, height, effort == .thorough ? 1 : 0])
        case .file(let count, let limits):
            DecoderMessage(kind: 2, [count, limits.bytes, limits.pixels, limits.photoPixels])
        case .picture(let count, let limits):
            DecoderMessage(kind: 3, [count, limits.bytes, limits.pixels, limits.photoPixels])
        case .motionJPEG(let count, let width, let height, let keepsPixels):
            DecoderMessage(kind: 4, [count, width, height, keepsPixels ? 1 : 0])
        case .colours(let count, let side, let limits):
            DecoderMessage(kind: 5, [count, limits.bytes, limits.pixels, side])
        }
    }

    init?(_ message: DecoderMessage) {
        let numbers = message.numbers
        let limits = ImageLimits(bytes: numbers[1], pixels: numbers[2], photoPixels: numbers[3])
        switch message.kind {
        case 1: self = .codes(width: numbers[0], height: numbers[1], effort: numbers[2] == 0 ? .live : .thorough)
        case 2: self = .file(count: numbers[0], limits: limits)
        case 3: self = .picture(count: numbers[0], limits: limits)
        case 4:
            self = .motionJPEG(
                count: numbers[0], width: numbers[1], height: numbers[2], keepsPixels: numbers[3] != 0)
        case 5:
            self = .colours(
                count: numbers[0], side: numbers[3], limits: ImageLimits(bytes: numbers[1], pixels: numbers[2]))
        default: return nil
        }
    }
}
