// Integers from other boxes and hubs, none of which is so large or so small that arithmetic on it can overflow.

/// An integer within a range: one that another machine wrote is checked when it is decoded.
///
/// Every integer in a record, a page or a message is one of these, so that no arithmetic on a foreign number can end
/// the process. A number of this machine's own that is outside is taken as the nearest one within, and sent so;
/// commands refuse numbers that are not within.
@propertyWrapper
public struct Bounded<Bounds: IntegerBounds>: Hashable, Sendable {
    private var number: Bounds.Value

    public var wrappedValue: Bounds.Value {
        get { number }
        set { number = min(max(newValue, Bounds.range.lowerBound), Bounds.range.upperBound) }
    }

    /// - Parameter wrappedValue: A number of this machine's own.
    public init(wrappedValue: Bounds.Value) {
        number = Bounds.range.lowerBound
        self.wrappedValue = wrappedValue
    }

    /// - Parameter number: A foreign number; `nil` is returned if it is outside the range.
    public init?(checking number: Bounds.Value) {
        guard Bounds.range.contains(number) else { return nil }
        self.number = number
    }

    /// - Parameter text: A foreign number in decimal digits.
    public init?(text: some StringProtocol) {
        guard let number = Bounds.Value(text) else { return nil }
        self.init(checking: number)
    }
}

/// An integer as of ``Bounded``, or none, in which case the member is absent.
@propertyWrapper
public struct BoundedIfPresent<Bounds: IntegerBounds>: Hashable, Sendable {
    private var number: Bounded<Bounds>?

    public var wrappedValue: Bounds.Value? {
        get { number?.wrappedValue }
        set { number = newValue.map { Bounded(wrappedValue: $0) } }
    }

    /// - Parameter wrappedValue: A number of this machine's own, or `nil`.
    public init(wrappedValue: Bounds.Value?) {
        self.wrappedValue = wrappedValue
    }
}

/// The range of a kind of number.
public protocol IntegerBounds: Hashable, Sendable {
    /// The type that the number has in the program.
    associatedtype Value: FixedWidthInteger & Codable & Hashable & Sendable
    /// What is accepted from others; its ends leave room for sums and products of such numbers with small ones.
    static var range: ClosedRange<Value> { get }
}

/// A number in a foreign record, page or message is outside its range.
public struct NumberOutOfRange: Error, Hashable {}

extension Bounded: Codable {
    /// - Throws: ``NumberOutOfRange``; `DecodingError` if it is no integer.
    public init(from decoder: any Decoder) throws {
        guard let bounded = Self(checking: try decoder.singleValueContainer().decode(Bounds.Value.self)) else {
            throw NumberOutOfRange()
        }
        self = bounded
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension BoundedIfPresent: Codable {
    /// - Throws: ``NumberOutOfRange``; `DecodingError` if it is no integer.
    public init(from decoder: any Decoder) throws {
        number = try Bounded(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Decodes an optional number, which synthesised code would require.
    public func decode<Bounds>(
        _ type: BoundedIfPresent<Bounds>.Type,
        forKey key: Key
    ) throws -> BoundedIfPresent<Bounds> {
        try decodeIfPresent(type, forKey: key) ?? BoundedIfPresent(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Encodes an optional number: an absent one is left out and not written as null.
    public mutating func encode<Bounds>(_ number: BoundedIfPresent<Bounds>, forKey key: Key) throws {
        try encodeIfPresent(number.wrappedValue, forKey: key)
    }
}

// MARK: - Kinds of numbers

/// A place in a log or among revisions: 2⁴⁸ would take 89 years at 100,000 a second.
public enum SequenceBounds: IntegerBounds {
    public static let range: ClosedRange<Int64> = 0...1 << 48
}

/// Hybrid logical clock: up to the year 4199.
public enum LogicalTimeBounds: IntegerBounds {
    public static let range: ClosedRange<Int64> = 0...1 << 62
}

/// Milliseconds since 1970 UTC, up to the year 9999.
public enum MomentBounds: IntegerBounds {
    public static let range = Timestamp.range
}

/// Milliseconds by which clocks differ: up to 100 years.
public enum ClockOffsetBounds: IntegerBounds {
    public static let range: ClosedRange<Int64> = -3_155_760_000_000...3_155_760_000_000
}

/// Milliseconds for which an admission can be undone: up to one year.
public enum UndoBounds: IntegerBounds {
    public static let range: ClosedRange<Int64> = 0...366 * 86_400_000
}

/// How many people a ticket admits.
public enum AdmitsBounds: IntegerBounds {
    public static let range = 1...1000
}

/// How many people are in a zone at most.
public enum CapacityBounds: IntegerBounds {
    public static let range = 1...1_000_000_000
}

/// How many more people a box may let into a zone.
public enum PlacesBounds: IntegerBounds {
    public static let range: ClosedRange<Int64> = 0...1_000_000_000
}

/// The change in the number of people in a zone.
public enum PeopleBounds: IntegerBounds {
    public static let range = -1...1
}

/// A number among the movements and voids of a ticket on a box.
public enum SlotBounds: IntegerBounds {
    public static let range = 1...Int(Int32.max)
}

/// The length of a file or a message.
public enum ByteCountBounds: IntegerBounds {
    public static let range = 0...1 << 40
}

/// What a box calls a claim: a random number, with which nobody calculates.
public enum ClaimNumberBounds: IntegerBounds {
    public static let range: ClosedRange<Int64> = 1...Int64.max
}

/// A place among what happens with one ticket in a zone.
public enum OrdinalBounds: IntegerBounds {
    public static let range: ClosedRange<Int64> = 1...1_000_000
}

/// An epoch of an event's signing keys.
public enum KeyEpochBounds: IntegerBounds {
    public static let range = 0...KeyRecord.lastEpoch
}

/// A signature suite.
public enum SuiteBounds: IntegerBounds {
    public static let range = 1...255
}
