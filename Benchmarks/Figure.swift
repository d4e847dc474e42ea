// One line of the result: a number of ours beside a number of the peer's, from the same run.

import FoundationEssentials
import Glibc

/// A measured quantity of ours and of a peer.
struct Figure: Sendable {
    let bench: String
    let unit: Unit
    let peer: String
    let goal: Goal?
    private let samples: Samples

    /// What is counted, and so which way is better.
    enum Unit: String, Sendable {
        case perSecond = "1/s"
        case microseconds = "µs"
        case milliseconds = "ms"
        case instructions = "Minstr"
        case megabytes = "MB"
        case bytes = "B"
        case codes = "codes"
    }

    /// What the ratio should be.
    enum Goal: Sendable {
        case atLeast(Double)
        case atMost(Double)
    }

    /// - Parameters:
    ///   - bench: The benchmark's name, or one that begins with it.
    ///   - unit: Of all samples.
    ///   - peer: What ours is compared with.
    ///   - goal: For the ratio.
    ///   - samples: At least one of each side.
    init(_ bench: String, in unit: Unit, against peer: String, goal: Goal? = nil, _ samples: Samples) {
        self.bench = bench
        self.unit = unit
        self.peer = peer
        self.goal = goal
        self.samples = samples
    }

    /// The median round of ours.
    var ours: Double { median(samples.ours) }
    /// The median round of the peer's.
    var theirs: Double { median(samples.theirs) }
    /// `ours / theirs`, medians.
    var ratio: Double { ours / theirs }
    /// The best round of ours: what the code can do when the machine does nothing else.
    var oursBest: Double { best(samples.ours) }
    /// The best round of the peer's.
    var theirsBest: Double { best(samples.theirs) }
    /// `oursBest / theirsBest`.
    var ratioBest: Double { oursBest / theirsBest }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let upper = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[upper - 1] + sorted[upper]) / 2 : sorted[upper]
    }

    private func best(_ values: [Double]) -> Double {
        switch unit {
        case .perSecond, .codes: values.max() ?? 0
        case .microseconds, .milliseconds, .instructions, .megabytes, .bytes: values.min() ?? 0
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
    /// The nearest number with so many significant digits.
    func rounded(toDigits digits: Int) -> Double {
        guard self != 0, isFinite else { return self }
        let scale = pow(10, Double(digits - 1) - floor(log10(abs(self))))
        return (self * scale).rounded() / scale
    }
}
