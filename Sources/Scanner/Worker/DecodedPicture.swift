// What a decoder made of one picture.

public import QRReader

/// The codes of a frame or a picture file.
public struct DecodedPicture: Sendable {
    /// The codes, with their places in the picture as stored: a camera's rotation mark is not applied.
    public var codes: [DetectedCode]
    /// The number of the picture's pixels per examined pixel; 1 if it was not scaled down.
    public var scale = 1.0
    /// The time spent on finding and reading codes, without decoding a file.
    public var decoding: Duration
    /// The examined pixels of a camera's frame; nil for a file, and for a Motion JPEG frame whose pixels were not
    /// requested.
    public var frame: Frame?
}
