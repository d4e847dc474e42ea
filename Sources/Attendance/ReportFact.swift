// The headline figures of a report.

import Ledger

/// A headline figure with a short comment.
public struct ReportFact: Hashable, Sendable {
    /// The name of the figure.
    public let title: String
    /// The value.
    public let value: String
    /// The comment; may be empty.
    public let detail: String

    /// Returns a report's headline figures other than the number of arrivals.
    ///
    /// - Parameter report: The report.
    /// - Returns: Six figures, in display order.
    public static func all(of report: AttendanceReport) -> [ReportFact] {
        let zone = report.zone
        let fullest = report.figures.zones.max { ($0.most, $1.zone) < ($1.most, $0.zone) }
        let place = report.figures.zones.count > 1 ? fullest.map { " in \($0.zone)" } ?? "" : ""
        let busiest = report.gates.compactMap { gate in gate.peak.map { (gate.gate, $0) } }
            .max { ($0.1.people, $1.0) < ($1.1.people, $0.0) }
        return [
            ReportFact(
                title: "no-shows", value: report.noShows.grouped,
                detail: report.expected > 0
                    ? ReportShare.text(report.noShows, of: report.expected) + " of those expected"
                    : "no one was on the list"
            ),
            ReportFact(
                title: "busiest minute", value: report.peakMinute.map { $0.people.grouped } ?? "–",
                detail: report.peakMinute.map { peak in
                    let gate = busiest.map { ", most at \($0.0): \($0.1.people.grouped)" } ?? ""
                    return
                        "\(peak.people.peopleWord) at \(zone.clock(peak.minute))\(report.gates.count > 1 ? gate : "")"
                } ?? "no arrivals"
            ),
            ReportFact(
                title: "most inside at once", value: fullest.map { $0.most.grouped } ?? "–",
                detail: fullest.map { "at \(zone.clock($0.at))\(place), \($0.atEnd.grouped) at the end" } ?? ""
            ),
            ReportFact(
                title: "scans refused", value: report.refused.grouped,
                detail: "\(report.asked.grouped) sent to staff, \(report.shownAgain.grouped) shown again"
            ),
            ReportFact(
                title: "double admissions", value: report.doubles.count.grouped,
                detail: "\(report.overridden.grouped) admitted against the rules"
            ),
            ReportFact(
                title: "first and last", value: report.firstArrival.map(zone.clock) ?? "–",
                detail: report.lastArrival.map { "last arrival at \(zone.clock($0))" } ?? ""
            ),
        ]
    }
}
