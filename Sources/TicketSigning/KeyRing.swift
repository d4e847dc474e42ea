// The keys of a box.

/// A collection of event keys, found by id and iterated by event and epoch.
public struct KeyRing: Sendable, Sequence {
    private var keys: [KeyID: EventKey] = [:]

    /// Creates an empty ring, for which every ticket's key is unknown.
    public init() {}

    /// Adds a key; adding the same key again has no effect.
    ///
    /// - Parameter key: A key of any event; a ring may hold several epochs of one event.
    /// - Throws: ``SigningError/keyIDTaken(_:)`` if a different key has the same id, which happens by chance to one
    ///   pair of keys in 4 billion.
    public mutating func insert(_ key: EventKey) throws(SigningError) {
        guard keys[key.keyID] == nil || keys[key.keyID] == key else { throw .keyIDTaken(key.keyID) }
        keys[key.keyID] = key
    }

    /// The key with this id, if the ring contains it.
    public subscript(id: KeyID) -> EventKey? { keys[id] }

    public func makeIterator() -> some IteratorProtocol<EventKey> {
        keys.values.sorted { ($0.event, $0.epoch) < ($1.event, $1.epoch) }.makeIterator()
    }
}
