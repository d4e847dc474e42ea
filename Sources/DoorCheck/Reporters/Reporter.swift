// Something that tells people or programs what happens at the door.

/// Something that turns news into text.
protocol Reporter: Sendable {
    /// - Parameter news: What happened.
    /// - Returns: What to print; empty for nothing.
    /// - Throws: `EncodingError`, never for news of ours.
    mutating func text(for news: DoorEvent) throws -> String
}
