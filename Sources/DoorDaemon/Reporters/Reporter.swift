// Reporting events at the door to people or programs.

/// Converts events to text.
protocol Reporter: Sendable {
    /// - Parameter news: The event.
    /// - Returns: The text to print; empty for nothing.
    /// - Throws: `EncodingError`, never for our own events.
    mutating func text(for news: DoorEvent) throws -> String
}
