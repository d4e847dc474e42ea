// Finding the lens position.

package import Scanner

/// Searches the entire range of a lens in steps, then around the best position in smaller steps.
package struct FocusSearch {
    /// The number of positions in the first pass over the entire range, and in each closer pass.
    private static let places = 9
    private static let closer = 2

    let control: CameraControl

    package init(control: CameraControl) {
        self.control = control
    }

    /// - Parameter look: Measures the view with the lens at a position.
    /// - Returns: The best position and its view.
    /// - Throws: Rethrows errors of `look`.
    package func best(_ look: (Int) async throws -> CameraView) async throws -> (place: Int, view: CameraView) {
        var width = control.range.upperBound - control.range.lowerBound
        var low = control.range.lowerBound
        var known: [Int: CameraView] = [:]
        for _ in 0...Self.closer {
            for index in 0..<Self.places {
                let place = nearest(to: low + width * index / (Self.places - 1))
                guard known[place] == nil else { continue }
                known[place] = try await look(place)
            }
            let best = Self.best(of: known).place
            // One step to each side.
            width = 2 * width / (Self.places - 1)
            low = max(control.range.lowerBound, min(best - width / 2, control.range.upperBound - width))
            guard width > control.step else { break }
        }
        return Self.best(of: known)
    }

    private static func best(of known: [Int: CameraView]) -> (place: Int, view: CameraView) {
        let sorted = known.sorted { $0.key < $1.key }
        let best = sorted.max { $0.value < $1.value }
        return best.map { ($0.key, $0.value) } ?? (0, CameraView(read: 0, edge: 0, mean: 0, isOverexposed: false))
    }

    private func nearest(to value: Int) -> Int {
        value - (value - control.range.lowerBound) % control.step
    }
}
