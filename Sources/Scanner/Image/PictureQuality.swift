// Picture quality, as advice on the camera that took the picture.

public import QRReader

/// The light and sharpness of a picture, as advice for a person. No reader depends on it: pictures without a sharp
/// edge have been read.
public struct PictureQuality: Sendable, Hashable {
    /// The mean of all pixels, 0 to 255.
    public let mean: Double
    /// The share of pixels without any detail, at 250 or more; 0 to 1.
    public let white: Double
    /// The luma difference over two pixels along a row that one pair in 2,000 exceeds, 0 to 255.
    public let edge: Int

    /// Measures a picture.
    ///
    /// - Parameter frame: A picture.
    /// - Complexity: Linear in the number of pixels.
    public init(_ frame: Frame) {
        var (sum, whites) = (0, 0)
        var steps = [Int](repeating: 0, count: 256)
        frame.luma.withUnsafeBufferPointer { luma in
            for row in 0..<frame.height {
                let start = row * frame.width
                for x in 0..<frame.width {
                    let value = Int(luma[start + x])
                    sum += value
                    whites += value >= 250 ? 1 : 0
                    if x >= 2 { steps[abs(value - Int(luma[start + x - 2]))] += 1 }
                }
            }
        }
        let count = Double(frame.luma.count)
        mean = Double(sum) / count
        white = Double(whites) / count
        var rest = steps.reduce(0, +) / 2000
        edge =
            steps.indices.last {
                rest -= steps[$0]; return rest < 0
            } ?? 0
    }

    /// Whether the picture is too dark to make out anything.
    public var isDark: Bool { mean < 16 }
    /// Whether a lamp or a window fills so much of the picture that the camera darkens the rest.
    public var isOverexposed: Bool { white > 0.25 }
    /// Whether there is an edge as sharp as those of a code in focus.
    public var isSharp: Bool { edge >= 24 }
}
