// The area behind one or more gates.

/// A part of the venue with a count of its own: `main`, `backstage`.
public struct Zone: Hashable, Sendable {
    /// Unique within the event.
    public let name: ZoneName
    /// How many people may be inside at once; `nil` for any number.
    public let capacity: Int?
    /// What happens to tickets once the zone is full.
    public let whenFull: FullPolicy

    /// - Parameters:
    ///   - name: A name that is unique within the event.
    ///   - capacity: 1 or more people.
    ///   - whenFull: What happens once that many are inside.
    public init(name: ZoneName, capacity: Int? = nil, whenFull: FullPolicy = .refuse) {
        self.name = name
        self.capacity = capacity
        self.whenFull = whenFull
    }
}
