// Data codewords as a stream of bits.

/// Reads numbers of any width from bytes, the highest bit first.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Bits that are not read yet.
    var remaining: Int { bytes.count * 8 - position }

    /// - Parameter width: Bits, 0 to 32.
    /// - Returns: The number in the next bits; nil where there are not so many.
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
