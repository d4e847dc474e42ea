// Data codewords as a bit stream.

/// Reads numbers of any bit width from bytes, most significant bit first.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of unread bits.
    var remaining: Int { bytes.count * 8 - position }

    /// Reads a number.
    ///
    /// - Parameter width: The number of bits, 0 to 32.
    /// - Returns: The number in the next bits; nil if there are fewer bits.
    mutating func read(_ width: Int) -> Int? {
        guard width <= remaining else { return nil }
        var value = 0
        for bit in position..<position + width {
            value = value << 1 | Int(bytes[bit >> 3] >> (7 - bit & 7) & 1)
        }
        position += width
        return value
    }
}
