// Detects whether a long list may contain a key twice, without storing the keys.

/// A Bloom filter of fixed size, in blocks of one cache line (Putze, Sanders and Singler, "Cache-, Hash- and
/// Space-Efficient Bloom Filters", 2009).
///
/// After a million keys, its false positive rate is one in 20 million; it rises with more keys.
struct BloomFilter {
    /// Blocks of eight words, 8 MiB in all; each key sets a bit in each word of its block.
    private var words = [UInt64](repeating: 0, count: Self.blockCount * 8)
    private static let blockCount = 1 << 17

    /// Whether any key may have occurred twice; `false` is certain.
    private(set) var mayRepeat = false

    /// Adds a key.
    mutating func insert(_ key: some Hashable) {
        guard !mayRepeat else { return }
        let hash = UInt64(truncatingIfNeeded: key.hashValue)
        let block = Int(hash >> 47) * 8
        // 48 more bits, six per word.
        var bits = hash &* 0x9E37_79B9_7F4A_7C15
        var isNew = false
        for word in block..<block + 8 {
            let bit = (1 as UInt64) << (bits >> 58)
            isNew = isNew || words[word] & bit == 0
            words[word] |= bit
            bits <<= 6
        }
        mayRepeat = !isNew
    }
}
