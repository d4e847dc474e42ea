// Sentences that all formats of a report share.

import Admission
import Ledger

/// Notes that readers need to interpret the figures.
public enum ReportNotes {
    /// How the figures are counted.
    public static let countingRules = [
        "Each person is counted once, at the first entry that was not undone; a group ticket counts as many people as "
            + "entered with it. No-shows are expected people who did not arrive. Scans that were refused or sent to "
            + "staff are counted every time. A code that is shown again within seconds of an admission admits no one "
            + "and is counted separately, under “again”.",
        "Times are from the boxes' own clocks; those of double admissions are from the hub's clock where the box knew "
            + "it.",
    ]

    /// The text in place of an empty chart.
    public static let noArrivals = "No arrivals yet."

    /// Describes the causes of the double admissions, and the records that could not be checked.
    ///
    /// - Parameter report: The report.
    /// - Returns: A sentence for each kind.
    public static func doubles(_ report: AttendanceReport) -> String {
        let counts = Dictionary(report.doubles.map { ($0.cause, 1) }, uniquingKeysWith: +)
        let sentences = DoubleAdmission.Cause.allCases.compactMap { cause in counts[cause].map(cause.sentence) }
        let uncertain = report.doubles.count { !$0.isOrderKnown }
        let order =
            uncertain == 0
            ? []
            : [
                "Of \(uncertain.grouped) it is not certain who was first: a box had not compared its clock with the "
                    + "hub's, or the two entries are less than a second apart."
            ]
        let missing = report.boxesBehind
        let unchecked =
            missing.isEmpty
            ? [] : ["Records from \(missing.joined(separator: ", ")) have not arrived, so they are not checked."]
        let none = "In the records received so far, no ticket admitted more people than allowed."
        return ((sentences.isEmpty ? [none] : sentences) + order + unchecked).joined(separator: " ")
    }

    /// Describes whether the boxes' records are complete and consistent.
    ///
    /// - Parameter report: The report.
    /// - Returns: A sentence.
    public static func boxes(_ report: AttendanceReport) -> String {
        let boxes = report.figures.boxes
        let missing = report.boxesBehind
        let doubtful = boxes.filter { $0.distrusted > 0 }.map(\.name)
        let branched = boxes.filter { $0.branches > 0 }.map(\.name)
        let limited = boxes.filter { $0.uncounted > 0 }.map { box in
            let cause =
                switch box.standing {
                case .stranger: "Not a member"
                case .member: "Beyond its membership"
                case .revoked: "Revoked"
                }
            return "\(cause): \(box.name); \(box.uncounted.grouped) of its scans "
                + "\(box.uncounted == 1 ? "does" : "do") not count."
        }
        let faults = [
            missing.isEmpty ? nil : "Records from \(missing.joined(separator: ", ")) have not arrived yet.",
            doubtful.isEmpty ? nil : "The clock of \(doubtful.joined(separator: ", ")) was wrong at times.",
            branched.isEmpty
                ? nil
                : "Restored from a backup or cloned: \(branched.joined(separator: ", ")); all copies count alike.",
        ]
        let sentences = faults.compactMap(\.self) + limited
        guard sentences.isEmpty else { return sentences.joined(separator: " ") }
        return boxes.isEmpty
            ? "No box scanned tickets for this event." : "All known records have arrived, and no clock was in doubt."
    }
}

/// Shares as percentages.
enum ReportShare {
    /// Returns the share of expected people who arrived.
    static func turnout(_ report: AttendanceReport) -> String {
        let sold = report.fromPartners > 0 ? "\(report.fromPartners.grouped) with partners' tickets" : nil
        guard report.expected > 0 else { return sold ?? "no one was on the list" }
        let came = report.expected - report.noShows
        let beyond = report.beyondList
        return "\(came.grouped) of \(report.expected.grouped) expected arrived (\(text(came, of: report.expected)))"
            + (sold.map { ", \($0)" } ?? "") + (beyond > 0 ? ", \(beyond.grouped) not expected" : "")
    }

    /// Returns a percentage such as `93 %`; with one decimal place below 10 and above 90, if it is meaningful.
    static func text(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        let tenths = (part * 1000 + whole / 2) / whole
        let isFine = tenths != 0 && tenths != 1000 && (tenths < 100 || tenths > 900)
        return isFine ? "\(tenths / 10).\(tenths % 10) %" : "\((tenths + 5) / 10) %"
    }
}
