// Decoding errors, apart from finding no code.

/// The reason why a frame could not be examined; a frame without a code is not an error.
public enum QRDecoderError: Error, Equatable, CustomStringConvertible {
    /// The C library could not allocate memory.
    case outOfMemory

    /// One sentence.
    public var description: String {
        switch self {
        case .outOfMemory: "the QR decoder could not be started: out of memory"
        }
    }
}
