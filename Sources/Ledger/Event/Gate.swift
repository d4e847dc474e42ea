// The gates of an event, and the zones behind them.

public import TicketSigning

/// The place of a scan: one gate of one event.
public struct Gate: Hashable, Sendable {
    /// The event of the gate.
    public let event: EventID
    /// The gate's name.
    public let name: GateName

    /// - Parameters:
    ///   - event: The event of the gate.
    ///   - name: The gate's name.
    public init(event: EventID, name: GateName) {
        self.event = event
        self.name = name
    }
}

/// The direction in which people go through a gate.
public enum GateDirection: String, CaseIterable, Hashable, Sendable {
    /// In.
    case entry
    /// Out.
    case exit
    /// Neither: tickets are only checked, and no one is counted in or out.
    case check
}

/// The settings of one gate.
public struct GateSettings: Hashable, Sendable {
    /// Unique within the event.
    public let name: GateName
    /// The direction in which people go.
    public let direction: GateDirection
    /// The zone behind it.
    public let zone: ZoneName
    /// The only tiers that it admits, in alphabetical order; `nil` for all.
    public let tiers: [String]?

    /// - Parameters:
    ///   - name: A name that is unique within the event.
    ///   - direction: The direction in which people go.
    ///   - zone: The zone behind it.
    ///   - tiers: The only tiers that it admits, at least one; `nil` for all.
    public init(
        name: GateName,
        direction: GateDirection = .entry,
        zone: ZoneName = .main,
        tiers: [String]? = nil
    ) {
        self.name = name
        self.direction = direction
        self.zone = zone
        self.tiers = tiers?.sorted()
    }
}

/// A part of the venue with a count of its own: `main`, `backstage`.
public struct Zone: Hashable, Sendable {
    /// Unique within the event.
    public let name: ZoneName
    /// How many people may be inside at once; `nil` for any number.
    public let capacity: Int?
    /// What happens to tickets once the zone is full.
    public let whenFull: FullPolicy
    /// Whether only tiers enter that list the gate, or that the gate lists.
    public let isRestricted: Bool

    /// - Parameters:
    ///   - name: A name that is unique within the event.
    ///   - capacity: 1 to 1,000,000,000 people.
    ///   - whenFull: What happens once that many are inside.
    ///   - isRestricted: Whether only tiers enter that list the gate, or that the gate lists.
    public init(name: ZoneName, capacity: Int? = nil, whenFull: FullPolicy = .refuse, isRestricted: Bool = false) {
        self.name = name
        self.capacity = capacity
        self.whenFull = whenFull
        self.isRestricted = isRestricted
    }
}

/// What happens to tickets at a zone that is at capacity.
public enum FullPolicy: String, CaseIterable, Hashable, Sendable {
    /// They do not enter until somebody leaves.
    case refuse
    /// Staff decide.
    case ask
}

/// A gate and the zone behind it. It is read in the transaction that judges, so a change takes effect with the next
/// scan.
public struct GateState: Hashable, Sendable {
    /// The event of the gate.
    public let event: Event
    /// The gate's settings.
    public let gate: GateSettings
    /// The zone behind it.
    public let zone: Zone
    /// How many people are in the zone; counted only if the zone has a capacity and the gate lets people in.
    public let inside: Int?
    /// How many more people this box may let into the zone; `nil` if no hub gives out the places in it.
    public let share: PlacesLeft?

    /// - Parameters:
    ///   - event: The event of the gate.
    ///   - gate: The gate's settings.
    ///   - zone: The zone behind it.
    ///   - inside: How many people are in the zone, if that matters.
    ///   - share: How many more people this box may let in, if a hub gives out the places.
    public init(
        event: Event, gate: GateSettings, zone: Zone? = nil, inside: Int? = nil, share: PlacesLeft? = nil
    ) {
        self.event = event
        self.gate = gate
        self.zone = zone ?? Zone(name: gate.zone)
        self.inside = inside
        self.share = share
    }

    /// Returns the same state with another share of the places.
    ///
    /// - Parameter share: How many more people this box may let in; `nil` if no hub gives out the places.
    /// - Returns: The state.
    public func with(share: PlacesLeft?) -> GateState {
        GateState(event: event, gate: gate, zone: zone, inside: inside, share: share)
    }
}

/// How many more people a box may let into a zone whose places a hub gives out.
public struct PlacesLeft: Hashable, Sendable {
    /// At least 0.
    public let count: Int
    /// Whether the hub has said a moment ago that there are no more.
    public let isAll: Bool

    /// - Parameters:
    ///   - count: How many; at least 0.
    ///   - isAll: Whether the hub has said a moment ago that there are no more.
    public init(count: Int, isAll: Bool = false) {
        self.count = count
        self.isAll = isAll
    }
}
