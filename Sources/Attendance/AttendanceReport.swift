// What came of an event: the figures of a report, before anybody writes them down.

public import Admission
public import Ledger

/// The figures of an event's report. The parts of each sum add up to it.
public struct AttendanceReport: Sendable {
    /// What it is about.
    public let event: Event
    /// When it was made.
    public let made: Timestamp
    /// What its times are told in.
    public let zone: LocalZone
    /// People whom the tickets on the list let in.
    public let expected: Int
    /// People who came; who came back is counted once.
    public let arrived: Int
    /// Expected people who did not come.
    public let noShows: Int
    /// Tickets on the list; those withdrawn or issued anew left out.
    public let tickets: Int
    /// Per 10 minutes, or fewer where all came within two hours, and gate.
    public let byGate: ArrivalSeries
    /// In the same steps, by kind of ticket.
    public let byTier: ArrivalSeries
    /// The minute in which most people came.
    public let peakMinute: Peak?
    /// The gates where somebody was scanned, by name.
    public let gates: [GateTotals]
    /// Kinds of tickets, by name.
    public let tiers: [TierTotals]
    /// Why scans did not admit, the most frequent first.
    public let reasons: [ReasonTotals]
    /// People who entered with a ticket that was used up, each once.
    public let doubles: [DoubleAdmission]
    /// Boxes that are known to have records which are not here, by name.
    public let boxesBehind: [String]
    /// What was read from the ledger.
    public let figures: AttendanceFigures

    /// The most people within a minute.
    public struct Peak: Hashable, Sendable {
        /// When the minute begins.
        public let minute: Timestamp
        /// How many people came in it.
        public let people: Int
    }

    /// What happened at a gate.
    public struct GateTotals: Hashable, Sendable {
        /// Its name.
        public let gate: String
        /// People who came by it.
        public let arrived: Int
        /// Entries of people who had come before.
        public let returned: Int
        /// People who left by it.
        public let left: Int
        /// Scans that were refused.
        public let refused: Int
        /// Scans that were sent to staff.
        public let asked: Int
        /// Codes that were shown again moments after they had let somebody through.
        public let shownAgain: Int
        /// The minute in which most people came by it.
        public let peak: Peak?
    }

    /// What came of a kind of ticket.
    public struct TierTotals: Hashable, Sendable {
        /// Its name, or what stands for none.
        public let tier: String
        /// Tickets on the list.
        public let tickets: Int
        /// People they let in.
        public let expected: Int
        /// People who came with such a ticket, also with one that was withdrawn since.
        public let arrived: Int
        /// Expected people who did not come.
        public let noShows: Int
    }

    /// Scans that did not admit for one reason.
    public struct ReasonTotals: Hashable, Sendable {
        /// As in docs/verdicts.md.
        public let reason: String
        /// Scans that were refused.
        public let refused: Int
        /// Scans that were sent to staff.
        public let asked: Int
    }

    /// - Parameters:
    ///   - figures: What the book says of the event.
    ///   - doubles: Of the event.
    ///   - boxesBehind: Boxes that are known to have records which are not here, besides those of the figures.
    ///   - event: Which event.
    ///   - made: Now.
    ///   - zone: What times are told in.
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
        reasons = ReasonTotals.all(figures)
    }

    /// Scans that were refused.
    public var refused: Int { reasons.reduce(0) { $0 + $1.refused } }

    /// Scans that were sent to staff.
    public var asked: Int { reasons.reduce(0) { $0 + $1.asked } }

    /// Codes that were shown again moments after they had let somebody through, by the same guest or by another.
    public var shownAgain: Int { gates.reduce(0) { $0 + $1.shownAgain } }

    /// Admissions that staff gave against the rules and nobody undid.
    public var overridden: Int { figures.overridden }

    /// People who came beyond those who were expected: doubles, those let in by hand, tickets withdrawn later or on no
    /// list.
    public var beyondList: Int { arrived - (expected - noShows) }

    /// The first minute in which somebody came.
    public var firstArrival: Timestamp? { figures.arrivals.first?.minute }

    /// The last one.
    public var lastArrival: Timestamp? { figures.arrivals.last?.minute }

    /// Whether a weekday tells the day of all that happened.
    public var isShort: Bool {
        let moments = figures.boxes.flatMap { [$0.first, $0.last] }
        guard let first = moments.min(), let last = moments.max() else { return true }
        return last.duration(since: first) < .seconds(6 * 86_400)
    }

    /// How often staff did something, undone since or not.
    ///
    /// - Parameter action: As in ``StaffActionSummary/action``.
    /// - Returns: 0 or more.
    public func deeds(_ action: String) -> Int {
        figures.deeds.reduce(0) { $0 + ($1.action == action ? $1.count : 0) }
    }
}

extension ArrivalGroup {
    /// The tier, or what stands for none.
    var tierName: String { tier ?? (isListed ? "without tier" : "not on the list") }
}

extension AttendanceReport.Peak {
    /// The first of the fullest minutes; `nil` where nobody came.
    init?(_ groups: [ArrivalGroup]) {
        let minutes = Dictionary(groups.map { ($0.minute, $0.people) }, uniquingKeysWith: +)
        let fullest = minutes.min { ($1.value, $0.key) < ($0.value, $1.key) }
        guard let fullest else { return nil }
        self.init(minute: fullest.key, people: fullest.value)
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
    /// Whether somebody stood at the door and did not enter.
    fileprivate var isTurnedAway: Bool { verdict != "admit" && kind != "void" }

    /// Whether a code that had just let somebody through was shown again.
    fileprivate var isShownAgain: Bool { [Reason.justAdmitted, .justExited].map(\.rawValue).contains(reason) }
}
