// The keys of a box.

/// The keys and grants that verify tickets, found by id; the keys are iterated by event and epoch.
public struct KeyRing: Sendable, Sequence {
    /// By the beginning of the id, which is all that a code may carry; more than one key has the same by chance.
    private var keys: [UInt32: [VerifyingKey]] = [:]
    /// The same for what partners may sell.
    private var grants: [UInt32: [PartnerGrant]] = [:]

    /// Creates an empty ring, for which every ticket's key is unknown.
    public init() {}

    /// Adds the key that verifies what another one signs; adding the same key again has no effect.
    ///
    /// - Parameter key: A key of any event; a ring may hold several epochs of one event.
    /// - Throws: ``SigningError/keyIDTaken(_:)`` if a different key has the same id, which happens by chance to one
    ///   pair of keys in 4 billion.
    public mutating func insert(_ key: EventKey) throws(SigningError) {
        try insert(key.verifyingKey)
    }

    /// Adds a key; adding the same key again has no effect.
    ///
    /// - Parameter key: A key of any event; a ring may hold several epochs of one event.
    /// - Throws: ``SigningError/keyIDTaken(_:)`` if a different key has the same id.
    public mutating func insert(_ key: VerifyingKey) throws(SigningError) {
        let known = self[key.keyID]
        guard known == nil || known == key else { throw .keyIDTaken(key.keyID) }
        if known == nil { keys[key.keyID.beginning, default: []].append(key) }
    }

    /// Adds what a partner may sell, whose tickets are accepted from now on; adding the same grant again has no effect.
    ///
    /// - Parameter grant: A grant that the organiser is known to have signed.
    public mutating func insert(_ grant: PartnerGrant) {
        var fitting = grants[grant.id.beginning] ?? []
        fitting.removeAll { $0.id == grant.id }
        grants[grant.id.beginning] = fitting + [grant]
    }

    /// Whether every ticket's key is unknown.
    public var isEmpty: Bool { keys.isEmpty && grants.isEmpty }

    /// Returns the ring without some keys.
    ///
    /// - Parameter ids: The ids of keys, in the ring or not.
    /// - Returns: A ring with all others.
    public func without(_ ids: Set<KeyID>) -> KeyRing {
        var ring = self
        ring.keys = keys.mapValues { $0.filter { !ids.contains($0.keyID) } }.filter { !$0.value.isEmpty }
        return ring
    }

    /// Returns the ring without some grants.
    ///
    /// - Parameter ids: The ids of grants, in the ring or not.
    /// - Returns: A ring with all others.
    public func without(_ ids: Set<GrantID>) -> KeyRing {
        var ring = self
        ring.grants = grants.mapValues { $0.filter { !ids.contains($0.id) } }.filter { !$0.value.isEmpty }
        return ring
    }

    /// The key with this id, if the ring contains it.
    public subscript(id: KeyID) -> VerifyingKey? { keys[id.beginning]?.first { $0.keyID == id } }

    /// Returns the keys whose id begins as a code says: more than one only by chance.
    func keys(fitting hint: KeyHint) -> [VerifyingKey] {
        (keys[hint.beginning] ?? []).filter { hint.fits($0.keyID) }
    }

    /// Returns the grants whose id begins as a code says: more than one only by chance.
    func grants(fitting hint: KeyHint) -> [PartnerGrant] { grants[hint.beginning] ?? [] }

    public func makeIterator() -> some IteratorProtocol<VerifyingKey> {
        keys.values.flatMap(\.self).sorted { ($0.event, $0.epoch) < ($1.event, $1.epoch) }.makeIterator()
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

    /// Computes the id of a key of suite 1 from its secret; see docs/wire-format.md.
    init(of secret: Secret) {
        self.init(ofHash: SHA256.hash(Array("doorcheck/kid/v1\0".utf8) + secret.bytes))
    }

    /// Computes the id of a key of suite 2.
    ///
    /// - Parameter publicKey: The public key.
    public init(ofPublicKey publicKey: [UInt8]) {
        self.init(ofHash: SHA256.hash(Array("doorcheck/kid/v2\0".utf8) + publicKey))
    }

    private init(ofHash hash: [UInt8]) {
        number = hash.prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The 4 bytes, in the order of the text form.
    public var bytes: [UInt8] { number.bigEndianBytes }

    /// The first 3 bytes.
    fileprivate var beginning: UInt32 { number >> 8 }

    fileprivate func isEqual(to other: UInt32, inFirst count: Int) -> Bool {
        (number ^ other) >> (8 * UInt32(Self.byteCount - count)) == 0
    }
}

/// The beginning of a key's id, as codes carry it: 3 or 4 bytes.
public struct KeyHint: Hashable, Sendable {
    /// The bytes at the upper end, zeros behind them.
    private let number: UInt32
    private let byteCount: Int

    /// - Parameter bytes: 3 or 4 bytes.
    init(bytes: some Collection<UInt8>) {
        byteCount = bytes.count
        number = bytes.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(KeyID.byteCount - bytes.count))
    }

    /// The 3 or 4 bytes.
    public var bytes: [UInt8] { Array(number.bigEndianBytes.prefix(byteCount)) }

    /// The first 3 bytes.
    fileprivate var beginning: UInt32 { number >> 8 }

    /// Returns whether an id begins with these bytes.
    fileprivate func fits(_ id: KeyID) -> Bool { id.isEqual(to: number, inFirst: byteCount) }
}

extension GrantID {
    /// The first 3 bytes.
    fileprivate var beginning: UInt32 { bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1) } }
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
