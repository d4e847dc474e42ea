// Notices whether anything has changed in front of a camera.

/// Compares frames at about an eighth of their size, where a camera's noise averages out, and corrects a change
/// of brightness: lamps flicker, and a camera changes its exposure when a bright screen comes near.
struct SceneWatch {
    /// What a frame shows, compared with the one before.
    enum Change {
        /// Hardly anything is where it was: the first frame, or one of a camera that was moved.
        case cut
        /// Something has moved.
        case moved
        /// Nothing has moved.
        case none
    }

    /// The longest side of the copies that are compared, in pixels.
    private static let longestSide = 200
    /// The difference from which a pixel has changed, in luma: six times the noise of a dim hall, which is 6 in a
    /// camera's pixels.
    private static let leastDifference: Int16 = 8
    /// The pixels that must have changed.
    private static let fewestChanges = 8
    /// The share of pixels from which nothing is where it was.
    private static let cutShare = 0.6

    /// The most by which lamps or a camera's exposure change the brightness between two frames, as a factor.
    private static let mostBrightness: Float = 2

    /// The picture when something changed last.
    private var last: [UInt8] = []
    private var width = 0

    /// Takes a frame.
    ///
    /// - Parameters:
    ///   - pyramid: The frame.
    ///   - work: The remaining budget; the cost is deducted.
    /// - Returns: How it differs from the frame in which something changed last.
    mutating func change(_ pyramid: inout Pyramid, work: inout WorkBudget) -> Change {
        let plane = Self.small(&pyramid, work: &work)
        let count = plane.width * plane.height
        guard width == plane.width, last.count == count else {
            keep(plane)
            return .cut
        }
        work.spend(WorkBudget.pixels(count))
        var changes = differences(from: plane, count, brightness: 1)
        if changes > Int(Self.cutShare * Double(count)) {
            let brightness = Self.median(of: plane.pixels, count) / max(Self.median(of: last, count), 1)
            let plausible = min(max(brightness, 1 / Self.mostBrightness), Self.mostBrightness)
            changes = min(changes, differences(from: plane, count, brightness: plausible))
        }
        guard changes >= Self.fewestChanges else { return .none }
        keep(plane)
        return changes > Int(Self.cutShare * Double(count)) ? .cut : .moved
    }

    /// Counts the pixels that differ from the picture when something changed last, in so much light as a share of that
    /// one's.
    private func differences(from plane: LumaPlane, _ count: Int, brightness: Float) -> Int {
        let expected = (0..<256).map { Int16(min(Float($0) * brightness + 0.5, 255)) }
        var changes = 0
        for index in 0..<count {
            let difference = Int16(plane.pixels[index]) - expected[Int(last[index])]
            if abs(difference) >= Self.leastDifference { changes += 1 }
        }
        return changes
    }

    private static func median(of pixels: [UInt8], _ count: Int) -> Float {
        var counts = Array(repeating: 0, count: 256)
        for index in 0..<count { counts[Int(pixels[index])] += 1 }
        var (level, below) = (0, counts[0])
        while 2 * below < count { (level, below) = (level + 1, below + counts[level + 1]) }
        return Float(level)
    }

    private static func small(_ pyramid: inout Pyramid, work: inout WorkBudget) -> LumaPlane {
        var (number, plane) = (0, pyramid.plane(0, work: &work))
        while max(plane.width, plane.height) > longestSide {
            number += 1
            let next = pyramid.plane(number, work: &work)
            // A narrow strip cannot be halved.
            guard next.width < plane.width else { return plane }
            plane = next
        }
        return plane
    }

    private mutating func keep(_ plane: LumaPlane) {
        width = plane.width
        last = Array(plane.pixels.prefix(plane.width * plane.height))
    }
}
