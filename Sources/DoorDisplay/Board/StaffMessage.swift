// What the organiser tells those who work at a gate.

/// A message until it is dismissed or out of date.
public struct StaffMessage: Encodable, Hashable, Sendable {
    /// Tells it from others.
    public let id: String
    /// What it says.
    public let text: String
    /// Who wrote it.
    public let by: String
    /// When, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64

    /// - Parameters:
    ///   - id: Tells it from others.
    ///   - text: What it says.
    ///   - by: Who wrote it.
    ///   - at: Milliseconds since 1970-01-01 00:00:00 UTC.
    public init(id: String, text: String, by: String, at: Int64) {
        (self.id, self.text, self.by, self.at) = (id, text, by, at)
    }
}
