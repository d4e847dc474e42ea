// A frame before the sensor: how much light falls on each pixel.

/// Light per pixel, linear: 1 is what gives gray level 255.
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
