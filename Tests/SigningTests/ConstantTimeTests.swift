// What the comparison of secrets gives away.

import CSingleStep
import TestSupport
import Testing

@testable import TicketSigning

@Suite("Comparison of secrets")
struct ConstantTimeTests {
    private let tag: [UInt8] = (0..<16).map { $0 * 13 + 5 }

    @Test("Only the same bytes are equal, and as many of them")
    func equality() {
        #expect(ConstantTime.equal(tag, tag))
        #expect(ConstantTime.equal([], []))
        for index in tag.indices { #expect(!ConstantTime.equal(tag, wrong(at: index))) }
        #expect(!ConstantTime.equal(tag, Array(tag.dropLast())))
        #expect(!ConstantTime.equal(tag, tag + [0]))
    }

    @Test("It takes the same number of instructions wherever two tags differ")
    func instructions() throws {
        let others = [tag, wrong(at: 0), wrong(at: 7), wrong(at: 15), tag.map { ~$0 }]
        let counts = others.map { Comparison(tag, $0, ConstantTime.equal).instructions }
        try #require(counts[0] > 0, "this machine lets no process trace its child")
        #expect(Set(counts).count == 1)
        // The measure sees a comparison that ends at the first difference.
        let naive = others[1...2].map { Comparison(tag, $0) { zip($0, $1).allSatisfy(==) }.instructions }
        #expect(Set(naive).count == 2)
    }

    private func wrong(at index: Int) -> [UInt8] {
        var other = tag
        other[index] ^= 1
        return other
    }

    private final class Comparison {
        private let left: [UInt8]
        private let right: [UInt8]
        private let equal: ([UInt8], [UInt8]) -> Bool

        init(_ left: [UInt8], _ right: [UInt8], _ equal: @escaping ([UInt8], [UInt8]) -> Bool) {
            (self.left, self.right, self.equal) = (left, right, equal)
        }

        var instructions: Int {
            instructions_of(
                { context in
                    guard let context else { return }
                    let comparison = Unmanaged<Comparison>.fromOpaque(context).takeUnretainedValue()
                    _ = comparison.equal(comparison.left, comparison.right)
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }
}
