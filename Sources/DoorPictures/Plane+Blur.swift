// Blur: each pixel becomes a weighted sum of its neighbours.

extension Plane {
    /// Spreads the light of each pixel according to `kernel`; the frame's edge pixels are repeated outside it.
    func blurred(by kernel: Kernel) -> Plane {
        let margin = kernel.taps.map { abs($0.dx) }.max() ?? 0
        let stride = width + 2 * margin
        let source = padded(by: margin)
        var result = Plane(width: width, height: height, light: 0)
        var target = result.light.mutableSpan
        for y in 0..<height {
            var row = target._mutatingExtracting(y * width..<(y + 1) * width)
            for tap in kernel.taps {
                let start = min(max(y + tap.dy, 0), height - 1) * stride + margin + tap.dx
                add(source.span.extracting(start..<start + width), times: tap.share, to: &row)
            }
        }
        return result
    }

    /// Returns the rows with `margin` more pixels on the left and on the right.
    private func padded(by margin: Int) -> [Float] {
        var rows: [Float] = []
        rows.reserveCapacity((width + 2 * margin) * height)
        for start in Swift.stride(from: 0, to: width * height, by: width) {
            rows.append(contentsOf: repeatElement(light[start], count: margin))
            rows.append(contentsOf: light[start..<start + width])
            rows.append(contentsOf: repeatElement(light[start + width - 1], count: margin))
        }
        return rows
    }
}

@inline(__always)
@_lifetime(target: copy target)
private func add(_ source: Span<Float>, times share: Float, to target: inout MutableSpan<Float>) {
    for x in 0..<target.count { target[x] += share * source[x] }
}
