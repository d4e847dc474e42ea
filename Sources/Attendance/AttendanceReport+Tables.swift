// The tables of a report.

import Admission
import Ledger
import TicketSigning

extension AttendanceReport {
    /// All tables, in the order of the report.
    public var tables: [ReportTable] {
        [
            summaryTable,
            arrivalTable(byGate, name: "arrivals", title: "Arrivals per \(byGate.stepName) by gate"),
            arrivalTable(byTier, name: "arrivals-by-tier", title: "Arrivals per \(byTier.stepName) by tier"),
            gateTable, tierTable, partnerTable, reasonTable, zoneTable, staffTable, doubleTable, boxTable,
        ]
    }

    /// The tables below the figures and the chart of a report on paper, without empty ones.
    var detailTables: [ReportTable] {
        [gateTable, tierTable, partnerTable, reasonTable, zoneTable, staffTable, doubleTable, boxTable]
            .filter { !$0.rows.isEmpty }
    }

    /// The headline figures.
    public var summaryTable: ReportTable {
        let figures: [(String, ReportTable.Cell)?] = [
            ("Tickets on the list", .count(tickets)),
            ("People expected", .count(expected)),
            ("People arrived", .count(arrived)),
            ("No-shows", .count(noShows)),
            partners.isEmpty ? nil : ("Arrived with partners' tickets", .count(fromPartners)),
            ("Unexpected arrivals", .count(beyondList)),
            ("First arrival", firstArrival.map { .time($0) } ?? .none),
            ("Last arrival", lastArrival.map { .time($0) } ?? .none),
            ("Most people in a minute", peakMinute.map { .count($0.people) } ?? .none),
            ("Busiest minute", peakMinute.map { .time($0.minute) } ?? .none),
            ("Scans refused", .count(refused)),
            ("Scans sent to staff", .count(asked)),
            ("Shown again within seconds", .count(shownAgain)),
            ("Double admissions", .count(doubles.count)),
            ("Admitted against the rules", .count(overridden)),
            ("Undone", .count(staffActionCount("void"))),
        ]
        return ReportTable(
            name: "summary", title: "Summary", columns: [.text("figure"), .number("value")],
            rows: figures.compactMap(\.self).map { [.text($0.0), $0.1] }
        )
    }

    private func arrivalTable(_ series: ArrivalSeries, name: String, title: String) -> ReportTable {
        ReportTable(
            name: name,
            title: title,
            columns: [.text("from")] + series.names.map { .number($0) } + [.number("all")],
            rows: series.steps.map { step in
                [.time(step.start)] + step.people.map { .count($0) } + [.count(step.total)]
            }
        )
    }

    /// The figures of each gate.
    public var gateTable: ReportTable {
        ReportTable(
            name: "gates",
            title: "Gates",
            columns: [
                .text("gate"), .number("arrived"), .number("came back"), .number("left"), .number("refused"),
                .number("to staff"), .number("again"), .number("top minute"), .text("at"),
            ],
            rows: gates.map { gate in
                [
                    .text(gate.gate), .count(gate.arrived), .count(gate.returned), .count(gate.left),
                    .count(gate.refused), .count(gate.asked), .count(gate.shownAgain),
                    gate.peak.map { .count($0.people) } ?? .none,
                    gate.peak.map { .time($0.minute) } ?? .none,
                ]
            }
        )
    }

    /// The figures of each tier.
    public var tierTable: ReportTable {
        ReportTable(
            name: "tiers",
            title: "Tiers",
            columns: [
                .text("tier"), .number("tickets"), .number("expected"), .number("arrived"), .number("no-shows"),
            ],
            rows: tiers.map { tier in
                [
                    .text(tier.tier), .count(tier.tickets), .count(tier.expected), .count(tier.arrived),
                    .count(tier.noShows),
                ]
            }
        )
    }

    /// The figures of each partner.
    public var partnerTable: ReportTable {
        ReportTable(
            name: "partners",
            title: "Partners",
            columns: [.text("partner"), .number("tickets"), .number("taken back"), .number("arrived")],
            rows: partners.map { partner in
                [
                    .text(partner.partner), .count(partner.tickets),
                    partner.retired == 0 ? .none : .count(partner.retired), .count(partner.arrived),
                ]
            }
        )
    }

    /// The reasons for which scans did not admit.
    public var reasonTable: ReportTable {
        ReportTable(
            name: "turned-away",
            title: "Refused or sent to staff, by reason",
            columns: [.text("reason"), .number("refused"), .number("to staff")],
            rows: reasons.map { [.reason($0.reason), .count($0.refused), .count($0.asked)] }
        )
    }

    /// The occupancy of each zone.
    public var zoneTable: ReportTable {
        ReportTable(
            name: "zones",
            title: "Inside",
            columns: [.text("zone"), .number("most at once"), .text("at"), .number("at the end")],
            rows: figures.zones.map { [.text($0.zone), .count($0.most), .time($0.at), .count($0.atEnd)] }
        )
    }

    /// The manual actions of staff.
    public var staffTable: ReportTable {
        ReportTable(
            name: "staff",
            title: "Staff actions",
            columns: [.text("what"), .text("overruled"), .text("who"), .text("why"), .number("times")],
            rows: figures.staffActions.map { action in
                [
                    .text(ReportWords.action(action.action)), action.overruled.map { .reason($0) } ?? .none,
                    .text(action.actor), action.why.map { .text($0) } ?? .none, .count(action.count),
                ]
            }
        )
    }

    /// The double admissions.
    public var doubleTable: ReportTable {
        ReportTable(
            name: "doubles",
            title: "Double admissions",
            columns: [
                .text("second entry"), .text("gate"), .text("box"), .text("first entry"), .text("first gate"),
                .text("first box"), .text("how"), .text("ticket"),
            ],
            rows: doubles.map { double in
                let (later, earlier) = (double.later.movement.entry, double.earlier.movement.entry)
                return [
                    .time(double.later.time), .text(later.gate), .text(later.boxName), .time(double.earlier.time),
                    .text(earlier.gate), .text(earlier.boxName), .text(double.words),
                    .text(double.later.ticket.description),
                ]
            }
        )
    }

    /// The state of each box.
    public var boxTable: ReportTable {
        ReportTable(
            name: "boxes",
            title: "Boxes",
            columns: [
                .text("box"), .number("scans"), .text("first"), .text("last"), .number("missing"),
                .number("wrong clock"), .number("branches"), .number("not counted"), .text("last contact"),
            ],
            rows: figures.boxes.map { box in
                [
                    .text(box.name), .count(box.scans), .time(box.first), .time(box.last), .count(box.missing),
                    .count(box.distrusted), box.branches == 0 ? .none : .count(box.branches),
                    box.uncounted == 0 ? .none : .count(box.uncounted), box.contact.map { .time($0) } ?? .none,
                ]
            }
        )
    }
}
