// A verdict in words, ready for display.

/// The pages' text for one code; every text is plain text, whatever characters it contains.
public struct ShownVerdict: Encodable, Hashable, Sendable {
    /// The style of the verdict.
    public let style: VerdictStyle
    /// The stable kebab-case reason.
    public let reason: String
    /// One or two words, such as "Welcome".
    public let headline: String
    /// A sentence with the reason or an instruction; may be empty.
    public let detail: String
    /// The tier, and how many people of how many are inside; may be empty.
    public let tier: String
    /// The ticket's holder; personal data, which guests see only if the organiser allows it.
    public let holder: String?
    /// The sentence for staff, including the organiser's notes; guests never see it.
    public let explanation: String?
    /// The part of ``explanation`` that is not about the guest; for staff.
    public let sentence: String?
    /// The ticket, if the signature was valid; for staff.
    public let ticket: String?
    /// The epoch of the key that signed the code, on which a decision of staff depends; `nil` without a code.
    public let epoch: UInt32?
    /// The gate at which the code was shown.
    public let gate: String
    /// The time, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64
    /// The number of the change that showed it, which distinguishes it from other verdicts of the same time.
    var number = 0
    /// Whether the entry or exit was undone later.
    var isUndone = false

    /// - Parameters:
    ///   - style: The style of the verdict.
    ///   - reason: The stable kebab-case reason.
    ///   - headline: One or two words.
    ///   - detail: A sentence with the reason or an instruction.
    ///   - tier: The tier, and how many people of how many are inside.
    ///   - holder: The ticket's holder.
    ///   - explanation: The sentence for staff.
    ///   - sentence: The part of it that is not about the guest.
    ///   - ticket: The ticket, if the signature was valid.
    ///   - epoch: The epoch of the key that signed the code.
    ///   - gate: The gate's name.
    ///   - at: The time, in milliseconds since 1970-01-01 00:00:00 UTC.
    public init(
        style: VerdictStyle,
        reason: String,
        headline: String,
        detail: String = "",
        tier: String = "",
        holder: String? = nil,
        explanation: String? = nil,
        sentence: String? = nil,
        ticket: String? = nil,
        epoch: UInt32? = nil,
        gate: String,
        at: Int64
    ) {
        self.style = style
        self.reason = reason
        self.headline = headline
        self.detail = detail
        self.tier = tier
        self.holder = holder
        self.explanation = explanation
        self.sentence = sentence
        self.ticket = ticket
        self.epoch = epoch
        self.gate = gate
        self.at = at
    }

    /// Whether someone went in or out.
    var isMovement: Bool { style == .admit || style == .exit }

    /// Returns the part that an audience may see.
    func shown(to audience: Audience) -> ShownVerdict {
        guard case .guests(let withNames) = audience else { return self }
        var shown = ShownVerdict(
            style: style,
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
