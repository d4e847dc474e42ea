// What a picture's brightness says about the camera that took it.

/// Light and sharpness of a picture, for advice to a person. No reader goes by it: pictures without a sharp edge have
/// been read.
public struct PictureQuality: Sendable, Hashable {
    /// The mean of all pixels, 0 to 255.
    public let mean: Double
    /// The share of pixels without any detail left in them, 250 or more, 0 to 1.
    public let white: Double
    /// The step of luma over two pixels along a row that one pair in 2,000 exceeds, 0 to 255.
    public let edge: Int

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

    /// Nothing can be made out.
    public var isDark: Bool { mean < 16 }
    /// A lamp or a window takes so much of the picture that the camera darkens the rest.
    public var isOverexposed: Bool { white > 0.25 }
    /// Somewhere there is an edge as a code in focus would have.
    public var isSharp: Bool { edge >= 24 }
}
