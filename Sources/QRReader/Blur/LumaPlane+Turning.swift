// Turned copies of pictures.

internal import Glibc

/// A turn about a picture's middle.
struct PictureTurn {
    /// The cosine and the sine of the angle.
    let direction: Vector
    /// The middle of the picture.
    let middle: Vector
    /// The middle of the turned picture.
    let turnedMiddle: Vector

    /// Returns the place in the picture of a place in the turned one.
    func callAsFunction(_ place: Vector) -> Vector {
        let from = place - turnedMiddle
        return Vector(
            direction.x * from.x - direction.y * from.y, direction.y * from.x + direction.x * from.y) + middle
    }
}

extension LumaPlane {
    /// Replaces the contents with a turned copy, in which everything outside the picture is grey.
    ///
    /// - Parameters:
    ///   - other: The picture.
    ///   - degrees: The angle, clockwise, 0 to 90.
    /// - Returns: The map from this plane to the picture.
    mutating func turn(_ other: LumaPlane, degrees: Float) -> PictureTurn {
        let angle = degrees / 180 * .pi
        let (across, down) = (cosf(angle), sinf(angle))
        let (wide, tall) = (Float(other.width), Float(other.height))
        resize(
            width: Int(across * wide + down * tall) + 1, height: Int(down * wide + across * tall) + 1,
            scale: other.scale)
        let turn = PictureTurn(
            direction: Vector(across, down), middle: Vector(wide, tall) / 2,
            turnedMiddle: Vector(Float(width), Float(height)) / 2)
        for y in 0..<height {
            let start = turn(Vector(0.5, Float(y) + 0.5))
            write(row: y, 0..<width) { row in
                for x in 0..<row.byteCount {
                    let place = start + turn.direction * Float(x)
                    let isInside = place.x > 0 && place.y > 0 && place.x < wide && place.y < tall
                    row.storeBytes(
                        of: isInside ? UInt8(other.luma(at: place)) : 128, toByteOffset: x, as: UInt8.self)
                }
            }
        }
        return turn
    }
}
