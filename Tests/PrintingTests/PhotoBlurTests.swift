// Blur that is added to real photographs.

import DoorPictures
import Testing
import TicketPrinting

struct PhotoBlurTests {
    /// A black picture with a white dot of 3 × 3 pixels.
    private func dot(x: Int, y: Int) throws -> GrayPicture {
        var luma = [UInt8](repeating: 0, count: 120 * 120)
        for row in y - 1...y + 1 { for column in x - 1...x + 1 { luma[row * 120 + column] = 255 } }
        return try GrayPicture(width: 120, height: 120, luma: luma)
    }

    private func blurred(_ picture: GrayPicture, by blur: PhotoBlur, seed: UInt64 = 1) throws -> GrayPicture {
        var chance = SplitMix64(seed: seed)
        return try picture.blurred(by: blur, pixels: 12, noiseSigma: 0, using: &chance)
    }

    /// The light of each pixel that has any.
    private func lights(_ picture: GrayPicture) -> [(x: Int, y: Int, light: Double)] {
        picture.luma.indices.filter { picture.luma[$0] > 0 }.map { index in
            let level = Double(picture.luma[index]) / 255
            return (index % 120, index / 120, level * level)
        }
    }

    @Test("Blur moves light, and neither takes nor adds any", arguments: PhotoBlur.allCases)
    func conserved(blur: PhotoBlur) throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let lights = lights(try blurred(try dot(x: 60, y: 60), by: blur, seed: seed))
            #expect(abs(lights.reduce(0) { $0 + $1.light } - 9) < 0.5)
            #expect(lights.count > 20)
        }
    }

    @Test("Light goes as far as the amount says", arguments: PhotoBlur.allCases)
    func reach(blur: PhotoBlur) throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let lights = lights(try blurred(try dot(x: 60, y: 60), by: blur, seed: seed))
            var farthest = 0.0
            for light in lights {
                for other in lights {
                    let (x, y) = (Double(light.x - other.x), Double(light.y - other.y))
                    farthest = max(farthest, (x * x + y * y).squareRoot())
                }
            }
            // The dot, and the pixels between which places lie, add up to 6.
            #expect(11...18 ~= farthest)
        }
    }

    @Test("The rows that a rolling shutter exposes later are moved further")
    func rolling() throws {
        func middle(y: Int) throws -> Double {
            let lights = lights(try blurred(try dot(x: 60, y: y), by: .rollingShutter))
            return lights.reduce(0) { $0 + Double($1.x) * $1.light } / lights.reduce(0) { $0 + $1.light }
        }
        #expect(abs(try middle(y: 10) - 62) < 0.5)
        #expect(abs(try middle(y: 110) - 82) < 0.5)
    }

    @Test("The same seed gives the same blur, another seed another", arguments: [PhotoBlur.motion, .shake])
    func seeds(blur: PhotoBlur) throws {
        let picture = try dot(x: 60, y: 60)
        #expect(try blurred(picture, by: blur) == blurred(picture, by: blur))
        #expect(try blurred(picture, by: blur) != blurred(picture, by: blur, seed: 2))
    }
}
