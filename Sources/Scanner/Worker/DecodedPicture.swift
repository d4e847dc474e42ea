// What a decoder made of one picture.

public import QRReader

/// The codes of a frame or a picture file.
public struct DecodedPicture: Sendable {
    /// The codes, with their places in the picture as stored: a camera's rotation mark is not applied.
    public var codes: [DetectedCode]
    /// The number of the picture's pixels per examined pixel; 1 if it was not scaled down.
    public var scale: Double
    /// The time spent on finding and reading codes, without decoding a file.
    public var decoding: Duration
    /// The examined pixels of a camera's frame; nil for a file, and for a Motion JPEG frame whose pixels were not
    /// requested.
    public var frame: Frame?

    /// Creates the result of decoding a picture.
    ///
    /// - Parameters:
    ///   - codes: The codes.
    ///   - scale: The number of the picture's pixels per examined pixel.
    ///   - decoding: The time spent on finding and reading codes.
    ///   - frame: The examined pixels, if they are known.
    public init(codes: [DetectedCode], scale: Double = 1, decoding: Duration, frame: Frame? = nil) {
        self.codes = codes
        self.scale = scale
        self.decoding = decoding
        self.frame = frame
    }
}
