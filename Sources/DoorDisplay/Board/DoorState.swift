// The door's state, apart from its verdicts.

/// Everything on a page except the verdict.
public struct DoorState: Encodable, Hashable, Sendable {
    /// The event's display name.
    public var event: String
    /// The gate's name.
    public var gate: String
    /// Whether the door has a camera in front of which tickets are held; a barcode scanner needs no aim.
    public var hasCamera: Bool
    /// Whether codes are being judged.
    public var isOpen = false
    /// The current alerts, each with a sentence for staff; usually empty.
    public var alerts: [Alert: String] = [:]
    /// The devices that the door currently lacks.
    public var lost: [LostDevice] = []
    /// The figures of the event.
    public var counts = DoorCounts()
    /// The list of tickets; `nil` until it was read.
    public var list: ListState?
    /// The state of sharing with other boxes; `nil` if the box knows of none.
    public var sharing: SharingState?
    /// How the office of a machine without an event is opened; `nil` for any other machine.
    public var office: OfficeSign?

    /// The organiser's messages to this gate, newest first; for staff.
    public var messages: [StaffMessage] = []
    /// Boxes that were restored or cloned, each in a sentence for staff.
    public var branches: [String] = []
    /// What other boxes sent lately that has no effect, each in a sentence for staff.
    public var faults: [String] = []

    /// - Parameters:
    ///   - event: The event's display name.
    ///   - gate: The gate's name.
    ///   - hasCamera: Whether the door has a camera in front of which tickets are held.
    public init(event: String, gate: String, hasCamera: Bool) {
        self.event = event
        self.gate = gate
        self.hasCamera = hasCamera
    }

    private enum CodingKeys: String, CodingKey {
        case event, gate, hasCamera, isOpen
        case alerts = "troubles"
        case lost, counts, list, sharing, office, messages, branches, faults
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(event, forKey: .event)
        try container.encode(gate, forKey: .gate)
        try container.encode(hasCamera, forKey: .hasCamera)
        try container.encode(isOpen, forKey: .isOpen)
        let sorted = alerts.sorted { $0.key < $1.key }.map { ["kind": $0.key.rawValue, "detail": $0.value] }
        try container.encode(sorted, forKey: .alerts)
        try container.encode(lost, forKey: .lost)
        try container.encode(counts, forKey: .counts)
        try container.encodeIfPresent(list, forKey: .list)
        try container.encodeIfPresent(sharing, forKey: .sharing)
        try container.encodeIfPresent(office, forKey: .office)
        try container.encode(messages, forKey: .messages)
        try container.encode(branches, forKey: .branches)
        try container.encode(faults, forKey: .faults)
    }

    /// Returns the part that an audience may see.
    func shown(to audience: Audience) -> DoorState {
        guard !audience.isStaff else { return self }
        var state = self
        (state.messages, state.branches, state.faults) = ([], [], [])
        return state
    }
}
