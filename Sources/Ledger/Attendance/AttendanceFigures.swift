// What the book says of an event, summed up: small, however many scans there were.

public import TicketSigning

/// People who came in one minute by one gate with one kind of ticket.
public struct ArrivalGroup: Hashable, Sendable {
    /// The minute, by the wall clock of the box; a whole number of minutes since 1970.
    public let minute: Timestamp
    /// By which gate.
    public let gate: String
    /// Kind of ticket; `nil` where it has none.
    public let tier: String?
    /// Whether the ticket is on the list here.
    public let isListed: Bool
    /// How many people, 1 or more.
    public let people: Int

    /// - Parameters:
    ///   - minute: A whole number of minutes since 1970.
    ///   - gate: By which gate.
    ///   - tier: Kind of ticket.
    ///   - isListed: Whether the ticket is on the list.
    ///   - people: How many.
    public init(minute: Timestamp, gate: String, tier: String?, isListed: Bool, people: Int) {
        self.minute = minute
        self.gate = gate
        self.tier = tier
        self.isListed = isListed
        self.people = people
    }
}

/// Scans at one gate with one outcome.
public struct ScanGroup: Hashable, Sendable {
    /// At which gate.
    public let gate: String
    /// `entry`, `exit`, `check`, `override` or `void`.
    public let kind: String
    /// `admit`, `refuse` or `ask`.
    public let verdict: String
    /// The stable reason.
    public let reason: String
    /// How many scans, 1 or more.
    public let count: Int

    /// - Parameters:
    ///   - gate: At which gate.
    ///   - kind: As in the book.
    ///   - verdict: As in the book.
    ///   - reason: The stable reason.
    ///   - count: How many scans.
    public init(gate: String, kind: String, verdict: String, reason: String, count: Int) {
        self.gate = gate
        self.kind = kind
        self.verdict = verdict
        self.reason = reason
        self.count = count
    }
}

/// The list of one kind of ticket, and who of it came.
public struct TierTurnout: Hashable, Sendable {
    /// `nil` for tickets without one.
    public let tier: String?
    /// Tickets on the list; those withdrawn or issued anew left out.
    public let tickets: Int
    /// People they let in.
    public let expected: Int
    /// Of these people, those who did not come.
    public let noShows: Int

    /// - Parameters:
    ///   - tier: Kind of ticket.
    ///   - tickets: On the list.
    ///   - expected: People they let in.
    ///   - noShows: Of these, who did not come.
    public init(tier: String?, tickets: Int, expected: Int, noShows: Int) {
        self.tier = tier
        self.tickets = tickets
        self.expected = expected
        self.noShows = noShows
    }
}

/// How full a zone was.
public struct ZonePeak: Hashable, Sendable {
    /// Its name.
    public let zone: String
    /// People in it by the last scan.
    public let atEnd: Int
    /// The most there ever were.
    public let most: Int
    /// When they were that many.
    public let at: Timestamp

    /// - Parameters:
    ///   - zone: Its name.
    ///   - atEnd: People in it by the last scan.
    ///   - most: The most there ever were.
    ///   - at: When they were that many.
    public init(zone: String, atEnd: Int, most: Int, at: Timestamp) {
        self.zone = zone
        self.atEnd = atEnd
        self.most = most
        self.at = at
    }
}

/// What one of the staff did by hand, for one reason.
public struct StaffActionSummary: Hashable, Sendable {
    /// `override` for each guest let in by hand, `void`, `pay`, `block`, `revoke`, `restore` or `reissue`.
    public let action: String
    /// On an override, the reason that was overruled; `nil` for a ticket that was good.
    public let overruled: String?
    /// Who.
    public let actor: String
    /// Why, in their own words.
    public let why: String?
    /// How often, 1 or more.
    public let count: Int

    /// - Parameters:
    ///   - action: What was done.
    ///   - overruled: The reason that was overruled.
    ///   - actor: Who.
    ///   - why: In their own words.
    ///   - count: How often.
    public init(action: String, overruled: String?, actor: String, why: String?, count: Int) {
        self.action = action
        self.overruled = overruled
        self.actor = actor
        self.why = why
        self.count = count
    }
}

/// How a box fared that scanned for an event.
public struct BoxRecord: Hashable, Sendable {
    /// Which box.
    public let id: BoxID
    /// What people call it.
    public let name: String
    /// Scans for the event.
    public let scans: Int
    /// The first of them, by the box's own clock.
    public let first: Timestamp
    /// The last of them.
    public let last: Timestamp
    /// Records of the box, of any event, that are known to exist and are not here.
    public let missing: Int
    /// Scans for the event that are dated more than 10 s before an earlier record: the clock was not to be trusted.
    public let distrusted: Int
    /// By how many milliseconds its clock was seen ahead of this machine's, at most; 0 for less than a minute.
    public let aheadMilliseconds: Int
    /// What is wrong with its records.
    public let alarm: Alarm.Kind?
    /// When this ledger heard of it last, by this machine's clock; `nil` for this machine's own box, and for one whose
    /// records came through others.
    public let contact: Timestamp?

    /// - Parameters:
    ///   - id: Which box.
    ///   - name: What people call it.
    ///   - scans: For the event.
    ///   - first: The first of them.
    ///   - last: The last of them.
    ///   - missing: Records that are known to exist and are not here.
    ///   - distrusted: Scans dated before an earlier record.
    ///   - aheadMilliseconds: By how much its clock was seen ahead.
    ///   - alarm: What is wrong with its records.
    ///   - contact: When it was heard of last.
    public init(
        id: BoxID,
        name: String,
        scans: Int,
        first: Timestamp,
        last: Timestamp,
        missing: Int,
        distrusted: Int,
        aheadMilliseconds: Int,
        alarm: Alarm.Kind?,
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
        self.alarm = alarm
        self.contact = contact
    }
}

/// All of it, read at one moment.
public struct AttendanceFigures: Hashable, Sendable {
    /// By minute, then gate, then tier. Each person stands in it once, with the first entry that was not undone.
    public let arrivals: [ArrivalGroup]
    /// By gate.
    public let scans: [ScanGroup]
    /// By tier; tickets without one come first.
    public let turnout: [TierTurnout]
    /// By name; zones that nobody moved in are left out.
    public let zones: [ZonePeak]
    /// The most frequent first.
    public let deeds: [StaffActionSummary]
    /// By name.
    public let boxes: [BoxRecord]
    /// Admissions that staff gave against the rules; those undone left out.
    public let overridden: Int

    /// - Parameters:
    ///   - arrivals: By minute.
    ///   - scans: By gate.
    ///   - turnout: By tier.
    ///   - zones: By name.
    ///   - deeds: The most frequent first.
    ///   - boxes: By name.
    ///   - overridden: Admissions against the rules.
    public init(
        arrivals: [ArrivalGroup],
        scans: [ScanGroup],
        turnout: [TierTurnout],
        zones: [ZonePeak],
        deeds: [StaffActionSummary],
        boxes: [BoxRecord],
        overridden: Int
    ) {
        self.arrivals = arrivals
        self.scans = scans
        self.turnout = turnout
        self.zones = zones
        self.deeds = deeds
        self.boxes = boxes
        self.overridden = overridden
    }
}
