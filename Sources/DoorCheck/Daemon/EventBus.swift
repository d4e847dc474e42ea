// Where the door's news is put up for everyone who shows it.

/// Hands each piece of news to every subscriber, in order.
actor EventBus {
    private var subscribers: [AsyncStream<DoorEvent>.Continuation] = []
    private var isClosed = false

    /// News from now on.
    ///
    /// - Parameter buffering: What happens to a reader that does not keep up: a screen needs only the newest, a
    ///   record needs all.
    /// - Returns: Ends when the door is closed.
    func subscribe(_ buffering: AsyncStream<DoorEvent>.Continuation.BufferingPolicy) -> AsyncStream<DoorEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: DoorEvent.self, bufferingPolicy: buffering)
        if isClosed { continuation.finish() } else { subscribers.append(continuation) }
        return stream
    }

    func post(_ news: DoorEvent) {
        for subscriber in subscribers { subscriber.yield(news) }
    }

    /// Lets every reader finish what it has.
    func close() {
        isClosed = true
        for subscriber in subscribers { subscriber.finish() }
        subscribers = []
    }
}
