// What an event's rules mean, in sentences.

import Attendance
import Ledger

/// Says what an event's rules mean at the door.
struct EventSummary {
    private let settings: EventSettings
    private let zone: LocalZone

    /// - Parameters:
    ///   - settings: The rules.
    ///   - zone: The time zone of times.
    init(_ settings: EventSettings, zone: LocalZone) {
        (self.settings, self.zone) = (settings, zone)
    }

    /// One sentence for each rule that a person should know, the general ones first.
    var sentences: [String] {
        ([times, people, settings.event.note.map { "Every ticket is sent to staff, who check: \($0)." }]
            + settings.tiers.flatMap(tier) + settings.gates.map(gate) + settings.zones.map(place)
            + [unlisted]).compactMap(\.self)
    }

    private var event: Event { settings.event }

    private var times: String {
        if event.closed != nil { return "The event is closed: nobody enters; guests can still leave." }
        return switch (event.opens, event.closes) {
        case (nil, nil): "Guests can enter at any time, because no times are set."
        case (let opens?, nil): "Guests can enter from \(told(opens)) on."
        case (nil, let closes?): "Guests can enter until \(told(closes))."
        case (let opens?, let closes?): "Guests can enter from \(told(opens)) until \(told(closes))."
        }
    }

    private var people: String { "A ticket admits \(count(event.admits)), \(reentry(event.reentry))." }

    private func count(_ people: Int) -> String { people == 1 ? "one person" : "\(people) people" }

    private func reentry(_ rule: Reentry) -> String {
        switch rule {
        case .none: "once: whoever leaves stays out"
        case .afterExit: "who may come back after leaving through an exit"
        case .unlimited: "who may come and go"
        case .perDay: "once every day"
        }
    }

    /// One sentence for each rule, so that pages can show each in their language.
    private func tier(_ tier: Tier) -> [String] {
        let policy = tier.policy
        var rules: [String] = []
        if let admits = policy.admits, admits != event.admits { rules.append("admit \(count(admits))") }
        if let rule = policy.reentry, rule != event.reentry {
            let words: String =
                switch rule {
                case .none: "admit once"
                case .afterExit: "let guests come back after leaving through an exit"
                case .unlimited: "let guests come and go"
                case .perDay: "are good once every day"
                }
            rules.append(words)
        }
        switch (policy.opens, policy.closes) {
        case (let opens?, let closes?): rules.append("are good from \(told(opens)) until \(told(closes))")
        case (let opens?, nil): rules.append("are good from \(told(opens)) on")
        case (nil, let closes?): rules.append("are good until \(told(closes))")
        case (nil, nil): break
        }
        if let gates = policy.gates { rules.append("enter only at \(list(gates.map(\.text)))") }
        if let note = tier.note { rules.append("are sent to staff, who check: \(note)") }
        return rules.map { "\(tier.name) tickets \($0)." }
    }

    private func gate(_ gate: GateSettings) -> String? {
        let who = gate.tiers.map { "only tickets of \(list($0))" }
        return switch gate.direction {
        case .entry: who.map { "Gate \(gate.name.text) lets in \($0)." }
        case .exit: "Gate \(gate.name.text) is an exit."
        case .check: "Gate \(gate.name.text) checks tickets and counts nobody."
        }
    }

    private func place(_ zone: Zone) -> String? {
        zone.capacity.map { room in
            let then = zone.whenFull == .ask ? "staff decide" : "nobody enters until somebody leaves"
            let where_ = zone.name == .main ? "Inside" : "In \(zone.name.text)"
            return "\(where_), there is room for \(room) people; then \(then)."
        }
    }

    private var unlisted: String? {
        switch event.unlisted {
        case .refuse: nil
        case .ask: "Staff decide about a genuine ticket that is not on a box’s list."
        case .admit: "A genuine ticket that is not on a box’s list enters once."
        }
    }

    private func told(_ instant: Timestamp) -> String { "\(zone.day(instant)), \(zone.clock(instant))" }

    private func list(_ items: [String]) -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return "\(items.dropLast().joined(separator: ", ")) and \(last)"
    }
}
