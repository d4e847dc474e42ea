// A message from the organiser to a gate's staff.

/// A message, shown until it is dismissed or expires.
public struct StaffMessage: Encodable, Hashable, Sendable {
    /// The message's identifier.
    public let id: String
    /// The text.
    public let text: String
    /// The author.
    public let by: String
    /// The time, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64

    /// - Parameters:
    ///   - id: The message's identifier.
    ///   - text: The text.
    ///   - by: The author.
    ///   - at: The time, in milliseconds since 1970-01-01 00:00:00 UTC.
    public init(id: String, text: String, by: String, at: Int64) {
        (self.id, self.text, self.by, self.at) = (id, text, by, at)
    }
}
