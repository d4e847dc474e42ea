// One verdict on its way to the organiser's server.

/// A body that waits to be taken.
public struct Delivery: Sendable, Hashable {
    /// Its number in the queue, from 1 and never used again.
    public let number: Int64
    /// The same each time that it is sent, and no other delivery's.
    public let id: String
    /// What is sent.
    public let body: String
}
