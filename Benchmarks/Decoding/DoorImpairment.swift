// One impairment at a door, from mild to severe.

import DoorPictures

/// A series of scenes in which one property degrades, and all others are as with a good camera and a steady hand.
struct DoorImpairment: Sendable {
    /// The property that degrades, in words.
    let name: String
    /// The unit of the severities.
    let unit: String
    /// From mild to severe.
    let severities: [Double]
    private let apply: @Sendable (inout DoorScene, Double, inout SplitMix64) -> Void

    init(
        _ name: String, _ unit: String, _ severities: [Double],
        apply: @escaping @Sendable (inout DoorScene, Double, inout SplitMix64) -> Void
    ) {
        (self.name, self.unit, self.severities, self.apply) = (name, unit, severities, apply)
    }

    /// Draws a scene.
    ///
    /// - Parameters:
    ///   - severity: One of ``severities``.
    ///   - chance: The source of randomness for the hand, the carrier and the light.
    /// - Returns: A frame of 1280 × 720 with modules of 3 pixels, unless their size is the impairment.
    func scene(_ severity: Double, using chance: inout SplitMix64) -> DoorScene {
        var scene = DoorScene()
        (scene.width, scene.height, scene.modulePixels) = (1280, 720, 3)
        scene.carrier = Bool.random(using: &chance) ? .phone : .paper
        if scene.carrier == .phone { (scene.whiteLevel, scene.blackLevel) = (245, 20) }
        scene.centreX = .random(in: 0.42...0.58, using: &chance)
        scene.centreY = .random(in: 0.42...0.58, using: &chance)
        scene.rotationDegrees = .random(in: -10...10, using: &chance)
        scene.tiltXDegrees = .random(in: -8...8, using: &chance)
        scene.tiltYDegrees = .random(in: -8...8, using: &chance)
        scene.unevenness = .random(in: 0...0.25, using: &chance)
        scene.blurSigma = .random(in: 0.4...0.6, using: &chance)
        scene.noiseSigma = .random(in: 1.5...3, using: &chance)
        apply(&scene, severity, &chance)
        return scene
    }

    /// All impairments.
    static let all = [
        DoorImpairment("small modules", "px a module", [6, 4, 3, 2, 1.5, 1.25]) { scene, pixels, _ in
            scene.modulePixels = pixels
        },
        DoorImpairment("tilt", "°, 2 px a module", [10, 20, 30, 40, 50]) { scene, degrees, chance in
            scene.modulePixels = 2
            let signed = Bool.random(using: &chance) ? degrees : -degrees
            if Bool.random(using: &chance) { scene.tiltXDegrees = signed } else { scene.tiltYDegrees = signed }
        },
        DoorImpairment("rotation", "°, 1.75 px a module", [0, 15, 30, 45, 60]) { scene, degrees, _ in
            scene.modulePixels = 1.75
            scene.rotationDegrees = degrees
        },
        DoorImpairment("blur", "px sigma", [0.6, 0.9, 1.2, 1.5, 1.8]) { scene, pixels, _ in
            scene.blurSigma = pixels
        },
        DoorImpairment("motion", "px", [2, 3, 4, 5, 7]) { scene, pixels, chance in
            scene.motionPixels = pixels
            scene.motionDegrees = .random(in: 0...180, using: &chance)
        },
        DoorImpairment("noise", "gray levels", [10, 20, 30, 45, 60]) { scene, levels, _ in
            scene.noiseSigma = levels
        },
        DoorImpairment("low light", "white's gray level", [100, 60, 40, 25, 15]) { scene, white, chance in
            (scene.whiteLevel, scene.blackLevel) = (white, white / 5)
            scene.noiseSigma = .random(in: 2...4, using: &chance)
        },
        DoorImpairment("glare", "% of the code", [3, 6, 10, 15, 20]) { scene, percent, _ in
            scene.glare = percent / 100
        },
        DoorImpairment("shadow", "% of the light lost", [30, 50, 70, 85, 95]) { scene, percent, _ in
            scene.shadow = percent / 100
        },
        DoorImpairment("moiré", "% of the light", [15, 30, 45, 60, 75]) { scene, percent, _ in
            scene.carrier = .phone
            scene.moire = percent / 100
        },
        DoorImpairment("JPEG", "quality, 2 px a module", [50, 30, 20, 10, 5]) { scene, quality, _ in
            scene.modulePixels = 2
            scene.jpegQuality = Int(quality)
        },
        DoorImpairment("light on dark", "px a module", [6, 4, 2, 1.5, 1.25]) { scene, pixels, _ in
            (scene.inverted, scene.modulePixels) = (true, pixels)
        },
        DoorImpairment("quiet zone", "modules, of 2 px", [4, 3, 2, 1, 0]) { scene, modules, _ in
            scene.modulePixels = 2
            scene.quietZone = Int(modules)
        },
        DoorImpairment("several at once", "level", [1, 2, 3, 4, 5]) { scene, level, chance in
            scene.modulePixels = 4.2 - 0.4 * level
            scene.rotationDegrees = .random(in: -9...9, using: &chance) * level
            scene.tiltYDegrees = .random(in: -7...7, using: &chance) * level
            scene.blurSigma = 0.4 + 0.12 * level
            scene.motionPixels = 0.4 * level
            scene.noiseSigma = 2 * level
            scene.whiteLevel = 240 - 30 * level
            scene.unevenness = 0.1 * level
            scene.jpegQuality = Int(95 - 10 * level)
            scene.backdrop = .clutter
        },
    ]
}
