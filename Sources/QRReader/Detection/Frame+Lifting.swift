// Brightens the dark parts of a picture.

extension Frame {
    /// What becomes of each luma.
    private static let roots = (0...255).map { UInt8((Float($0) * 255).squareRoot().rounded()) }

    /// A copy with dark tones lifted: the square root of each luma, scaled so that black and white stay as they are.
    var lifted: Frame {
        let table = Self.roots
        let roots = table.span
        var luma = luma
        var pixels = luma.mutableSpan
        for index in pixels.indices { pixels[unchecked: index] = roots[Int(pixels[unchecked: index])] }
        return Frame(width: width, height: height, luma: luma)
    }
}
