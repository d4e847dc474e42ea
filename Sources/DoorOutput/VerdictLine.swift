// A verdict for programs.

package import Admission
package import Ledger
import TicketSigning

/// A verdict.
package struct VerdictLine: OutputRecord {
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
    /// The partner who sold the ticket, and its number, for a ticket that is on no list.
    let partner: String?
    let number: UInt32?
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
    let elapsedMs: Double?

    /// The first entry with the ticket.
    package struct First: Encodable {
        package let at: Moment
        package let gate: String
        package let box: String

        package init(_ entry: Entry) {
            (at, gate, box) = (Moment(entry.at), entry.gate, entry.boxName)
        }
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
        reason = verdict.reasonCode
        ticket = verdict.ticket?.id.description
        event = verdict.history?.event?.slug
        user = verdict.ticket?.user.description
        holder = isNamed ? listed?.holder : nil
        tier = verdict.history?.tierName
        partner = verdict.history?.granted?.partner
        number = verdict.history?.granted?.number
        admits = verdict.use?.admits
        count = verdict.use.map { _ in verdict.count }
        unsigned = verdict.isUnsigned ? true : nil
        self.first = first.map(First.init)
        sameAs = verdict.sameAs
        at = verdict.at.description
        elapsedMs = elapsed?.milliseconds
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
        partner = nil
        number = nil
        admits = nil
        count = nil
        unsigned = nil
        first = nil
        sameAs = nil
        self.at = at.description
        elapsedMs = elapsed.milliseconds
    }

    /// The names of the CSV columns, in the order of ``fields``.
    package static let columns = [
        "file", "source", "verdict", "enters", "reason", "ticket", "event", "user", "holder", "tier", "partner",
        "number", "admits", "count", "unsigned", "first_at", "first_gate", "first_box", "same_as", "at", "elapsed_ms",
    ]

    /// The values as CSV fields.
    package var fields: [String] {
        let texts: [String?] = [
            file, source, verdict, enters.map { String($0) }, reason, ticket, event, user, holder, tier,
            partner, number.map { String($0) }, admits.map(String.init), count.map(String.init),
            unsigned.map { String($0) },
            first?.at.description, first?.gate, first?.box, sameAs, at, elapsedMs.map { String($0) },
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
