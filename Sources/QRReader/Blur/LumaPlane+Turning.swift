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
            write(row: y, 0..<width) { Self.turn(other, from: start, turn.direction, into: &$0) }
        }
        return turn
    }

    /// Writes a row of a turned copy.
    ///
    /// - Parameters:
    ///   - other: The picture.
    ///   - start: The place of the first pixel's middle.
    ///   - direction: The way from a pixel to the next.
    ///   - row: The row.
    private static func turn(
        _ other: LumaPlane, from start: Vector, _ direction: Vector, into row: inout MutableRawSpan
    ) {
        let (across, down) = (BlurModel.steps * direction.x, BlurModel.steps * direction.y)
        let right = SIMD8<Float>(repeating: Float(other.width))
        let bottom = SIMD8<Float>(repeating: Float(other.height))
        let grey = SIMD8<Float>(repeating: 128)
        for first in Swift.stride(from: 0, to: row.byteCount, by: 8) {
            let place = start + direction * Float(first)
            let (x, y) = (across + place.x, down + place.y)
            let isInside = (.zero .< x) .& (.zero .< y) .& (x .< right) .& (y .< bottom)
            let luma = isInside.isAny ? grey.replacing(with: other.luma(x: x, y: y), where: isInside) : grey
            // The significand of a number from 2²³ ends with its whole part.
            let bits = unsafeBitCast(luma + 8_388_608, to: SIMD8<UInt32>.self)
            let bytes = SIMD8<UInt8>(lowest: bits)
            if row.byteCount - first >= 8 {
                row.storeBytes(of: bytes, toByteOffset: first, as: SIMD8<UInt8>.self)
            } else {
                for lane in 0..<row.byteCount - first {
                    row.storeBytes(of: bytes[lane], toByteOffset: first + lane, as: UInt8.self)
                }
            }
        }
    }
}
