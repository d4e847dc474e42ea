// What is wrong with events.

import Alerts
import Ledger
import TicketSigning

extension EventFigures {
    static let alertKinds: [AlertKind] = [.doubleAdmissions, .capacityNearlyReached]

    /// Returns what operators must be told of the event.
    ///
    /// - Parameter hasMoreDoubles: Whether people entered within ten minutes whose tickets were used up.
    /// - Returns: What is known of its double admissions, and of each zone with a capacity.
    func readings(hasMoreDoubles: Bool) -> [AlertReading] {
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
