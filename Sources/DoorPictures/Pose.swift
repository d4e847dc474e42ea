// A camera's view of a flat object: rotated, tilted and in perspective.

internal import Glibc

/// The map between the frame's pixels and the points of a flat object that they see: a projective map, exact for a
/// pinhole camera.
struct Pose {
    /// The matrix from texel to frame, row by row.
    private let forward: [Double]
    /// The map from frame to texel, by columns: the contributions of a step to the right, a step down and the corner.
    let (right, down, corner): (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

    /// Points the camera at the artwork's code according to `scene`.
    ///
    /// The focal length is 1.1 frame widths: 49° from left to right, like webcams.
    init(scene: DoorScene, artwork: Artwork) {
        let focal = 1.1 * Double(scene.width)
        let scale = scene.modulePixels / Double(Artwork.texelsPerModule)
        let turn = scene.rotationDegrees * .pi / 180
        let (tiltX, tiltY) = (scene.tiltXDegrees * .pi / 180, scene.tiltYDegrees * .pi / 180)
        // The artwork's two axes in space, rotated, then tilted about the vertical and the horizontal axis.
        func inSpace(_ x: Double, _ y: Double) -> (x: Double, y: Double, z: Double) {
            let (x1, y1) = (scale * (cos(turn) * x - sin(turn) * y), scale * (sin(turn) * x + cos(turn) * y))
            let (x2, z2) = (cos(tiltY) * x1, -sin(tiltY) * x1)
            return (x2, cos(tiltX) * y1 - sin(tiltX) * z2, sin(tiltX) * y1 + cos(tiltX) * z2)
        }
        let (u, v) = (inSpace(1, 0), inSpace(0, 1))
        let middle = (x: Double(scene.width) / 2, y: Double(scene.height) / 2)
        let origin = (
            x: scene.centreX * Double(scene.width) - middle.x - u.x * artwork.centreX - v.x * artwork.centreY,
            y: scene.centreY * Double(scene.height) - middle.y - u.y * artwork.centreX - v.y * artwork.centreY,
            z: focal - u.z * artwork.centreX - v.z * artwork.centreY
        )
        forward = [
            focal * u.x + middle.x * u.z, focal * v.x + middle.x * v.z, focal * origin.x + middle.x * origin.z,
            focal * u.y + middle.y * u.z, focal * v.y + middle.y * v.z, focal * origin.y + middle.y * origin.z,
            u.z, v.z, origin.z,
        ]
        let inverse = adjugate(of: forward).map { Float($0 / (focal * focal * scale)) }
        right = SIMD3(inverse[0], inverse[3], inverse[6])
        down = SIMD3(inverse[1], inverse[4], inverse[7])
        corner = SIMD3(inverse[2], inverse[5], inverse[8])
    }

    /// Returns the frame's pixels that an object of `width` × `height` texels may cover.
    ///
    /// - Returns: Columns and rows within the frame; the whole frame if a corner is behind the camera.
    func pixels(width: Int, height: Int, frameWidth: Int, frameHeight: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { (Double($0.0), Double($0.1)) }
        let seen = corners.compactMap { x, y -> (x: Double, y: Double)? in
            let depth = forward[6] * x + forward[7] * y + forward[8]
            guard depth > 0 else { return nil }
            return (
                (forward[0] * x + forward[1] * y + forward[2]) / depth,
                (forward[3] * x + forward[4] * y + forward[5]) / depth
            )
        }
        guard seen.count == corners.count else { return (0..<frameWidth, 0..<frameHeight) }
        func range(_ values: [Double], _ limit: Int) -> Range<Int> {
            let low = min(max((values.min() ?? 0) - 1, 0), Double(limit))
            let high = min(max((values.max() ?? 0) + 2, low), Double(limit))
            return Int(low)..<Int(high)
        }
        return (range(seen.map(\.x), frameWidth), range(seen.map(\.y), frameHeight))
    }
}

/// Returns the adjugate of a 3 × 3 matrix: its inverse except for a factor, which a projective map does not need.
private func adjugate(of m: [Double]) -> [Double] {
    [
        m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
        m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
        m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
}
