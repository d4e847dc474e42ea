// What a channel sends.

import Ledger

/// A message about alerts of one kind that have begun, or that have ended.
package struct AlertMessage: Encodable, Hashable, Sendable {
    /// One alert of the message.
    struct Part: Encodable, Hashable {
        let subject: String
        let summary: String
        let started: String
        let ended: String?

        private enum CodingKeys: CodingKey {
            case subject, summary, started, ended
        }

        init(_ alert: Alert) {
            (subject, summary) = (alert.subject, alert.summary)
            started = Timestamp(milliseconds: alert.started).description
            ended = alert.ended.map { Timestamp(milliseconds: $0).description }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(subject, forKey: .subject)
            try container.encode(summary, forKey: .summary)
            try container.encode(started, forKey: .started)
            // Receivers find the member in every message.
            try container.encode(ended, forKey: .ended)
        }
    }

    /// The most alerts that are named; the others are counted.
    static let longest = 20

    let kind: AlertKind
    /// The name of the hub.
    let hub: String
    /// When the message was put together.
    let time: Timestamp
    /// The first alerts; at least one.
    let parts: [Part]
    /// The number of alerts that are not named.
    let more: Int
    let isOver: Bool

    /// Without alerts, there is no message.
    ///
    /// - Parameters:
    ///   - alerts: Alerts of one kind, all of which have ended or none.
    ///   - hub: The name of the hub.
    ///   - now: The wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    package init?(_ alerts: [Alert], hub: String, now: Int64) {
        guard let first = alerts.first else { return nil }
        (kind, isOver) = (first.kind, first.ended != nil)
        (self.hub, time) = (PlainText.name(hub), Timestamp(milliseconds: now))
        parts = alerts.prefix(Self.longest).map(Part.init)
        more = alerts.count - parts.count
    }

    /// What it is about, in one sentence.
    var summary: String {
        let others = parts.count + more - 1
        let first = parts.first?.summary ?? ""
        return others == 0 ? first : "\(first.hasSuffix(".") ? String(first.dropLast()) : first), and \(others) more."
    }

    /// `firing`, or `resolved` when it is over.
    var state: String { isOver ? "resolved" : "firing" }

    private enum CodingKeys: CodingKey {
        case schema, alert, state, summary, subject, started, ended, hub, alerts, more
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .schema)
        try container.encode(kind, forKey: .alert)
        try container.encode(state, forKey: .state)
        try container.encode(summary, forKey: .summary)
        try container.encode(parts.first?.subject, forKey: .subject)
        try container.encode(parts.map(\.started).min(), forKey: .started)
        try container.encode(parts.compactMap(\.ended).max(), forKey: .ended)
        try container.encode(hub, forKey: .hub)
        try container.encode(parts, forKey: .alerts)
        try container.encode(more, forKey: .more)
    }
}
