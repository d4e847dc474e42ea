// How the chart of arrivals is drawn: its bars and its scale, without colours or pens.

public import Ledger

/// Stacked bars, one per step of time; SVG and PDF draw the same.
public struct ArrivalChart: Hashable, Sendable {
    /// What a bar stands for, in minutes.
    public let stepMinutes: Int
    /// What the parts of a bar are, from the bottom up; what has no room stands together in the last one.
    public let names: [String]
    /// People by bar and part; bars in which nobody came are there too.
    public let bars: [[Int]]
    /// The value at the top of the scale, more than 0.
    public let top: Int
    /// Values with a line across, from 0 to ``top``.
    public let lines: [Int]
    /// Bars with a time below their left edge.
    public let marks: [Mark]
    /// The highest bar, the first of those that are equal.
    public let peak: Int
    /// When the highest bar begins.
    public let peakStart: Timestamp

    /// A time below a bar.
    public struct Mark: Hashable, Sendable {
        /// Which bar.
        public let bar: Int
        /// `18:40`, with the weekday where the chart spans more than a day.
        public let text: String
    }

    /// More bars than this are too thin to see; the steps get longer.
    private static let mostBars = 96
    /// Fewer bars than this are blocks that tell nothing; empty ones follow.
    private static let fewestBars = 8
    /// More parts than this cannot be told apart by colour.
    private static let mostParts = 8

    /// Gives `nil` where nobody came.
    ///
    /// - Parameters:
    ///   - groups: In any order.
    ///   - zone: What times are told in.
    ///   - name: What people are told apart by.
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

    /// `minute`, `10 minutes`
    var stepName: String { stepMinutes == 1 ? "minute" : "\(stepMinutes) minutes" }

    /// People in a bar.
    ///
    /// - Parameter bar: Which.
    /// - Returns: 0 or more.
    public func total(_ bar: Int) -> Int { bars[bar].reduce(0, +) }

    /// 1, 2 or 5 times a power of ten, so that about four lines stand above zero.
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
