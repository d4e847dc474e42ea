// Lines that are signed together.

import TicketSigning

/// A hash tree over the chain values of 2, 4 or 8 lines: one signature of its root is good for each of them, and each
/// can be verified without the others.
struct LineTree {
    /// The most lines in a tree: more would make each line longer and save little.
    private static let limit = 8
    /// The greatest number of levels above the lines.
    private static let deepest = limit.trailingZeroBitCount
    private static let label = Array("doorcheck/lines/v1\0".utf8)

    /// The chain values, then the hashes of each two neighbours of the level below, up to the root.
    private let levels: [[[UInt8]]]

    /// - Parameter chains: As many chain values as ``count(among:)`` says, of 32 bytes each.
    init(_ chains: some Collection<RecordBytes>) {
        var levels = [chains.map(\.bytes)]
        while let below = levels.last, below.count > 1 {
            levels.append(
                stride(from: 0, to: below.count, by: 2).map { Self.node(over: below[$0], below[$0 + 1]) })
        }
        self.levels = levels
    }

    /// Returns how many of some lines the next tree has: 8, 4, 2 or 1.
    static func count(among left: Int) -> Int {
        var count = limit
        while count > max(1, left) { count /= 2 }
        return count
    }

    /// What is signed.
    var message: [UInt8] { Self.message(root: levels.last?.first ?? [], depth: levels.count - 1) }

    /// Returns what leads from a line to the root: its place in a byte, then a hash of each level from below.
    func proof(of place: Int) -> [UInt8] {
        levels.indices.dropLast().reduce(into: [UInt8(place)]) { proof, level in
            proof += levels[level][(place >> level) ^ 1]
        }
    }

    /// Returns what was signed if a line has a proof.
    ///
    /// The number of levels is signed as well, so no hash within a tree can be passed off as a line.
    ///
    /// - Parameters:
    ///   - chain: The line's chain value.
    ///   - proof: Bytes from anywhere.
    /// - Returns: `nil` if they are no proof.
    static func message(of chain: [UInt8], _ proof: ArraySlice<UInt8>) -> [UInt8]? {
        guard isProof(proof.count), chain.count == SHA256.byteCount, let place = proof.first else { return nil }
        let depth = proof.count / SHA256.byteCount
        guard place < 1 << depth else { return nil }
        var node = chain
        for level in 0..<depth {
            let other = Array(proof.dropFirst(1 + level * SHA256.byteCount).prefix(SHA256.byteCount))
            node = place >> level & 1 == 0 ? Self.node(over: node, other) : Self.node(over: other, node)
        }
        return message(root: node, depth: depth)
    }

    /// Returns whether a proof can have a length.
    static func isProof(_ byteCount: Int) -> Bool {
        byteCount % SHA256.byteCount == 1 && (1...deepest).contains(byteCount / SHA256.byteCount)
    }

    private static func node(over left: [UInt8], _ right: [UInt8]) -> [UInt8] { SHA256.hash(label + left + right) }

    private static func message(root: [UInt8], depth: Int) -> [UInt8] { label + [UInt8(depth)] + root }
}
