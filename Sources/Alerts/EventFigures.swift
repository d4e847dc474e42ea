// What is wrong with events.

import Admission
package import Ledger
import TicketSigning

/// What an event's organiser wants to be called for.
package struct EventFigures: Sendable {
    /// The event.
    package let event: Event
    /// People admitted with a ticket that was used up.
    package let doubles: Int
    /// Entries and exits that gates decided alone, by gate.
    package let alone: [String: Int]
    /// The people in each zone.
    package let zones: [(name: String, inside: Int, capacity: Int?)]
    /// What each gate has answered lately.
    package let answers: [String: AnswerTally.Answers]

    /// Counts an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - ledger: A ledger open for reading.
    ///   - alone: What all gates decided alone.
    ///   - answers: What all gates answered.
    ///   - now: The time.
    /// - Throws: `LedgerError`.
    package init(
        of event: Event, in ledger: Ledger, alone: AloneTally = AloneTally(), answers: AnswerTally, on now: Timestamp
    ) async throws {
        let (gates, inside) = (try await ledger.gates(of: event.id), try await ledger.peopleInside(of: event.id))
        self.event = event
        doubles = try await ledger.doubleAdmissions(of: event.id).count
        self.alone = alone.counts(of: event.id, at: gates)
        zones = try await ledger.zones(of: event.id).map { ($0.name.text, inside[$0.name] ?? 0, $0.capacity) }
        self.answers = answers.recent(of: event.id, at: gates, on: now)
    }
}

extension EventFigures {
    fileprivate static let alertKinds: [AlertKind] = [.doubleAdmissions, .capacityNearlyReached, .unusualRefusals]

    /// How many codes a gate refuses before it is unusual: fewer are a family at the wrong door.
    private static let fewRefusals = 10

    /// Returns what operators must be told of the event.
    ///
    /// - Parameter hasMoreDoubles: Whether people entered within ten minutes whose tickets were used up.
    /// - Returns: What is known of its double admissions, of each zone with a capacity, and of each gate.
    fileprivate func readings(hasMoreDoubles: Bool) -> [AlertReading] {
        let name = PlainText.name(event.name)
        let people = doubles == 1 ? "1 person" : "\(doubles) people"
        let state: AlertReading.State =
            hasMoreDoubles
            ? .wrong("More people entered \(name) than their tickets allow: \(people) so far.")
            : .well("Nobody else entered \(name) with a used ticket within ten minutes: \(people) in all.")
        return [AlertReading(.doubleAdmissions, of: event.id.description, named: event.slug, state)]
            + zones.map { zone in
                let zoneName = PlainText.name(zone.name)
                return AlertReading(
                    .capacityNearlyReached, of: "\(event.id)/\(zone.name)", named: "\(zoneName) of \(event.slug)",
                    capacityState(of: "Zone \(zoneName) of \(name)", zone.inside, capacity: zone.capacity))
            }
            + answers.map { gate, answers in
                let gateName = PlainText.name(gate)
                return AlertReading(
                    .unusualRefusals, of: "\(event.id)/\(gate)", named: "\(gateName) of \(event.slug)",
                    refusalState(of: "Gate \(gateName) of \(name)", answers))
            }
    }

    private func refusalState(of gate: String, _ answers: AnswerTally.Answers) -> AlertReading.State {
        let share = Double(answers.refused) / Double(max(1, answers.codes))
        if answers.refused >= Self.fewRefusals, share > 0.25 {
            return .wrong(
                "\(gate) refused \(answers.refused) of the last \(answers.codes) codes; ask there what is shown.")
        }
        // It ends some way below, so that a share that goes up and down is one alert.
        if answers.refused >= Self.fewRefusals, share > 0.15 { return .unclear }
        return .well("\(gate) refuses few codes again.")
    }

    private func capacityState(of place: String, _ inside: Int, capacity: Int?) -> AlertReading.State {
        guard let capacity else { return .well("\(place) has no capacity any more: \(inside) people are inside.") }
        // Whole numbers could overflow: the capacity may be any.
        let share = Double(inside) / Double(capacity)
        // As for Prometheus. People come and go, so it ends some way below.
        if share > 0.95 { return .wrong("\(place) is nearly full: \(inside) of \(capacity) people are inside.") }
        if share > 0.92 { return .unclear }
        return .well("\(place) has room again: \(inside) of \(capacity) people are inside.")
    }
}

extension AlertBook {
    /// Follows what is wrong with events.
    ///
    /// - Parameters:
    ///   - events: The figures of all events that are not over for long; an alert about another one ends.
    ///   - now: The wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - moment: The monotonic clock.
    package func observe(_ events: [EventFigures], at now: Int64, _ moment: ContinuousClock.Instant) {
        let doubles = Dictionary(events.map { ($0.event.id.description, $0.doubles) }, uniquingKeysWith: max)
        let grown = grown(doubles, of: .doubleAdmissions, from: 0, at: now)
        let readings = events.flatMap { $0.readings(hasMoreDoubles: grown.contains($0.event.id.description)) }
        observe(readings, of: EventFigures.alertKinds, at: now, moment)
    }
}
