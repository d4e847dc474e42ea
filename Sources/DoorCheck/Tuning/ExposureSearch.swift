// How long to expose.

import Scanner

/// Looks for the shortest exposure under which a code is still read well: a hand that moves is blurred by a long one.
struct ExposureSearch {
    /// Tenths of a millisecond: whole half-waves of lamps at 50 Hz, so that they cast no bands, then shorter ones.
    private static let times = [300, 200, 100, 50, 25, 12]
    /// Darker than this a code on paper is lost in the noise of a cheap camera.
    private static let darkest = 50.0
    /// Of the best edge; below it the picture begins to fade.
    private static let sharpEnough = 0.8

    let control: CameraControl

    /// - Parameter look: What is seen with an exposure time.
    /// - Returns: The time and what is seen with it; nil where no time gives a picture that is bright enough and read,
    ///   and the camera had better choose.
    /// - Throws: What `look` throws.
    func best(_ look: (Int) async throws -> CameraView) async throws -> (time: Int, view: CameraView)? {
        var seen: [(time: Int, view: CameraView)] = []
        for time in Self.times where control.allows(time) { seen.append((time, try await look(time))) }
        // White edges are the steepest. Where even the shortest time glares, what is read best will do.
        let clear = seen.filter { !$0.view.isOverexposed }
        if !clear.isEmpty { seen = clear }
        guard let best = seen.map(\.view).max(), best.read > 0 else { return nil }
        return seen.last { view in
            view.view.mean >= Self.darkest && view.view.read >= best.read
                && view.view.edge >= Self.sharpEnough * best.edge
        }
    }
}
