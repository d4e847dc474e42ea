// A report for programs.

import Admission
import Attendance
import Ledger
import TicketSigning

/// A report as one JSON object; unknown values are absent. In CSV each of its tables has a file of its own.
struct AttendanceLine: Encodable {
    let schema = 1
    let event: String
    let id: String
    let name: String
    let made: String
    let timeZone: String
    let tickets: Int
    let expected: Int
    let arrived: Int
    let noShows: Int
    let beyondList: Int
    let refused: Int
    let asked: Int
    let shownAgain: Int
    /// As in `event show`.
    let overridden: Int
    let firstArrival: String?
    let lastArrival: String?
    let peakMinute: PeakLine?
    /// The length of a step of ``arrivals``.
    let arrivalMinutes: Int
    let arrivals: [ArrivalLine]
    let gates: [GateLine]
    let tiers: [TierLine]
    /// Absent for an event without partners.
    let partners: [PartnerLine]?
    let turnedAway: [ReasonLine]
    let zones: [ZoneLine]
    let staff: [StaffLine]
    let doubles: [DoubleLine]
    let boxes: [BoxLine]

    /// The largest number of people within a minute.
    struct PeakLine: Encodable {
        let minute: String
        let people: Int

        init(_ peak: AttendanceReport.Peak) {
            minute = peak.minute.description
            people = peak.people
        }
    }

    /// The number of people within a step.
    struct ArrivalLine: Encodable {
        let from: String
        let people: Int
        let gates: [String: Int]
        let tiers: [String: Int]
    }

    /// The activity at a gate.
    struct GateLine: Encodable {
        let gate: String
        let arrived, returned, left, refused, asked, shownAgain: Int
        let peakMinute: PeakLine?
    }

    /// The attendance of a tier.
    struct TierLine: Encodable {
        let tier: String
        let tickets, expected, arrived, noShows: Int
    }

    /// The tickets that a partner may sell, and the people who came with them.
    struct PartnerLine: Encodable {
        let partner: String
        let tickets, retired, arrived: Int
    }

    /// The number of scans that did not admit, for one reason.
    struct ReasonLine: Encodable {
        let reason: String
        let refused, asked: Int
    }

    /// The occupancy of a zone.
    struct ZoneLine: Encodable {
        let zone: String
        let most: Int
        let at: String
        let atEnd: Int
    }

    /// An action by staff.
    struct StaffLine: Encodable {
        let action: String
        let overruled: String?
        let actor: String
        let why: String?
        let count: Int
    }

    /// The state of a box.
    struct BoxLine: Encodable {
        let box, boxID: String
        let scans: Int
        let first, last: String
        let missing, distrusted, aheadMs: Int
        let branches: Int
        let uncounted: Int
        let contact: String?
    }

    init(_ report: AttendanceReport) {
        event = report.event.slug
        id = report.event.id.description
        name = report.event.name
        made = report.made.description
        timeZone = report.zone.name
        (tickets, expected, arrived) = (report.tickets, report.expected, report.arrived)
        (noShows, beyondList) = (report.noShows, report.beyondList)
        (refused, asked) = (report.refused, report.asked)
        shownAgain = report.shownAgain
        overridden = report.overridden
        firstArrival = report.firstArrival?.description
        lastArrival = report.lastArrival?.description
        peakMinute = report.peakMinute.map(PeakLine.init)
        arrivalMinutes = report.byGate.stepMinutes
        // Both series have the same steps.
        arrivals = zip(report.byGate.steps, report.byTier.steps).map { gates, tiers in
            ArrivalLine(
                from: gates.start.description,
                people: gates.total,
                gates: Self.named(report.byGate.names, gates.people),
                tiers: Self.named(report.byTier.names, tiers.people)
            )
        }
        gates = report.gates.map(GateLine.init)
        tiers = report.tiers.map(TierLine.init)
        partners =
            report.partners.isEmpty
            ? nil
            : report.partners.map {
                PartnerLine(
                    partner: $0.partner, tickets: $0.tickets, retired: $0.retired, arrived: $0.arrived)
            }
        turnedAway = report.reasons.map { ReasonLine(reason: $0.reason, refused: $0.refused, asked: $0.asked) }
        zones = report.figures.zones.map {
            ZoneLine(zone: $0.zone, most: $0.most, at: $0.at.description, atEnd: $0.atEnd)
        }
        staff = report.figures.staffActions.map {
            StaffLine(action: $0.action, overruled: $0.overruled, actor: $0.actor, why: $0.why, count: $0.count)
        }
        doubles = report.doubles.map { DoubleLine($0, event: report.event.slug) }
        boxes = report.figures.boxes.map(BoxLine.init)
    }

    private static func named(_ names: [String], _ people: [Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: zip(names, people).filter { $0.1 > 0 })
    }
}

extension AttendanceLine.GateLine {
    fileprivate init(_ gate: AttendanceReport.GateTotals) {
        self.init(
            gate: gate.gate, arrived: gate.arrived, returned: gate.returned, left: gate.left, refused: gate.refused,
            asked: gate.asked, shownAgain: gate.shownAgain, peakMinute: gate.peak.map(AttendanceLine.PeakLine.init))
    }
}

extension AttendanceLine.TierLine {
    fileprivate init(_ tier: AttendanceReport.TierTotals) {
        self.init(
            tier: tier.tier, tickets: tier.tickets, expected: tier.expected, arrived: tier.arrived,
            noShows: tier.noShows)
    }
}

extension AttendanceLine.BoxLine {
    fileprivate init(_ box: BoxRecord) {
        self.init(
            box: box.name, boxID: box.id.description, scans: box.scans, first: box.first.description,
            last: box.last.description, missing: box.missing, distrusted: box.distrusted,
            aheadMs: box.aheadMilliseconds, branches: box.branches, uncounted: box.uncounted,
            contact: box.contact?.description)
    }
}
