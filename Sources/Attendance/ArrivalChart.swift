// The geometry of the arrivals chart: its bars and scale, independent of output format.

public import Ledger

/// Stacked bars, one per time step; SVG and PDF draw the same chart.
public struct ArrivalChart: Hashable, Sendable {
    /// The duration of a bar, in minutes.
    public let stepMinutes: Int
    /// The names of a bar's parts, from the bottom up; the last one combines those beyond the limit.
    public let names: [String]
    /// The number of people by bar and part, including empty bars.
    public let bars: [[Int]]
    /// The value at the top of the scale, greater than 0.
    public let top: Int
    /// The values of the grid lines, from 0 to ``top``.
    public let lines: [Int]
    /// The bars with a time label below their left edge.
    public let marks: [Mark]
    /// The index of the highest bar, the first of several equal ones.
    public let peak: Int
    /// The start time of the highest bar.
    public let peakStart: Timestamp

    /// A time label below a bar.
    public struct Mark: Hashable, Sendable {
        /// The index of the bar.
        public let bar: Int
        /// The time such as `18:40`, with the weekday if the chart spans more than a day.
        public let text: String
    }

    /// The maximum number of bars, above which they are too thin to see; the steps become longer instead.
    private static let mostBars = 96
    /// The minimum number of bars, below which they are meaningless blocks; empty ones are appended.
    private static let fewestBars = 8
    /// The maximum number of parts that colours can distinguish.
    private static let mostParts = 8

    /// Returns `nil` if no one arrived.
    ///
    /// - Parameters:
    ///   - groups: The arrivals, in any order.
    ///   - zone: The time zone of the labels.
    ///   - name: Returns the name by which arrivals are grouped.
    init?(_ groups: [ArrivalGroup], in zone: LocalZone, by name: (ArrivalGroup) -> String) {
        let minutes = groups.map(\.minute)
        guard let first = minutes.min(), let last = minutes.max() else { return nil }
        var step = ArrivalSeries.step(of: groups)
        let longer = [20, 30, 60, 120, 180, 360, 720, 1440]
        func count(_ step: Int) -> Int {
            let span = last.milliseconds - zone.start(of: step, before: first).milliseconds
            return Int(span / Int64(step) / 60_000) + 1
        }
        while count(step) > Self.mostBars { step = longer.first { $0 > step } ?? step * 2 }
        let origin = zone.start(of: step, before: first)
        let all = ArrivalSeries(groups, stepMinutes: step, in: zone, by: name).names
        let own = all.count > Self.mostParts ? Array(all.prefix(Self.mostParts - 1)) : all
        let names = own.count < all.count ? own + ["other"] : own
        let places = Dictionary(uniqueKeysWithValues: zip(own, own.indices))
        var bars = Array(repeating: Array(repeating: 0, count: names.count), count: max(count(step), Self.fewestBars))
        for group in groups {
            let bar = Int((group.minute.milliseconds - origin.milliseconds) / Int64(step) / 60_000)
            bars[bar][places[name(group)] ?? names.count - 1] += group.people
        }
        let totals = bars.map { $0.reduce(0, +) }
        let highest = totals.max() ?? 1
        let gap = Self.niceGap(highest)
        let starts = bars.indices.map { origin.milliseconds + Int64($0 * step) * 60_000 }.map(Timestamp.init)
        stepMinutes = step
        self.names = names
        self.bars = bars
        lines = Array(stride(from: 0, through: (highest + gap - 1) / gap * gap, by: gap))
        top = lines.last ?? gap
        peak = totals.firstIndex(of: highest) ?? 0
        peakStart = starts[peak]
        marks = Self.marks(starts, step: step, in: zone)
    }

    /// The name of a step: `minute`, `10 minutes`.
    var stepName: String { stepMinutes == 1 ? "minute" : "\(stepMinutes) minutes" }

    /// Returns the number of people in a bar.
    ///
    /// - Parameter bar: The index of the bar.
    /// - Returns: 0 or more.
    public func total(_ bar: Int) -> Int { bars[bar].reduce(0, +) }

    /// Returns 1, 2 or 5 times a power of ten, which gives about four lines above zero.
    private static func niceGap(_ highest: Int) -> Int {
        var power = 1
        while true {
            for digit in [1, 2, 5] where digit * power * 5 >= highest { return digit * power }
            power *= 10
        }
    }

    private static func marks(_ starts: [Timestamp], step: Int, in zone: LocalZone) -> [Mark] {
        let spans = [1, 2, 5, 10, 20, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080]
        let fitting = spans.first { $0 >= step && starts.count * step / $0 <= 12 }
        let gap = fitting ?? max(step, starts.count * step / 12)
        let isLong = starts.count * step > 1440
        return starts.indices.compactMap { bar in
            guard zone.start(of: min(gap, 1440), before: starts[bar]) == starts[bar] else { return nil }
            guard gap <= 1440 || bar % (gap / step) == 0 else { return nil }
            return Mark(bar: bar, text: isLong ? zone.weekdayClock(starts[bar]) : zone.clock(starts[bar]))
        }
    }
}

extension AttendanceReport {
    /// Arrivals by gate.
    public var gateChart: ArrivalChart? { ArrivalChart(figures.arrivals, in: zone, by: \.gate) }
}
