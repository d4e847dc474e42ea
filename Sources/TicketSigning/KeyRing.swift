// The keys a box has.

/// Event keys, each found by its id; goes through them by event and epoch.
public struct KeyRing: Sendable, Sequence {
    private var keys: [KeyID: EventKey] = [:]

    /// An empty ring, to which every ticket is of an unknown key.
    public init() {}

    /// Adds a key; adding the same key again changes nothing.
    ///
    /// - Parameter key: A key of any event; several epochs of one event go together.
    /// - Throws: ``SigningError/keyIDTaken(_:)`` when a different key has the same id, which chance alone does to
    ///   one pair of keys in 4 billion.
    public mutating func insert(_ key: EventKey) throws(SigningError) {
        guard keys[key.keyID] == nil || keys[key.keyID] == key else { throw .keyIDTaken(key.keyID) }
        keys[key.keyID] = key
    }

    /// The key with this id, if the ring has it.
    public subscript(id: KeyID) -> EventKey? { keys[id] }

    public func makeIterator() -> some IteratorProtocol<EventKey> {
        keys.values.sorted { ($0.event, $0.epoch) < ($1.event, $1.epoch) }.makeIterator()
    }
}
