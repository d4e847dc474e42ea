// The figures of an event's report, independent of output format.

public import Admission
public import Ledger

/// The figures of an event's report, one property for each part of it. The parts of each sum add up to it.
public struct AttendanceReport: Sendable {
    /// The event.
    public let event: Event
    /// The time of the report.
    public let made: Timestamp
    /// The time zone of the report.
    public let zone: LocalZone
    /// The number of people that the tickets on the list admit.
    public let expected: Int
    /// The number of people who arrived; people who returned count once.
    public let arrived: Int
    /// The number of expected people who did not arrive.
    public let noShows: Int
    /// The number of tickets on the list, without those revoked or replaced.
    public let tickets: Int
    /// Arrivals by gate per 10 minutes, or less if all arrived within two hours.
    public let byGate: ArrivalSeries
    /// Arrivals by tier, in the same steps.
    public let byTier: ArrivalSeries
    /// The minute with the most arrivals.
    public let peakMinute: Peak?
    /// The gates with at least one scan, by name.
    public let gates: [GateTotals]
    /// The tiers, by name.
    public let tiers: [TierTotals]
    /// The partners who may sell tickets, by name.
    public let partners: [PartnerTotals]
    /// The reasons for which scans did not admit, most frequent first.
    public let reasons: [ReasonTotals]
    /// The people admitted with a ticket that was used up, each once.
    public let doubles: [DoubleAdmission]
    /// The boxes known to have records that are missing here, by name.
    public let boxesBehind: [String]
    /// The figures read from the ledger.
    public let figures: AttendanceFigures

    /// The highest number of arrivals within a minute.
    public struct Peak: Hashable, Sendable {
        /// The start of the minute.
        public let minute: Timestamp
        /// The number of people who arrived in it.
        public let people: Int
    }

    /// The figures of a gate.
    public struct GateTotals: Hashable, Sendable {
        /// The gate's name.
        public let gate: String
        /// The number of people who arrived there.
        public let arrived: Int
        /// The number of entries of people who had arrived before.
        public let returned: Int
        /// The number of people who left there.
        public let left: Int
        /// The number of scans that were refused.
        public let refused: Int
        /// The number of scans that were sent to staff.
        public let asked: Int
        /// The number of codes that were shown again moments after they let someone through.
        public let shownAgain: Int
        /// The minute with the most arrivals there.
        public let peak: Peak?
    }

    /// The figures of a tier.
    public struct TierTotals: Hashable, Sendable {
        /// The tier's name, or the text for none.
        public let tier: String
        /// The number of tickets on the list.
        public let tickets: Int
        /// The number of people they admit.
        public let expected: Int
        /// The number of people who arrived with such a ticket, including tickets revoked later.
        public let arrived: Int
        /// The number of expected people who did not arrive.
        public let noShows: Int
    }

    /// The figures of a partner.
    public struct PartnerTotals: Hashable, Sendable {
        /// The partner's name.
        public let partner: String
        /// The number of tickets that the partner may sell; how many were sold nobody knows here.
        public let tickets: Int
        /// The number of tickets that were taken back.
        public let retired: Int
        /// The number of people who arrived with them.
        public let arrived: Int
    }

    /// The scans that did not admit for one reason.
    public struct ReasonTotals: Hashable, Sendable {
        /// The reason, as in docs/verdicts.md.
        public let reason: String
        /// The number of scans that were refused.
        public let refused: Int
        /// The number of scans that were sent to staff.
        public let asked: Int
    }

    /// - Parameters:
    ///   - figures: The figures of the event, from the book.
    ///   - doubles: The double admissions of the event.
    ///   - boxesBehind: Boxes known to have records that are missing here, in addition to those in `figures`.
    ///   - event: The event.
    ///   - made: The current time.
    ///   - zone: The time zone of the report.
    public init(
        _ figures: AttendanceFigures,
        doubles: [DoubleAdmission],
        boxesBehind: [String] = [],
        of event: Event,
        made: Timestamp,
        in zone: LocalZone
    ) {
        self.event = event
        self.made = made
        self.zone = zone
        self.figures = figures
        self.doubles = doubles
        self.boxesBehind = Set(boxesBehind + figures.boxes.filter { $0.missing > 0 }.map(\.name)).sorted()
        expected = figures.turnout.reduce(0) { $0 + $1.expected }
        arrived = figures.arrivals.reduce(0) { $0 + $1.people }
        noShows = figures.turnout.reduce(0) { $0 + $1.noShows }
        tickets = figures.turnout.reduce(0) { $0 + $1.tickets }
        let step = ArrivalSeries.step(of: figures.arrivals)
        byGate = ArrivalSeries(figures.arrivals, stepMinutes: step, in: zone, by: \.gate)
        byTier = ArrivalSeries(figures.arrivals, stepMinutes: step, in: zone, by: \.tierName)
        peakMinute = Peak(figures.arrivals)
        gates = GateTotals.all(figures)
        tiers = TierTotals.all(figures)
        partners = PartnerTotals.all(figures)
        reasons = ReasonTotals.all(figures)
    }

    /// The number of scans that were refused.
    public var refused: Int { reasons.reduce(0) { $0 + $1.refused } }

    /// The number of scans that were sent to staff.
    public var asked: Int { reasons.reduce(0) { $0 + $1.asked } }

    /// The number of codes that were shown again moments after they let someone through, by the same guest or another.
    public var shownAgain: Int { gates.reduce(0) { $0 + $1.shownAgain } }

    /// The number of overrides that were not undone.
    public var overridden: Int { figures.overridden }

    /// The number of people who arrived with tickets that partners sold.
    public var fromPartners: Int { partners.reduce(0) { $0 + $1.arrived } }

    /// The number of people who arrived in addition to those expected: double admissions, manual admissions, and
    /// tickets that were revoked later, or are not on the list and no partner's.
    public var beyondList: Int {
        arrived - (expected - noShows) - figures.partners.reduce(0) { $0 + $1.people }
    }

    /// The first minute with an arrival.
    public var firstArrival: Timestamp? { figures.arrivals.first?.minute }

    /// The last minute with an arrival.
    public var lastArrival: Timestamp? { figures.arrivals.last?.minute }

    /// Whether weekdays identify the days of all records.
    public var isShort: Bool {
        let moments = figures.boxes.flatMap { [$0.first, $0.last] }
        guard let first = moments.min(), let last = moments.max() else { return true }
        return last.duration(since: first) < .seconds(6 * 86_400)
    }

    /// Returns how often staff performed an action, including undone ones.
    ///
    /// - Parameter action: The action, as in ``StaffActionSummary/action``.
    /// - Returns: 0 or more.
    public func staffActionCount(_ action: String) -> Int {
        figures.staffActions.reduce(0) { $0 + ($1.action == action ? $1.count : 0) }
    }
}

extension ArrivalGroup {
    /// The tier's name, or the text for none.
    var tierName: String { tier ?? (isListed || partner != nil ? "without tier" : "not on the list") }
}

extension AttendanceReport.Peak {
    /// Creates the first of the busiest minutes; returns `nil` if no one arrived.
    init?(_ groups: [ArrivalGroup]) {
        let minutes = Dictionary(groups.map { ($0.minute, $0.people) }, uniquingKeysWith: +)
        let fullest = minutes.min { ($1.value, $0.key) < ($0.value, $1.key) }
        guard let fullest else { return nil }
        self.init(minute: fullest.key, people: fullest.value)
    }
}

extension AttendanceReport.PartnerTotals {
    fileprivate static func all(_ figures: AttendanceFigures) -> [Self] {
        let arrivals = Dictionary(grouping: figures.arrivals) { $0.partner }
        return figures.partners.map { one in
            let people = arrivals[one.partner, default: []].reduce(0) { $0 + $1.people }
            return Self(partner: one.partner, tickets: one.tickets, retired: one.retired, arrived: people)
        }
    }
}

extension AttendanceReport.GateTotals {
    fileprivate static func all(_ figures: AttendanceFigures) -> [Self] {
        let arrivals = Dictionary(grouping: figures.arrivals, by: \.gate)
        return Dictionary(grouping: figures.scans, by: \.gate).sorted { $0.key < $1.key }.map { gate, scans in
            func count(where isMeant: (ScanGroup) -> Bool) -> Int {
                scans.reduce(0) { $0 + (isMeant($1) ? $1.count : 0) }
            }
            let here = arrivals[gate] ?? []
            return Self(
                gate: gate,
                arrived: here.reduce(0) { $0 + $1.people },
                returned: count { $0.verdict == "admit" && $0.reason == "readmitted" },
                left: count { $0.kind == "exit" && $0.verdict == "admit" && !$0.isShownAgain },
                refused: count { $0.isTurnedAway && $0.verdict == "refuse" },
                asked: count { $0.isTurnedAway && $0.verdict == "ask" },
                shownAgain: count(where: \.isShownAgain),
                peak: AttendanceReport.Peak(here)
            )
        }
    }
}

extension AttendanceReport.TierTotals {
    fileprivate static func all(_ figures: AttendanceFigures) -> [Self] {
        let arrived = Dictionary(figures.arrivals.map { ($0.tierName, $0.people) }, uniquingKeysWith: +)
        let turnout = Dictionary(
            figures.turnout.map { ($0.tier ?? "without tier", $0) }, uniquingKeysWith: { first, _ in first })
        return Set(arrived.keys).union(turnout.keys).sorted().map { tier in
            Self(
                tier: tier,
                tickets: turnout[tier]?.tickets ?? 0,
                expected: turnout[tier]?.expected ?? 0,
                arrived: arrived[tier] ?? 0,
                noShows: turnout[tier]?.noShows ?? 0
            )
        }
    }
}

extension AttendanceReport.ReasonTotals {
    fileprivate static func all(_ figures: AttendanceFigures) -> [Self] {
        let turnedAway = Dictionary(grouping: figures.scans.filter(\.isTurnedAway), by: \.reason)
        let totals = turnedAway.map { reason, scans in
            func count(_ verdict: String) -> Int {
                scans.reduce(0) { $0 + ($1.verdict == verdict ? $1.count : 0) }
            }
            return Self(reason: reason, refused: count("refuse"), asked: count("ask"))
        }
        return totals.sorted { (-$0.refused - $0.asked, $0.reason) < (-$1.refused - $1.asked, $1.reason) }
    }
}

extension ScanGroup {
    /// Whether someone at the door was not admitted.
    fileprivate var isTurnedAway: Bool { verdict != "admit" && kind != "void" }

    /// Whether a code was shown again that had just let someone through.
    fileprivate var isShownAgain: Bool { [Reason.justAdmitted, .justExited].map(\.rawValue).contains(reason) }
}
