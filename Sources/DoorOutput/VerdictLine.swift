// A verdict for programs.

package import Admission
package import Ledger
import TicketSigning

/// A verdict as one JSON object or CSV row; unknown values are absent.
package struct VerdictLine: Encodable {
    /// The version of this format; incremented by changes that could break a reader.
    package let schema = 1
    /// The picture, for `check`.
    package let file: String?
    /// The camera or scanner, for `run`.
    package let source: String?
    package let verdict: String?
    /// Whether a guest enters on this verdict; `false` if the guest has just entered, leaves, or is only checked.
    let enters: Bool?
    package let reason: String
    package let ticket: String?
    package let event: String?
    package let user: String?
    package let holder: String?
    package let tier: String?
    package let admits: Int?
    package let count: Int?
    /// `true` for another platform's barcode, which has no signature; otherwise absent.
    let unsigned: Bool?
    package let first: First?
    /// The first picture of the batch with the same ticket, for `check` without `--admit`.
    let sameAs: String?
    /// The time in UTC (RFC 3339).
    package let at: String
    /// The time from the picture's first byte, or from the sighting, to the recorded verdict.
    let elapsedMilliseconds: Double?

    /// The first entry with the ticket.
    package struct First: Encodable {
        package let moment: Moment
        package let gate: String
        package let box: String

        private enum CodingKeys: String, CodingKey {
            case moment = "at"
            case gate, box
        }

        package init(_ entry: Entry) {
            (moment, gate, box) = (Moment(entry.at), entry.gate, entry.boxName)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case schema, file, source, verdict, enters, reason, ticket, event, user, holder, tier, admits, count, unsigned,
            first,
            at
        case sameAs = "same_as"
        case elapsedMilliseconds = "elapsed_ms"
    }

    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - file: The picture, for `check`.
    ///   - source: The camera or scanner, for `run`.
    ///   - elapsed: The time taken, if it was measured.
    ///   - isNamed: Whether to include the holder's name.
    package init(
        _ verdict: Verdict,
        file: String? = nil,
        source: String? = nil,
        elapsed: Duration? = nil,
        isNamed: Bool = true
    ) {
        let listed = verdict.history?.listed
        let first = verdict.firstEntry
        self.file = file
        self.source = source
        self.verdict = verdict.answer.rawValue
        enters = verdict.recording.isEntry
        reason = verdict.reason
        ticket = verdict.ticket?.id.description
        event = verdict.history?.event?.slug
        user = verdict.ticket?.user.description
        holder = isNamed ? listed?.holder : nil
        tier = listed?.tier
        admits = verdict.use?.admits
        count = verdict.use.map { _ in verdict.count }
        unsigned = verdict.isUnsigned ? true : nil
        self.first = first.map(First.init)
        sameAs = verdict.sameAs
        at = verdict.at.description
        elapsedMilliseconds = elapsed?.milliseconds
    }

    /// Creates the line of a picture in which no code was found.
    ///
    /// - Parameters:
    ///   - file: The picture.
    ///   - at: The time it was read.
    ///   - elapsed: The time taken.
    package init(noCodeIn file: String, at: Timestamp, elapsed: Duration) {
        self.file = file
        source = nil
        verdict = nil
        enters = nil
        reason = "no-code"
        ticket = nil
        event = nil
        user = nil
        holder = nil
        tier = nil
        admits = nil
        count = nil
        unsigned = nil
        first = nil
        sameAs = nil
        self.at = at.description
        elapsedMilliseconds = elapsed.milliseconds
    }

    /// The names of the CSV columns, in the order of ``fields``.
    package static let columns = [
        "file", "verdict", "enters", "reason", "ticket", "event", "user", "holder", "tier", "admits", "count",
        "first_at",
        "first_gate", "first_box", "at", "elapsed_ms", "unsigned", "same_as",
    ]

    /// The values as CSV fields.
    package var fields: [String] {
        let texts: [String?] = [
            file, verdict, enters.map { String($0) }, reason, ticket, event, user, holder, tier,
            admits.map(String.init), count.map(String.init),
            first?.moment.description, first?.gate, first?.box, at, elapsedMilliseconds.map { String($0) },
            unsigned.map { String($0) }, sameAs,
        ]
        return texts.map { $0 ?? "" }
    }
}

extension Duration {
    /// The number of whole minutes.
    package var minutes: Int { Int(self / .seconds(60)) }

    /// The number of milliseconds, rounded to hundredths.
    package var milliseconds: Double {
        (self / .milliseconds(1) * 100).rounded() / 100
    }
}
