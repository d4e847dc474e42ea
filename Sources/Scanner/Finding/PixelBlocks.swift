// Sums and extremes of small squares of pixels.

/// Two blocks of 8 × 8 pixels, side by side.
struct PixelBlocks {
    /// The sums of their pixels.
    let sums: (left: Int32, right: Int32)
    /// Their darkest pixels.
    let darkest: (left: UInt8, right: UInt8)
    /// Their lightest pixels.
    let lightest: (left: UInt8, right: UInt8)

    /// The side of a block, in pixels.
    static let side = 8

    /// - Parameters:
    ///   - pixels: A picture.
    ///   - start: The offset of the left block's first pixel.
    ///   - width: The picture's; at least 16, and as many pixels are there in each of eight rows.
    @inline(__always)
    init(_ pixels: RawSpan, at start: Int, width: Int) {
        var (darkest, lightest) = (SIMD16<UInt8>(repeating: .max), SIMD16<UInt8>(repeating: 0))
        var sums = SIMD8<UInt16>()
        var offset = start
        for _ in 0..<Self.side {
            let row = pixels.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            darkest.replace(with: row, where: row .< darkest)
            lightest.replace(with: row, where: row .> lightest)
            let pairs = unsafeBitCast(row, to: SIMD8<UInt16>.self)
            sums &+= (pairs & 255) &+ (pairs &>> 8)
            offset &+= width
        }
        let pairs = unsafeBitCast(sums, to: SIMD4<UInt32>.self)
        let totals = (pairs & 0xFFFF) &+ (pairs &>> 16)
        self.sums = (Int32(totals[0] &+ totals[1]), Int32(totals[2] &+ totals[3]))
        // The darkest is the lightest of the inverse.
        let darks = Self.greatest(~darkest)
        self.darkest = (~darks.left, ~darks.right)
        self.lightest = Self.greatest(lightest)
    }

    /// The greatest of each eight bytes, found by halves.
    @inline(__always)
    private static func greatest(_ bytes: SIMD16<UInt8>) -> (left: UInt8, right: UInt8) {
        let words = unsafeBitCast(bytes, to: SIMD8<Int16>.self)
        let high = words &>> 8 & 255
        var low = words & 255
        low.replace(with: high, where: high .> low)
        let pairs = unsafeBitCast(low, to: SIMD4<Int32>.self)
        let upper = pairs &>> 16
        var lower = pairs & 0xFFFF
        lower.replace(with: upper, where: upper .> lower)
        return (UInt8(max(lower[0], lower[1])), UInt8(max(lower[2], lower[3])))
    }
}
