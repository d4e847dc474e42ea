// The source of the camera's picture.

/// Provides the picture with which guests aim their tickets.
public protocol PreviewSource: Sendable {
    /// Returns the newest picture.
    ///
    /// - Returns: A JPEG file, not mirrored; `nil` while there is none.
    func picture() async -> [UInt8]?
}
