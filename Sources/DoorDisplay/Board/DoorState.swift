// How the door stands, apart from its verdicts.

/// Everything around the verdict on a page.
public struct DoorState: Encodable, Hashable, Sendable {
    /// The event's name for people.
    public var event: String
    /// The gate's name.
    public var gate: String
    /// Whether the door has a camera to hold tickets before; a hand scanner needs no aim.
    public var hasCamera: Bool
    /// Whether codes are judged.
    public var isOpen = false
    /// What is wrong, each with a sentence for staff; mostly nothing.
    public var troubles: [Alert: String] = [:]
    /// What the door goes on without.
    public var lost: [LostDevice] = []
    /// How the evening goes.
    public var counts = DoorCounts()
    /// The list of tickets; `nil` until it was looked at.
    public var list: ListState?
    /// How this box shares with others; `nil` where it knows of none.
    public var sharing: SharingState?

    /// What the organiser tells this gate, the newest first; for staff.
    public var messages: [StaffMessage] = []
    /// Boxes whose records contradict each other, each in a sentence for staff.
    public var alarms: [String] = []

    /// - Parameters:
    ///   - event: The event's name for people.
    ///   - gate: The gate's name.
    ///   - hasCamera: Whether there is one to hold tickets before.
    public init(event: String, gate: String, hasCamera: Bool) {
        self.event = event
        self.gate = gate
        self.hasCamera = hasCamera
    }

    private enum CodingKeys: String, CodingKey {
        case event, gate, hasCamera, isOpen, troubles, lost, counts, list, sharing, messages, alarms
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(event, forKey: .event)
        try container.encode(gate, forKey: .gate)
        try container.encode(hasCamera, forKey: .hasCamera)
        try container.encode(isOpen, forKey: .isOpen)
        let sorted = troubles.sorted { $0.key < $1.key }.map { ["kind": $0.key.rawValue, "detail": $0.value] }
        try container.encode(sorted, forKey: .troubles)
        try container.encode(lost, forKey: .lost)
        try container.encode(counts, forKey: .counts)
        try container.encodeIfPresent(list, forKey: .list)
        try container.encodeIfPresent(sharing, forKey: .sharing)
        try container.encode(messages, forKey: .messages)
        try container.encode(alarms, forKey: .alarms)
    }

    /// The part that an audience may see.
    func shown(to audience: Audience) -> DoorState {
        guard !audience.isStaff else { return self }
        var state = self
        (state.messages, state.alarms) = ([], [])
        return state
    }
}
