// A verdict for programs.

import Admission
import Ledger
import TicketSigning

/// A verdict as one JSON object or CSV row; what is not known is absent.
struct VerdictLine: Encodable {
    /// The version of this form; a change that could break a reader raises it.
    let schema = 1
    /// The picture, for `check`.
    let file: String?
    /// The camera or scanner, for `run`.
    let source: String?
    let verdict: String?
    /// Whether a guest enters on this verdict; not when one that just entered is shown again, leaves or is looked at.
    let enters: Bool?
    let reason: String
    let ticket: String?
    let event: String?
    let user: String?
    let holder: String?
    let tier: String?
    let admits: Int?
    let count: Int?
    /// `true` for another platform's barcode, which nobody signed; absent for all else.
    let unsigned: Bool?
    let first: First?
    /// The picture of the same batch that showed the ticket first, for `check` without `--admit`.
    let sameAs: String?
    /// RFC 3339, UTC.
    let at: String
    /// From the picture's first byte, or the sighting, to the recorded verdict.
    let elapsedMilliseconds: Double?

    /// The first entry with the ticket.
    struct First: Encodable {
        let moment: Moment
        let gate: String
        let box: String

        private enum CodingKeys: String, CodingKey {
            case moment = "at"
            case gate, box
        }

        init(_ entry: Entry) {
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
    ///   - verdict: As decided.
    ///   - file: The picture, for `check`.
    ///   - source: The camera or scanner, for `run`.
    ///   - elapsed: Time it took, if it was measured.
    ///   - isNamed: Whether the holder's name is in it.
    init(
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

    /// A picture in which no code was found.
    ///
    /// - Parameters:
    ///   - file: The picture.
    ///   - at: When it was looked at.
    ///   - elapsed: Time it took.
    init(noCodeIn file: String, at: Timestamp, elapsed: Duration) {
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

    /// Names of the CSV columns, in the order of ``fields``.
    static let columns = [
        "file", "verdict", "enters", "reason", "ticket", "event", "user", "holder", "tier", "admits", "count",
        "first_at",
        "first_gate", "first_box", "at", "elapsed_ms", "unsigned", "same_as",
    ]

    /// The values as CSV fields.
    var fields: [String] {
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
    /// Whole minutes.
    var minutes: Int { Int(self / .seconds(60)) }

    /// Milliseconds to the hundredth.
    var milliseconds: Double {
        (self / .milliseconds(1) * 100).rounded() / 100
    }
}
