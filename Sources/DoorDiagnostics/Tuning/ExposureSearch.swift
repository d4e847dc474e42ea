// Finding the exposure time.

package import Scanner

/// Finds the shortest exposure with which a code is still read well: a long one blurs a moving hand.
package struct ExposureSearch {
    /// In tenths of a millisecond: multiples of the half-waves of lamps at 50 Hz, which prevent banding, then shorter
    /// times.
    private static let times = [300, 200, 100, 50, 25, 12]
    /// With a lower mean brightness, a code on paper is lost in the noise of a cheap camera.
    private static let darkest = 50.0
    /// The share of the best edge below which the picture begins to fade.
    private static let sharpEnough = 0.8

    let control: CameraControl

    package init(control: CameraControl) {
        self.control = control
    }

    /// - Parameter look: Measures the view with an exposure time.
    /// - Returns: The time and its view; `nil` if no time gives a picture that is bright enough and readable, and the
    ///   camera should choose.
    /// - Throws: Rethrows errors of `look`.
    package func best(_ look: (Int) async throws -> CameraView) async throws -> (time: Int, view: CameraView)? {
        var seen: [(time: Int, view: CameraView)] = []
        for time in Self.times where control.allows(time) { seen.append((time, try await look(time))) }
        // Overexposed edges are the steepest. If even the shortest time overexposes, the best read rate decides.
        let clear = seen.filter { !$0.view.isOverexposed }
        if !clear.isEmpty { seen = clear }
        guard let best = seen.map(\.view).max(), best.read > 0 else { return nil }
        return seen.last { view in
            view.view.mean >= Self.darkest && view.view.read >= best.read
                && view.view.edge >= Self.sharpEnough * best.edge
        }
    }
}
