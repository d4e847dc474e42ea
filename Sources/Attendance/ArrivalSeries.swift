// Arrivals in time steps of equal length.

public import Ledger

/// The number of people who arrived in each time step, grouped by gate or tier.
public struct ArrivalSeries: Hashable, Sendable {
    /// The length of a step, in minutes.
    public let stepMinutes: Int
    /// The names of the groups, largest group first.
    public let names: [String]
    /// The steps in chronological order without gaps: includes empty steps between arrivals, except for pauses of
    /// more than a day.
    public let steps: [Step]

    /// The longest pause, in milliseconds, that is filled with empty steps; a clock that was years off would
    /// otherwise add endless empty ones.
    private static let longestPause: Int64 = 86_400_000

    /// The people who arrived within one step.
    public struct Step: Hashable, Sendable {
        /// The start of the step.
        public let start: Timestamp
        /// The number of people for each of the series' names, in the same order.
        public let people: [Int]

        /// The total number of people.
        public var total: Int { people.reduce(0, +) }
    }

    /// - Parameters:
    ///   - groups: The arrivals, in any order.
    ///   - stepMinutes: 1 or more.
    ///   - zone: The time zone in which steps begin at multiples of their length.
    ///   - name: Returns the name by which arrivals are grouped.
    init(_ groups: [ArrivalGroup], stepMinutes: Int, in zone: LocalZone, by name: (ArrivalGroup) -> String) {
        let totals = Dictionary(groups.map { (name($0), $0.people) }, uniquingKeysWith: +)
        let names = totals.keys.sorted { (-(totals[$0] ?? 0), $0) < (-(totals[$1] ?? 0), $1) }
        let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        var steps: [Timestamp: [Int]] = [:]
        for group in groups {
            let start = zone.start(of: stepMinutes, before: group.minute)
            guard let place = places[name(group)] else { continue }
            steps[start, default: Array(repeating: 0, count: names.count)][place] += group.people
        }
        self.stepMinutes = stepMinutes
        self.names = names
        let nobody = Array(repeating: 0, count: names.count)
        var told: [Step] = []
        for (start, people) in steps.sorted(by: { $0.key < $1.key }) {
            if let last = told.last, start.milliseconds - last.start.milliseconds <= Self.longestPause {
                let length = Int64(stepMinutes) * 60_000
                for empty in stride(from: last.start.milliseconds + length, to: start.milliseconds, by: Int(length)) {
                    told.append(Step(start: Timestamp(milliseconds: empty), people: nobody))
                }
            }
            told.append(Step(start: start, people: people))
        }
        self.steps = told
    }

    /// The name of a step: `minute`, `10 minutes`.
    var stepName: String { stepMinutes == 1 ? "minute" : "\(stepMinutes) minutes" }

    /// Returns the step length for an event's arrivals, which is shorter if all arrived within two hours.
    ///
    /// - Parameter groups: The arrivals, in any order.
    /// - Returns: The length in minutes, 1 to 10.
    static func step(of groups: [ArrivalGroup]) -> Int {
        let minutes = groups.map(\.minute.milliseconds)
        let span = ((minutes.max() ?? 0) - (minutes.min() ?? 0)) / 60_000
        return span < 30 ? 1 : span < 60 ? 2 : span < 120 ? 5 : 10
    }

    /// The step with the most arrivals, the first of several equal ones.
    public var busiest: Step? {
        steps.reduce(nil) { best, step in step.total > (best?.total ?? 0) ? step : best }
    }
}
