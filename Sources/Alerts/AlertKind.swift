// What alerts are about.

/// The kinds of alerts; the names are those of the rules for Prometheus in `deploy/prometheus-alerts.yml`.
package enum AlertKind: String, CaseIterable, Codable, Sendable {
    /// The hub has not heard from a box.
    case boxSilent = "BoxSilent"
    /// A box's clock differs from the hub's.
    case boxClockOff = "BoxClockOff"
    /// A box was restored from a backup, or cloned.
    case boxBranched = "BoxBranched"
    /// A box was revoked.
    case boxRevoked = "BoxRevoked"
    /// More people entered than their tickets allow.
    case doubleAdmissions = "DoubleAdmissions"
    /// A zone is nearly full.
    case capacityNearlyReached = "CapacityNearlyReached"
    /// A gate refuses far more codes than usual.
    case unusualRefusals = "UnusualRefusals"
    /// A box lacks changes of the list that only a file brings.
    case listOutdated = "ListOutdated"
    /// The hub's database does not answer.
    case databaseDown = "HubDatabaseDown"
    /// Nothing is wrong: somebody tries the channels.
    case test = "Test"

    /// How long something must be wrong before an alert begins.
    var beginDelay: Duration {
        switch self {
        // A silent box has a minute more: if the hub's clock jumps, all are silent until they are heard.
        case .boxSilent, .boxClockOff: .seconds(60)
        case .databaseDown: .seconds(10)
        case .boxBranched, .boxRevoked, .doubleAdmissions, .capacityNearlyReached, .unusualRefusals, .listOutdated,
            .test:
            .zero
        }
    }

    /// How long a message waits for others of its kind, in milliseconds. There is one database only.
    var groupingTime: Int64 { self == .databaseDown ? 0 : 5000 }

    /// How long all must be well before an alert ends, so that a value that goes back and forth is one alert.
    var endDelay: Duration {
        switch self {
        case .boxSilent, .boxClockOff, .capacityNearlyReached, .unusualRefusals: .seconds(60)
        case .databaseDown: .seconds(10)
        case .boxBranched, .boxRevoked, .doubleAdmissions, .listOutdated, .test: .zero
        }
    }
}
