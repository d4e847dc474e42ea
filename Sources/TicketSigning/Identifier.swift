// A UUID with the type of what it identifies.

/// The UUID of a `Subject`: 16 bytes, of any UUID version (RFC 9562).
///
/// Identifiers are ordered by their bytes, which is also the order of SQLite's blobs.
public struct Identifier<Subject>: Hashable, Sendable {
    /// The number of bytes in a UUID.
    public static var byteCount: Int { 16 }

    private let high: UInt64
    private let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an identifier from its bytes.
    ///
    /// - Parameter bytes: 16 bytes, in the order of the text form; any other number gives `nil`.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        // A concrete type: accessing a generic collection of another module byte by byte takes several times as long.
        let bytes = Array(bytes)
        func number(_ half: ArraySlice<UInt8>) -> UInt64 { half.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes.prefix(8)), low: number(bytes.suffix(8)))
    }

    /// The 16 bytes, in the order of the text form.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// Returns a new random identifier: UUID version 4, with 122 random bits from the kernel.
    ///
    /// - Returns: A unique identifier.
    public static func random() -> Self {
        let version4 = UInt64.random(in: 0 ... .max) & ~0xF000 | 0x4000
        let variant = UInt64.random(in: 0 ... .max) >> 2 | 1 << 63
        return Self(high: version4, low: variant)
    }

    /// Returns the identifier that follows from some facts: UUID version 8, with 122 bits of their SHA-256.
    ///
    /// - Parameter facts: They begin with a label of what the identifier is for.
    /// - Returns: The identifier.
    package static func derived(from facts: [UInt8]) -> Self {
        let hash = SHA256.hash(facts).prefix(byteCount)
        func number(_ half: ArraySlice<UInt8>) -> UInt64 { half.reduce(0) { $0 << 8 | UInt64($1) } }
        let version8 = number(hash.prefix(8)) & ~0xF000 | 0x8000
        let variant = number(hash.suffix(8)) & ~(0b11 << 62) | 1 << 63
        return Self(high: version8, low: variant)
    }
}

extension Identifier: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension Identifier: LosslessStringConvertible {
    /// The text form: lower-case hexadecimal in groups of 8-4-4-4-12.
    public var description: String {
        // Long lists have millions of identifiers, so they are written and read without splitting text.
        String(unsafeUninitializedCapacity: uuidTextLength) { text in
            var (half, left) = (high, 16)
            for place in 0..<uuidTextLength {
                guard !isUUIDDash(place) else {
                    text[place] = UInt8(ascii: "-")
                    continue
                }
                if left == 0 { (half, left) = (low, 16) }
                left -= 1
                text[place] = Hexadecimal.digit(UInt8(truncatingIfNeeded: half >> (4 * UInt64(left))))
            }
            return uuidTextLength
        }
    }

    /// Parses the text form.
    ///
    /// - Parameter description: Hexadecimal in groups of 8-4-4-4-12, in upper or lower case; anything else gives
    ///   `nil`.
    public init?(_ description: String) {
        self.init(text: Array(description.utf8))
    }

    /// Parses the text form.
    ///
    /// - Parameter text: The UTF-8 bytes of a text for ``init(_:)``.
    package init?(text: [UInt8]) {
        guard text.count == uuidTextLength else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (place, character) in text.enumerated() {
            guard !isUUIDDash(place) else {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Hexadecimal.value(of: character) else { return nil }
            (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit))
        }
        self.init(high: high, low: low)
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

/// 32 hexadecimal digits and four hyphens (RFC 9562, section 4).
private let uuidTextLength = 36

/// Returns whether a UUID's text form has a hyphen at an index: groups have 8, 4, 4, 4 and 12 digits.
private func isUUIDDash(_ place: Int) -> Bool { place == 8 || place == 13 || place == 18 || place == 23 }

/// The kinds of things that have an ``Identifier``; never instantiated, used only as its type parameter.
public enum IdentifierSubject {
    /// An event that people enter with tickets.
    public enum Event {}
    /// The person a ticket was issued to.
    public enum User {}
    /// A ticket; a reissued ticket is a different one.
    public enum Ticket {}
    /// A scanner box.
    public enum Box {}
    /// The ticket numbers that an organiser has granted to a partner.
    public enum Grant {}
}

/// Identifies an event.
public typealias EventID = Identifier<IdentifierSubject.Event>
/// Identifies the person a ticket was issued to.
public typealias UserID = Identifier<IdentifierSubject.User>
/// Identifies a ticket, which the ledger admits once.
public typealias TicketID = Identifier<IdentifierSubject.Ticket>
/// Identifies a scanner box.
public typealias BoxID = Identifier<IdentifierSubject.Box>
/// Identifies the ticket numbers that an organiser has granted to a partner.
public typealias GrantID = Identifier<IdentifierSubject.Grant>
