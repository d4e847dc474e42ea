// What is wrong with boxes.

package import Alerts
import HubProtocol
package import Ledger
package import TicketSigning

/// What operators must be told of boxes, at some moment.
struct BoxAlertRules {
    /// The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    let now: Int64
    /// Since when boxes could be heard.
    let listening: Int64
    /// Nobody is told of what was before.
    let since: Int64
    /// All events that are not over for a day.
    let events: [Event]
    /// The boxes that were restored or cloned within ten minutes.
    let branched: Set<String>

    static let kinds: [AlertKind] = [.boxSilent, .boxClockOff, .boxBranched, .boxRevoked]

    /// A box that was not heard from for longer has been put away, as for Prometheus.
    private static let forgotten: Int64 = 43_200_000

    /// How far a clock may be off, as for Prometheus.
    private static let clockLimit: Int64 = 30_000

    /// Returns what is known of a box.
    func readings(of box: EnrolledBox) -> [AlertReading] {
        let name = PlainText.name(box.name)
        func reading(_ kind: AlertKind, _ state: AlertReading.State) -> AlertReading {
            AlertReading(kind, of: box.id.description, named: name, state)
        }
        let revoked = reading(.boxRevoked, revocation(of: box, name))
        guard box.revoked == nil else {
            return [revoked]
                + [.boxSilent, .boxClockOff, .boxBranched].map { reading($0, .well("\(name) was revoked.")) }
        }
        return [
            revoked, reading(.boxSilent, silence(of: box, name)), reading(.boxClockOff, clock(of: box, name)),
            reading(
                .boxBranched,
                branched.contains(box.id.description)
                    ? .wrong("\(name) was restored from a backup or cloned; if nobody did so, revoke it.")
                    : .well("\(name) was not restored or cloned again within ten minutes.")),
        ]
    }

    private func revocation(of box: EnrolledBox, _ name: String) -> AlertReading.State {
        guard let revoked = box.revoked else { return .well("\(name) is let in again.") }
        return revoked < since ? .unclear : .wrong("\(name) was revoked.")
    }

    private func silence(of box: EnrolledBox, _ name: String) -> AlertReading.State {
        let silence = now - (box.contact ?? 0)
        guard silence > HubService.silence else { return .well("The hub hears from \(name) again.") }
        guard isAwaited(box, silence: silence) else { return .well("The hub does not wait for \(name) any more.") }
        guard now - listening > HubService.silence else { return .unclear }
        return .wrong("The hub has not heard from \(name) for \(Self.words(silence)).")
    }

    private func clock(of box: EnrolledBox, _ name: String) -> AlertReading.State {
        guard now - (box.contact ?? 0) < Self.forgotten else {
            return .well("The hub does not hear from \(name) any more.")
        }
        guard abs(box.skew) > Self.clockLimit else { return .well("The clock of \(name) is right again.") }
        return .wrong("The clock of \(name) is \(Self.words(abs(box.skew))) \(box.skew > 0 ? "ahead" : "behind").")
    }

    /// Whether a box should be heard from: it is for an event that is open; or nobody said when the events end, and it
    /// was heard from today.
    private func isAwaited(_ box: EnrolledBox, silence: Int64) -> Bool {
        let its = events.filter { event in box.events.map { $0.contains(event.id) } ?? true }
        let (wasHeard, phases) = (silence < Self.forgotten, its.map(phase))
        if box.events != nil, phases.contains(.open) { return box.contact != nil }
        return wasHeard && phases.contains { $0 == .open || $0 == .unknown }
    }

    private enum Phase {
        case before, open, over
        /// It has no end.
        case unknown
    }

    private func phase(of event: Event) -> Phase {
        let moment = Timestamp(milliseconds: now)
        if event.closed != nil || event.closes.map({ $0 <= moment }) ?? false { return .over }
        if event.opens.map({ $0 > moment }) ?? false { return .before }
        return event.closes == nil ? .unknown : .open
    }

    /// Returns a time in words, such as `2 minutes`.
    private static func words(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        return switch seconds {
        case ..<120: "\(seconds) seconds"
        case ..<7200: "\(seconds / 60) minutes"
        case ..<172_800: "\(seconds / 3600) hours"
        default: "\(seconds / 86_400) days"
        }
    }
}

extension HubService {
    /// Lets a book of alerts follow what is wrong with boxes.
    ///
    /// - Parameters:
    ///   - book: The alerts.
    ///   - events: All events that are not over for a day.
    ///   - listening: Since when boxes could be heard, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - own: The box of the hub's own ledger, of which nothing is told.
    /// - Throws: ``HubError``.
    package func tell(_ book: AlertBook, of events: [Event], listening: Int64, own: BoxID?) async throws {
        let (boxes, now) = (try await boxes().filter { $0.id != own }, now())
        let scans = try await store.logState().ends
        // A box that has not scanned yet has one continuation as well; its first scan does not make it a copy.
        let branches = boxes.map { ($0.id.description, max(1, scans[LogID(kind: .scan, box: $0.id)]?.count ?? 1)) }
        let branched = await book.grown(
            Dictionary(branches, uniquingKeysWith: max), of: .boxBranched, from: 1, at: now)
        let rules = BoxAlertRules(
            now: now, listening: listening, since: await book.since, events: events, branched: branched)
        await book.observe(boxes.flatMap(rules.readings), of: BoxAlertRules.kinds, at: now, elapsed())
    }
}
