// An event's book in aggregated form, small however many scans there were.

public import TicketSigning

/// People who entered in one minute through one gate with one tier of ticket.
public struct ArrivalGroup: Hashable, Sendable {
    /// The minute, by the box's wall clock; a whole number of minutes since 1970.
    public let minute: Timestamp
    /// The gate.
    public let gate: String
    /// The tier; `nil` if there is none.
    public let tier: String?
    /// Whether the ticket is on this ledger's list.
    public let isListed: Bool
    /// The partner who sold the ticket; `nil` for the organiser.
    public let partner: String?
    /// The number of people, 1 or more.
    public let people: Int

    /// - Parameters:
    ///   - minute: A whole number of minutes since 1970.
    ///   - gate: The gate.
    ///   - tier: The tier.
    ///   - isListed: Whether the ticket is on the list.
    ///   - partner: The partner who sold the ticket.
    ///   - people: The number of people.
    public init(
        minute: Timestamp, gate: String, tier: String?, isListed: Bool, partner: String? = nil, people: Int
    ) {
        self.minute = minute
        self.gate = gate
        self.tier = tier
        self.isListed = isListed
        self.partner = partner
        self.people = people
    }
}

/// Scans at one gate with one outcome.
public struct ScanGroup: Hashable, Sendable {
    /// The gate.
    public let gate: String
    /// `entry`, `exit`, `check`, `override` or `void`.
    public let kind: String
    /// `admit`, `refuse` or `ask`.
    public let verdict: String
    /// The stable reason.
    public let reason: String
    /// The number of scans, 1 or more.
    public let count: Int

    /// - Parameters:
    ///   - gate: The gate.
    ///   - kind: The kind as in the book.
    ///   - verdict: The verdict as in the book.
    ///   - reason: The stable reason.
    ///   - count: The number of scans.
    public init(gate: String, kind: String, verdict: String, reason: String, count: Int) {
        self.gate = gate
        self.kind = kind
        self.verdict = verdict
        self.reason = reason
        self.count = count
    }
}

/// The listed tickets of one tier, and how many of their people came.
public struct TierTurnout: Hashable, Sendable {
    /// The tier; `nil` for tickets without one.
    public let tier: String?
    /// The number of tickets on the list, without withdrawn or replaced ones.
    public let tickets: Int
    /// The number of people that they admit.
    public let expected: Int
    /// How many of these people did not come.
    public let noShows: Int

    /// - Parameters:
    ///   - tier: The tier.
    ///   - tickets: The number of tickets on the list.
    ///   - expected: The number of people that they admit.
    ///   - noShows: How many of these did not come.
    public init(tier: String?, tickets: Int, expected: Int, noShows: Int) {
        self.tier = tier
        self.tickets = tickets
        self.expected = expected
        self.noShows = noShows
    }
}

/// How many tickets a partner may sell.
public struct PartnerTickets: Hashable, Sendable {
    /// The partner's name.
    public let partner: String
    /// The number of tickets, without those of grants that were taken back.
    public let tickets: Int
    /// The number of tickets of grants that were taken back.
    public let retired: Int
    /// The number of people who came with any of them, without those beyond what each ticket admits.
    public let people: Int

    /// - Parameters:
    ///   - partner: The partner's name.
    ///   - tickets: The number of tickets.
    ///   - retired: The number of tickets that were taken back.
    ///   - people: The number of people who came.
    public init(partner: String, tickets: Int, retired: Int, people: Int) {
        (self.partner, self.tickets, self.retired, self.people) = (partner, tickets, retired, people)
    }
}

/// The occupancy of a zone.
public struct ZonePeak: Hashable, Sendable {
    /// The zone's name.
    public let zone: String
    /// The number of people in it after the last scan.
    public let atEnd: Int
    /// The highest number of people at any time.
    public let most: Int
    /// When that number was reached.
    public let at: Timestamp

    /// - Parameters:
    ///   - zone: The zone's name.
    ///   - atEnd: The number of people in it after the last scan.
    ///   - most: The highest number of people at any time.
    ///   - at: When that number was reached.
    public init(zone: String, atEnd: Int, most: Int, at: Timestamp) {
        self.zone = zone
        self.atEnd = atEnd
        self.most = most
        self.at = at
    }
}

/// What one member of staff did by hand, for one reason.
public struct StaffActionSummary: Hashable, Sendable {
    /// `override` for each guest admitted by hand, `void`, `pay`, `block`, `revoke`, `restore` or `reissue`.
    public let action: String
    /// For an override, the reason that was overruled; `nil` for a ticket that was good.
    public let overruled: String?
    /// Who did it.
    public let actor: String
    /// Why, in their own words.
    public let why: String?
    /// The number of times, 1 or more.
    public let count: Int

    /// - Parameters:
    ///   - action: What was done.
    ///   - overruled: The reason that was overruled.
    ///   - actor: Who did it.
    ///   - why: The reason in their own words.
    ///   - count: The number of times.
    public init(action: String, overruled: String?, actor: String, why: String?, count: Int) {
        self.action = action
        self.overruled = overruled
        self.actor = actor
        self.why = why
        self.count = count
    }
}

/// The state of a box that scanned for an event; one property for each column of the report's table.
public struct BoxRecord: Hashable, Sendable {
    /// The box.
    public let id: BoxID
    /// The box's name for people.
    public let name: String
    /// The number of its scans for the event.
    public let scans: Int
    /// The time of the first of them, by the box's own clock.
    public let first: Timestamp
    /// The time of the last of them.
    public let last: Timestamp
    /// The number of the box's records, of any event, that are known to exist but missing here.
    public let missing: Int
    /// The number of scans for the event dated more than 10 s before an earlier record: the clock was not
    /// trustworthy.
    public let distrusted: Int
    /// How far its clock was seen ahead of this machine's, at most, in milliseconds; 0 for less than a minute.
    public let aheadMilliseconds: Int
    /// The number of times that it went on from a backup or a copy of its disk; all its scans count.
    public let branches: Int
    /// The number of scans that do not count, as the box may not do what they say.
    public let uncounted: Int
    /// Whether the box belongs to the organiser.
    public let standing: Standing
    /// When this ledger last had contact with it, by this machine's clock; `nil` for this machine's own box, and for
    /// one whose records came through others.
    public let contact: Timestamp?

    /// Whether a box belongs to the organiser.
    public enum Standing: Hashable, Sendable {
        /// It is not a member.
        case stranger
        /// It is a member.
        case member
        /// It was revoked.
        case revoked
    }

    /// - Parameters:
    ///   - id: The box.
    ///   - name: The box's name for people.
    ///   - scans: The number of its scans for the event.
    ///   - first: The time of the first of them.
    ///   - last: The time of the last of them.
    ///   - missing: The number of records that are known to exist but missing here.
    ///   - distrusted: The number of scans dated before an earlier record.
    ///   - aheadMilliseconds: How far its clock was seen ahead.
    ///   - branches: How often it was restored or cloned.
    ///   - uncounted: The number of scans that do not count.
    ///   - standing: Whether the box belongs to the organiser.
    ///   - contact: When this ledger last had contact with it.
    public init(
        id: BoxID,
        name: String,
        scans: Int,
        first: Timestamp,
        last: Timestamp,
        missing: Int,
        distrusted: Int,
        aheadMilliseconds: Int,
        branches: Int,
        uncounted: Int,
        standing: Standing,
        contact: Timestamp?
    ) {
        self.id = id
        self.name = name
        self.scans = scans
        self.first = first
        self.last = last
        self.missing = missing
        self.distrusted = distrusted
        self.aheadMilliseconds = aheadMilliseconds
        self.branches = branches
        self.uncounted = uncounted
        self.standing = standing
        self.contact = contact
    }
}

/// All figures of an event, read from one snapshot; one property for each query.
public struct AttendanceFigures: Hashable, Sendable {
    /// By minute, then gate, then tier. Each person is counted once, at the first entry that was not undone.
    public let arrivals: [ArrivalGroup]
    /// By gate.
    public let scans: [ScanGroup]
    /// By tier; tickets without one come first.
    public let turnout: [TierTurnout]
    /// By name.
    public let partners: [PartnerTickets]
    /// By name; zones without movements are left out.
    public let zones: [ZonePeak]
    /// The most frequent first.
    public let staffActions: [StaffActionSummary]
    /// By name.
    public let boxes: [BoxRecord]
    /// The number of admissions that staff allowed against the rules, without undone ones.
    public let overridden: Int

    /// - Parameters:
    ///   - arrivals: Arrivals by minute.
    ///   - scans: Scans by gate.
    ///   - turnout: Turnout by tier.
    ///   - partners: Partners by name.
    ///   - zones: Zones by name.
    ///   - staffActions: Staff actions, the most frequent first.
    ///   - boxes: Boxes by name.
    ///   - overridden: The number of admissions against the rules.
    public init(
        arrivals: [ArrivalGroup],
        scans: [ScanGroup],
        turnout: [TierTurnout],
        partners: [PartnerTickets] = [],
        zones: [ZonePeak],
        staffActions: [StaffActionSummary],
        boxes: [BoxRecord],
        overridden: Int
    ) {
        self.arrivals = arrivals
        self.scans = scans
        self.turnout = turnout
        self.partners = partners
        self.zones = zones
        self.staffActions = staffActions
        self.boxes = boxes
        self.overridden = overridden
    }
}
