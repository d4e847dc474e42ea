// Notices whether anything has changed in front of a camera.

/// Compares frames at about a sixteenth of their size, where a camera's noise averages out, by the differences between
/// neighbouring pixels: light that changes evenly shows nothing new.
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
    private static let longestSide = 100
    /// The change from which a difference between two neighbours has changed, in luma: six times the noise of a dim
    /// hall, which is 6 in a camera's pixels.
    private static let leastChange: Int16 = 5
    /// The pixels that must have changed.
    private static let fewestChanges = 4
    /// The share of pixels from which nothing is where it was.
    private static let cutShare = 0.35

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
        let changes = changes(in: plane)
        guard changes >= Self.fewestChanges else { return .none }
        keep(plane)
        return Double(changes) > Self.cutShare * Double(count) ? .cut : .moved
    }

    /// Counts the pixels whose difference from the next one to the right or below is no longer what it was when
    /// something changed last.
    private func changes(in plane: LumaPlane) -> Int {
        func change(_ index: Int) -> Int16 { Int16(plane.pixels[index]) - Int16(last[index]) }
        var changes = 0
        for y in 0..<plane.height - 1 {
            for index in y * plane.width..<(y + 1) * plane.width - 1 {
                let here = change(index)
                let (right, below) = (change(index + 1) - here, change(index + plane.width) - here)
                if max(abs(right), abs(below)) >= Self.leastChange { changes += 1 }
            }
        }
        return changes
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
