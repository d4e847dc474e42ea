// A verdict in words, ready to be shown.

/// What the pages say of one code; every text is plain text, however strange.
public struct ShownVerdict: Encodable, Hashable, Sendable {
    /// How it looks.
    public let look: VerdictStyle
    /// The stable kebab-case reason.
    public let reason: String
    /// One or two words, such as "Welcome".
    public let headline: String
    /// One sentence: why, or what to do; possibly empty.
    public let detail: String
    /// The kind of ticket, and how many of how many are in; possibly empty.
    public let tier: String
    /// Whose ticket it is; personal data, which guests see only where the organiser allows it.
    public let holder: String?
    /// The sentence for staff, notes of the organiser included; guests never see it.
    public let explanation: String?
    /// Which ticket, where the signature held; for staff.
    public let ticket: String?
    /// The epoch of the key that signed the code, for staff, whose decision rests on it; `nil` without a code.
    public let epoch: UInt32?
    /// The gate at which the code was shown.
    public let gate: String
    /// When, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64
    /// The number of the change that showed it; tells it from another verdict of the same moment.
    var number = 0
    /// Whether the entry or exit was undone since.
    var isUndone = false

    /// - Parameters:
    ///   - look: How it looks.
    ///   - reason: The stable kebab-case reason.
    ///   - headline: One or two words.
    ///   - detail: One sentence.
    ///   - tier: The kind of ticket, and how many of how many are in.
    ///   - holder: Whose ticket it is.
    ///   - explanation: The sentence for staff.
    ///   - ticket: Which ticket, where the signature held.
    ///   - epoch: Of the key that signed the code.
    ///   - gate: The gate's name.
    ///   - at: Milliseconds since 1970-01-01 00:00:00 UTC.
    public init(
        look: VerdictStyle,
        reason: String,
        headline: String,
        detail: String = "",
        tier: String = "",
        holder: String? = nil,
        explanation: String? = nil,
        ticket: String? = nil,
        epoch: UInt32? = nil,
        gate: String,
        at: Int64
    ) {
        self.look = look
        self.reason = reason
        self.headline = headline
        self.detail = detail
        self.tier = tier
        self.holder = holder
        self.explanation = explanation
        self.ticket = ticket
        self.epoch = epoch
        self.gate = gate
        self.at = at
    }

    /// Whether somebody went in or out.
    var isMovement: Bool { look == .admit || look == .exit }

    /// The part that an audience may see.
    func shown(to audience: Audience) -> ShownVerdict {
        guard case .guests(let withNames) = audience else { return self }
        var shown = ShownVerdict(
            look: look,
            reason: reason,
            headline: headline,
            detail: detail,
            tier: tier,
            holder: withNames ? holder : nil,
            gate: gate,
            at: at
        )
        shown.number = number
        shown.isUndone = isUndone
        return shown
    }
}
