// A kind of ticket.

/// A kind of ticket of one event: `Regular`, `VIP`, `Student`.
public struct Tier: Hashable, Sendable {
    /// Unique within the event.
    public let name: String
    /// What staff checks for each ticket of this kind, such as `student card`.
    public let note: String?

    /// - Parameters:
    ///   - name: Unique within the event, not empty.
    ///   - note: For staff; with a note each ticket of the tier asks them.
    public init(name: String, note: String? = nil) {
        self.name = name
        self.note = note
    }
}
