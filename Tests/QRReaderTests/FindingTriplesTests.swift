// The order in which triples of finder patterns are tried, and what is measured once for many of them.

import TestSupport
import Testing

@testable import QRReader

@Suite struct FindingTriplesTests {
    /// A triple with a number and its least cost.
    private func untimed(_ number: Int, cost: Float) -> UntimedTriple {
        UntimedTriple(
            patterns: FinderTriple(corner: number, right: 0, below: 0, cost: 0), start: Vector(), rowEnd: Vector(),
            columnEnd: Vector(), expected: 0, shapeCost: cost, differenceCost: 0, skewCost: 0)
    }

    @Test("Triples are passed on as a stable sort by cost would, and few of them are timed for the first")
    func order() {
        var random = SeededGenerator()
        var (queue, mostTimed) = (TripleQueue(), 0)
        for _ in 0..<200 {
            queue.removeAll()
            let count = Int.random(in: 0...60, using: &random)
            let least = (0..<count).map { _ in Float(Int.random(in: 0...20, using: &random)) }
            // One in five turns out not to be a symbol.
            let costs = least.map {
                Int.random(in: 0..<5, using: &random) == 0 ? nil : $0 + Float(Int.random(in: 0...3, using: &random))
            }
            for number in 0..<count { queue.add(untimed(number, cost: least[number])) }
            queue.sort()
            var (order, timed) = ([Int](), 0)
            while true {
                while let triple = queue.nextUntimed {
                    let number = triple.patterns.corner
                    timed += 1
                    queue.setTimed(
                        costs[number].map { FinderTriple(corner: number, right: 0, below: 0, cost: $0) })
                }
                if order.isEmpty { mostTimed = max(mostTimed, timed) }
                guard let next = queue.popFirst() else { break }
                order.append(next.corner)
            }
            let expected = costs.indices.filter { costs[$0] != nil }.sorted {
                (costs[$0] ?? 0, $0) < (costs[$1] ?? 0, $1)
            }
            #expect(order == expected, "seed \(random.seed)")
            #expect(timed == count)
        }
        #expect(mostTimed < 40, "all of up to 60 would be no gain; seed \(random.seed)")
    }

    @Test("A width is measured once for a pattern, the other pattern and a level, and is not mixed up with another's")
    func widths() {
        var (cache, measured) = (ModuleSizeCache(), 0)
        for round in 0..<2 {
            for level in 0..<3 {
                for (index, other) in [(1, 2), (2, 1), (1, 3), (300, 2)] {
                    let expected: Float? = index == 300 ? nil : Float(1000 * level + 10 * index + other)
                    let size = cache.size(of: index, with: other, level: level) {
                        measured += 1
                        return expected
                    }
                    #expect(size == expected)
                }
            }
            #expect(measured == 12, "round \(round)")
        }
        cache.removeAll()
        #expect(cache.size(of: 1, with: 2, level: 0) { 7 } == 7)
    }

    @Test("Pairs that share a place in the store replace each other and stay right")
    func collisions() {
        var cache = ModuleSizeCache()
        for _ in 0..<2 {
            for index in 0..<60 {
                for other in 0..<60 where other != index {
                    let expected = Float(100 * index + other)
                    #expect(cache.size(of: index, with: other, level: 1) { expected } == expected)
                }
            }
        }
    }
}
