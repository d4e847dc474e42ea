// Where the camera's picture comes from.

/// Gives the picture that guests aim by.
public protocol PreviewSource: Sendable {
    /// The newest picture.
    ///
    /// - Returns: A JPEG file, not mirrored; `nil` while there is none.
    func picture() async -> [UInt8]?
}
