// Distribution of the door's events to subscribers.

/// Delivers each event to all subscribers, in order.
actor EventBus {
    private var subscribers: [AsyncStream<DoorEvent>.Continuation] = []
    private var isClosed = false

    /// Subscribes to future events.
    ///
    /// - Parameter buffering: What happens if a subscriber does not keep up: a screen needs only the newest events, a
    ///   record needs all.
    /// - Returns: A stream that ends when the door is closed.
    func subscribe(_ buffering: AsyncStream<DoorEvent>.Continuation.BufferingPolicy) -> AsyncStream<DoorEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: DoorEvent.self, bufferingPolicy: buffering)
        if isClosed { continuation.finish() } else { subscribers.append(continuation) }
        return stream
    }

    func post(_ news: DoorEvent) {
        for subscriber in subscribers { subscriber.yield(news) }
    }

    /// Ends all streams; subscribers still receive buffered events.
    func close() {
        isClosed = true
        for subscriber in subscribers { subscriber.finish() }
        subscribers = []
    }
}
