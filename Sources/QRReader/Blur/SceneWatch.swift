// Notices whether anything has changed in front of a camera.

/// Compares frames at about an eighth of their size, where a camera's noise averages out.
struct SceneWatch {
    /// What a frame shows, compared with the one before.
    enum Change {
        /// Hardly anything is where it was: the first frame, a camera that was moved, light that was switched on.
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
        var changes = 0
        for index in 0..<count {
            let difference = Int16(plane.pixels[index]) - Int16(last[index])
            if abs(difference) >= Self.leastDifference { changes += 1 }
        }
        guard changes >= Self.fewestChanges else { return .none }
        keep(plane)
        return Double(changes) > Self.cutShare * Double(count) ? .cut : .moved
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
