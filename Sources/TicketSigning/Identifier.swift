// A UUID that knows what it names.

/// The UUID of one `Subject`: 16 bytes, of any UUID version (RFC 9562).
///
/// Identifiers are ordered as their bytes are, which is also the order of SQLite's blobs.
public struct Identifier<Subject>: Hashable, Sendable {
    /// The number of bytes in a UUID.
    public static var byteCount: Int { 16 }

    private let high: UInt64
    private let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads an identifier from its bytes.
    ///
    /// - Parameter bytes: 16 bytes, in the order in which the text form shows them; another number gives `nil`.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        // A concrete type: byte by byte, a generic collection of another module takes several times as long.
        let bytes = Array(bytes)
        func number(_ half: ArraySlice<UInt8>) -> UInt64 { half.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes.prefix(8)), low: number(bytes.suffix(8)))
    }

    /// The 16 bytes, in the order in which the text form shows them.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// A new identifier: UUID version 4, 122 random bits from the kernel.
    ///
    /// - Returns: An identifier that nothing else has.
    public static func random() -> Self {
        let version4 = UInt64.random(in: 0 ... .max) & ~0xF000 | 0x4000
        let variant = UInt64.random(in: 0 ... .max) >> 2 | 1 << 63
        return Self(high: version4, low: variant)
    }
}

extension Identifier: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension Identifier: LosslessStringConvertible {
    /// Lower-case hexadecimal in groups of 8-4-4-4-12.
    public var description: String {
        var text = Array(Hexadecimal.encode(bytes).utf8)
        for place in uuidHyphens { text.insert(UInt8(ascii: "-"), at: place) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the text form.
    ///
    /// - Parameter description: Hexadecimal in groups of 8-4-4-4-12, in upper or lower case; anything else gives
    ///   `nil`.
    public init?(_ description: String) {
        var text = Array(description.utf8)
        guard text.count == 2 * Self.byteCount + uuidHyphens.count else { return nil }
        for place in uuidHyphens.reversed() where text.remove(at: place) != UInt8(ascii: "-") { return nil }
        guard let bytes = Hexadecimal.decode(text) else { return nil }
        self.init(bytes: bytes)
    }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "This is not a UUID; one looks like 00112233-4455-6677-8899-aabbccddeeff."
            )
        }
        self = identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Where the hyphens are in a UUID's text form (RFC 9562 section 4).
private let uuidHyphens = [8, 13, 18, 23]
