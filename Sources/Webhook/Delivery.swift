// A verdict to be delivered to the organiser's server.

/// A body that waits for delivery.
public struct Delivery: Sendable, Hashable {
    /// The number in the queue, from 1; never reused.
    public let number: Int64
    /// The unique ID of the delivery, the same for each attempt.
    public let id: String
    /// The body to send.
    public let body: String
}
