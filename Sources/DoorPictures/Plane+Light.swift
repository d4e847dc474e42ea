// Light: that of a screen, and that of the room with its shadows and reflections.

internal import Glibc

extension Plane {
    /// Converts reflectances to light, according to the scene's parameters.
    mutating func illuminate(_ scene: DoorScene, codeModules: Double, using generator: inout SplitMix64) {
        let code = codeModules * scene.modulePixels
        let spread = code / 4
        let spot = (
            x: Float(scene.centreX * Double(width) + Double.random(in: -spread...spread, using: &generator)),
            y: Float(scene.centreY * Double(height) + Double.random(in: -spread...spread, using: &generator))
        )
        expose(scene)
        if scene.unevenness > 0 { darkenTowardsOneSide(by: Float(scene.unevenness), using: &generator) }
        if scene.shadow > 0 {
            castShadow(Float(scene.shadow), through: spot, penumbra: Float(2 * scene.modulePixels), using: &generator)
        }
        if scene.glare > 0 {
            let radius = code * (scene.glare / .pi).squareRoot()
            let white = Float(scene.whiteLevel / 255)
            addGlare(at: spot, radius: Float(radius), light: 3 * white * white, using: &generator)
        }
    }

    /// Maps ink and paper to their gray levels; the tone curve is a square root, so light is a square.
    private mutating func expose(_ scene: DoorScene) {
        let (black, white) = (Float(scene.blackLevel / 255), Float(scene.whiteLevel / 255))
        let (offset, factor) = (black * black, white * white - black * black)
        for index in light.indices { light[index] = offset + factor * light[index] }
    }

    private mutating func darkenTowardsOneSide(by share: Float, using generator: inout SplitMix64) {
        let (cosine, sine) = direction(using: &generator)
        let reach = (abs(cosine) * Float(width) + abs(sine) * Float(height)) / 2
        for y in 0..<height {
            for x in 0..<width {
                let along = cosine * (Float(x) - Float(width) / 2) + sine * (Float(y) - Float(height) / 2)
                light[y * width + x] *= 1 - share * (0.5 + along / reach / 2)
            }
        }
    }

    private mutating func castShadow(
        _ share: Float, through spot: (x: Float, y: Float), penumbra: Float, using generator: inout SplitMix64
    ) {
        let (cosine, sine) = direction(using: &generator)
        for y in 0..<height {
            for x in 0..<width {
                let beyond = (cosine * (Float(x) - spot.x) + sine * (Float(y) - spot.y)) / penumbra
                light[y * width + x] *= 1 - share * min(max(beyond + 0.5, 0), 1)
            }
        }
    }

    /// Adds the moiré between a screen's pixels and the sensor's to everything that was drawn in front of `backdrop`.
    ///
    /// - Parameters:
    ///   - amplitude: The amplitude as a share of the light.
    ///   - backdrop: The frame before the drawing.
    ///   - generator: The generator for the bands' width and direction.
    mutating func beat(amplitude: Float, before backdrop: Plane, using generator: inout SplitMix64) {
        let (cosine, sine) = direction(using: &generator)
        let frequency = 2 * Float.pi / Float.random(in: 5...14, using: &generator)
        // The screen is never quite parallel to the sensor, so the bands are bent.
        let bend = Float.random(in: -0.0004...0.0004, using: &generator)
        let wave = (0..<1024).map { 1 + amplitude * sinf(Float($0) / 1024 * 2 * .pi) }
        for y in 0..<height {
            for x in 0..<width where light[y * width + x] != backdrop.light[y * width + x] {
                let (dx, dy) = (Float(x - width / 2), Float(y - height / 2))
                let phase = frequency * (cosine * dx + sine * dy) + bend * dx * dy
                light[y * width + x] *= wave[Int(phase * (1024 / (2 * .pi))) & 1023]
            }
        }
    }

    /// Adds an ellipse of light, which falls below a fifth of the paper's own at one and a half times its radius.
    private mutating func addGlare(
        at spot: (x: Float, y: Float), radius: Float, light added: Float, using generator: inout SplitMix64
    ) {
        let (cosine, sine) = direction(using: &generator)
        let stretch = Float.random(in: 1...1.6, using: &generator)
        let reach = Int(radius * stretch * 3) + 1
        let columns = max(Int(spot.x) - reach, 0)..<max(min(Int(spot.x) + reach, width), 0)
        for y in max(Int(spot.y) - reach, 0)..<max(min(Int(spot.y) + reach, height), 0) {
            for x in columns {
                let (dx, dy) = (Float(x) - spot.x, Float(y) - spot.y)
                let along = (cosine * dx + sine * dy) / (radius * stretch)
                let aside = (cosine * dy - sine * dx) / (radius / stretch)
                light[y * width + x] += added * expf(-1.5 * (along * along + aside * aside))
            }
        }
    }
}

private func direction(using generator: inout SplitMix64) -> (cosine: Float, sine: Float) {
    let angle = Float.random(in: 0..<2 * .pi, using: &generator)
    return (cosf(angle), sinf(angle))
}
