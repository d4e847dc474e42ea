// A frame before the sensor: the light on each pixel.

/// Linear light per pixel: 1 results in gray level 255.
struct Plane {
    let width: Int
    let height: Int
    /// `width` × `height` numbers, row by row.
    var light: [Float]

    init(width: Int, height: Int, light: Float) {
        self.width = width
        self.height = height
        self.light = [Float](repeating: light, count: width * height)
    }
}
