// Many histories of power cuts, each with a seed of its own.

import Glibc
import TestSupport

/// Histories one after the other, with consecutive seeds: whatever one of them finds, its seed alone brings it back.
struct PowerCutRun {
    let cuts: Int
    /// In place of the setting that the ledger chooses.
    var synchronous: String?

    /// Short, because each cut is followed by a look at the whole ledger.
    static let cutsPerHistory = 20

    func run() async throws -> PowerCutHistory.Tally {
        var seed = SeededGenerator().seed
        var sum = PowerCutHistory.Tally()
        while sum.cuts < cuts {
            let tally = try await PowerCutHistory.run(cuts: Self.cutsPerHistory, seed: seed, synchronous: synchronous)
            seed &+= 1
            sum.add(tally)
            if !tally.damage.isEmpty || (tally.lost > 0 && synchronous == nil) { break }
            if sum.cuts.isMultiple(of: 10_000) { print("\(sum.sentence) Go on with DOORCHECK_SEED=\(seed).") }
        }
        return sum
    }
}

extension PowerCutHistory.Tally {
    mutating func add(_ other: Self) {
        cuts += other.cuts
        acknowledged += other.acknowledged
        lost += other.lost
        twice += other.twice
        unseen += other.unseen
        syncs += other.syncs
        damage += other.damage
    }

    var sentence: String {
        "\(cuts) power cuts: \(acknowledged) acknowledged, \(lost) lost, \(twice) admitted twice, \(damage.count) "
            + "damaged,"
            + " \(unseen) admitted and never shown, \(syncs) syncs."
    }
}
