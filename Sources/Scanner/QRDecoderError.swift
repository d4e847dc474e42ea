// What can go wrong in decoding, apart from finding nothing.

/// Why a frame could not be looked at; a frame without a code is no error.
public enum QRDecoderError: Error, Equatable, CustomStringConvertible {
    case outOfMemory

    public var description: String {
        switch self {
        case .outOfMemory: "the QR decoder could not be started: out of memory"
        }
    }
}
