// Kinds of blur, from mild to severe.

import DoorPictures

extension DoorImpairment {
    /// Blur of a ticket at any rotation in front of what a photograph shows, and noise of 2 levels.
    ///
    /// The severities of a still lens are in pixels of σ or radius, those of motion in pixels of the distance.
    static let blurs =
        [
            blur("Gaussian", "px σ, 3 px a module", [1, 1.5, 2, 2.5, 3], module: 3) { $0.blurSigma = $1 },
            blur("Gaussian, larger", "px σ, 5 px a module", [2, 3, 4, 4.5, 5], module: 5) { $0.blurSigma = $1 },
            blur("out of focus", "px radius, 4 px a module", [2, 3, 4, 5, 6], module: 4) { scene, pixels in
                (scene.blurSigma, scene.defocusPixels) = (0.5, pixels)
            },
            blur("motion", "px, 3 px a module", [3, 5, 7, 9, 11], module: 3) { $0.motionPixels = $1 },
            blur("motion, larger", "px, 5 px a module", [6, 10, 14, 17, 20], module: 5) { $0.motionPixels = $1 },
            blur("light on dark", "px moved, 4 px a module", [4, 8, 10, 12, 14], module: 4) { scene, pixels in
                (scene.inverted, scene.motionPixels) = (true, pixels)
            },
            blur("blur and tilt", "px σ, 4 px a module, 35°", [1.5, 2, 2.5, 3, 3.5], module: 4) { scene, pixels in
                (scene.blurSigma, scene.tiltXDegrees, scene.tiltYDegrees) = (pixels, 20, 30)
            },
            blur("blur and noise", "levels, σ 3 of 4 px", [4, 8, 12, 16, 24], module: 4) { scene, levels in
                (scene.blurSigma, scene.noiseSigma) = (3, levels)
            },
            blur("blur and JPEG", "quality, σ 3 of 4 px", [90, 70, 50, 30, 20], module: 4) { scene, quality in
                (scene.blurSigma, scene.jpegQuality) = (3, Int(quality))
            },
        ]

    private static func blur(
        _ name: String, _ unit: String, _ severities: [Double], module: Double,
        apply: @escaping @Sendable (inout DoorScene, Double) -> Void
    ) -> DoorImpairment {
        DoorImpairment(name, unit, severities) { scene, severity, chance in
            scene.modulePixels = module
            scene.rotationDegrees = .random(in: 0..<360, using: &chance)
            scene.motionDegrees = .random(in: 0..<180, using: &chance)
            (scene.unevenness, scene.noiseSigma, scene.backdrop) = (0, 2, .leaves)
            apply(&scene, severity)
        }
    }
}
