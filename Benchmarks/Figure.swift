// One line of the results: our number and the peer's number from the same run.

import FoundationEssentials
import Glibc

/// A quantity measured for our program and for a peer.
struct Figure: Sendable {
    let bench: String
    let unit: Unit
    let peer: String
    let goal: Goal?
    private let samples: Samples

    /// The unit, which determines whether more or less is better.
    enum Unit: String, Sendable {
        case perSecond = "1/s"
        case microseconds = "µs"
        case milliseconds = "ms"
        case instructions = "Minstr"
        case megabytes = "MB"
        case bytes = "B"
        case codes = "codes"
        case pixels = "px"
    }

    /// The target for the ratio.
    enum Goal: Sendable {
        case atLeast(Double)
        case atMost(Double)
    }

    /// - Parameters:
    ///   - bench: The benchmark's name, or a name that begins with it.
    ///   - unit: The unit of all samples.
    ///   - peer: The program that ours is compared with.
    ///   - goal: The target for the ratio.
    ///   - samples: At least one sample of each side.
    init(_ bench: String, in unit: Unit, against peer: String, goal: Goal? = nil, _ samples: Samples) {
        self.bench = bench
        self.unit = unit
        self.peer = peer
        self.goal = goal
        self.samples = samples
    }

    /// The median of our rounds.
    var ours: Double { median(samples.ours) }
    /// The median of the peer's rounds.
    var theirs: Double { median(samples.theirs) }
    /// The ratio of medians, `ours / theirs`.
    var ratio: Double { ours / theirs }
    /// Our best round: the performance on an otherwise idle machine.
    var oursBest: Double { best(samples.ours) }
    /// The peer's best round.
    var theirsBest: Double { best(samples.theirs) }
    /// The ratio of best rounds, `oursBest / theirsBest`.
    var ratioBest: Double { oursBest / theirsBest }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let upper = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[upper - 1] + sorted[upper]) / 2 : sorted[upper]
    }

    private func best(_ values: [Double]) -> Double {
        switch unit {
        case .perSecond, .codes: values.max() ?? 0
        case .microseconds, .milliseconds, .instructions, .megabytes, .bytes, .pixels: values.min() ?? 0
        }
    }
}

extension Figure: Encodable {
    private enum CodingKeys: String, CodingKey {
        case bench, unit, ours, peer, theirs, ratio
        case oursBest = "ours_best"
        case theirsBest = "theirs_best"
        case ratioBest = "ratio_best"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bench, forKey: .bench)
        try container.encode(unit.rawValue, forKey: .unit)
        try container.encode(peer, forKey: .peer)
        let numbers: [(CodingKeys, Double)] = [
            (.ours, ours), (.theirs, theirs), (.ratio, ratio),
            (.oursBest, oursBest), (.theirsBest, theirsBest), (.ratioBest, ratioBest),
        ]
        for (key, number) in numbers { try container.encode(number.rounded(toDigits: 4), forKey: key) }
    }
}

extension Double {
    /// Returns the nearest number with a number of significant digits.
    func rounded(toDigits digits: Int) -> Double {
        guard self != 0, isFinite else { return self }
        let scale = pow(10, Double(digits - 1) - floor(log10(abs(self))))
        return (self * scale).rounded() / scale
    }
}
