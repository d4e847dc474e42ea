// What can go wrong in decoding, apart from finding nothing.

/// Why a frame could not be looked at; a frame without a code is no error.
public enum QRDecoderError: Error, Equatable, CustomStringConvertible {
    /// The C library could not get its memory.
    case outOfMemory

    /// One sentence.
    public var description: String {
        switch self {
        case .outOfMemory: "the QR decoder could not be started: out of memory"
        }
    }
}
