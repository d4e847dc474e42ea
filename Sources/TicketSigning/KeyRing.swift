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

/// The first 4 bytes of a hash of the key, used to find the key in a ``KeyRing``; it proves nothing.
public struct KeyID: Hashable, Sendable {
    /// The number of bytes in a key id.
    public static let byteCount = 4

    private let number: UInt32

    /// Creates a key id from its bytes.
    ///
    /// - Parameter bytes: 4 bytes, in the order of the text form; any other number gives `nil`.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        number = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Computes the id of a key from its secret; see docs/wire-format.md.
    init(of secret: Secret) {
        let hash = SHA256.hash(Array("doorcheck/kid/v1\0".utf8) + secret.bytes)
        number = hash.prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The 4 bytes, in the order of the text form.
    public var bytes: [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension KeyID: LosslessStringConvertible {
    /// The text form: 8 lower-case hexadecimal digits.
    public var description: String { Hexadecimal.encode(bytes) }

    /// Parses the text form.
    ///
    /// - Parameter description: 8 hexadecimal digits, in upper or lower case; anything else gives `nil`.
    public init?(_ description: String) {
        guard let bytes = Hexadecimal.decode(description.utf8) else { return nil }
        self.init(bytes: bytes)
    }
}
