// Who came when, in steps of equal length.

public import Ledger

/// People who came in each step of time, by something: by gate, or by kind of ticket.
public struct ArrivalSeries: Hashable, Sendable {
    /// How long a step is, in minutes.
    public let stepMinutes: Int
    /// What the people are told apart by, the most people first.
    public let names: [String]
    /// By time, without a gap: also the steps between arrivals in which nobody came, but for pauses of more than a day.
    public let steps: [Step]

    /// A pause that is longer than this is left out: a clock that was years off would fill books with nobody.
    private static let longestPause: Int64 = 86_400_000

    /// People who came within one step.
    public struct Step: Hashable, Sendable {
        /// When it begins.
        public let start: Timestamp
        /// People by the series' names, in their order.
        public let people: [Int]

        /// All of them.
        public var total: Int { people.reduce(0, +) }
    }

    /// - Parameters:
    ///   - groups: In any order.
    ///   - stepMinutes: 1 or more.
    ///   - zone: Steps begin when its clocks show a multiple of the step.
    ///   - name: What a group is told apart by.
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

    /// `minute`, `10 minutes`
    var stepName: String { stepMinutes == 1 ? "minute" : "\(stepMinutes) minutes" }

    /// How long the steps of an event's arrivals are: fine ones where all came within two hours.
    ///
    /// - Parameter groups: In any order.
    /// - Returns: In minutes, 1 to 10.
    static func step(of groups: [ArrivalGroup]) -> Int {
        let minutes = groups.map(\.minute.milliseconds)
        let span = ((minutes.max() ?? 0) - (minutes.min() ?? 0)) / 60_000
        return span < 30 ? 1 : span < 60 ? 2 : span < 120 ? 5 : 10
    }

    /// The step in which most people came, the first of those that are equal.
    public var busiest: Step? {
        steps.reduce(nil) { best, step in step.total > (best?.total ?? 0) ? step : best }
    }
}
