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
            + zones.compactMap { zone in
                zone.capacity.map { reading(of: zone.name, inside: zone.inside, capacity: $0, in: name) }
            }
    }

    private func reading(of zone: String, inside: Int, capacity: Int, in name: String) -> AlertReading {
        let place = "Zone \(PlainText.name(zone)) of \(name)"
        // Whole numbers could overflow: the capacity may be any.
        let share = Double(inside) / Double(capacity)
        // As for Prometheus. People come and go, so it ends some way below.
        let state: AlertReading.State =
            share > 0.95
            ? .wrong("\(place) is nearly full: \(inside) of \(capacity) people are inside.")
            : share > 0.92
                ? .unclear : .well("\(place) has room again: \(inside) of \(capacity) people are inside.")
        return AlertReading(
            .capacityNearlyReached, of: "\(event.id)/\(zone)", named: "\(PlainText.name(zone)) of \(event.slug)", state)
    }
}
