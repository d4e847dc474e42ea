// The things that guests hold up: a paper ticket and a phone.

extension Artwork {
    /// Draws what the scene's guest holds up, with `codes` below each other, or with print alone if there are none.
    init(_ codes: [CodePattern], scene: DoorScene, using generator: inout SplitMix64) {
        let margin = Double(scene.quietZone)
        let block = Block(
            codes: codes, margin: margin, width: (codes.map(\.modules).max() ?? 33) + 2 * margin,
            height: codes.isEmpty ? 33 : codes.reduce(margin) { $0 + $1.moduleRows + margin })
        switch scene.carrier {
        case .paper: self.init(ticketWith: block, inverted: scene.inverted, using: &generator)
        case .phone: self.init(phoneWith: block, inverted: scene.inverted, using: &generator)
        }
    }

    /// The codes and the quiet zone around them; lengths are in modules.
    private struct Block {
        let codes: [CodePattern]
        let margin: Double
        let width: Double
        let height: Double
    }

    private init(ticketWith block: Block, inverted: Bool, using generator: inout SplitMix64) {
        self.init(width: block.width + 16, height: block.height + 28)
        let (left, top) = (8.0, 16.0)
        fill(x: 0, y: 0, width: block.width + 16, height: block.height + 28, with: 0.97)
        fill(x: 0, y: 0, width: block.width + 16, height: 3, with: 0.2)
        write(x: left, y: 5, width: block.width * 0.8, height: 4, with: 0.05, using: &generator)
        write(x: left, y: 11, width: block.width * 0.6, height: 2, with: 0.1, using: &generator)
        draw(block, left: left, top: top, inverted: inverted, using: &generator)
        for line in 0..<3 {
            let y = top + block.height + 2.5 + Double(line) * 3
            write(x: left, y: y, width: block.width * (line == 2 ? 0.5 : 0.95), height: 2, with: 0.1, using: &generator)
        }
    }

    private init(phoneWith block: Block, inverted: Bool, using generator: inout SplitMix64) {
        let bezel = 2.5
        let screen = (width: block.width + 6, height: max((block.width + 6) * 2, block.height + 40))
        let body = (width: screen.width + 2 * bezel, height: screen.height + 2 * bezel)
        self.init(width: body.width, height: body.height)
        let page: Float = inverted ? 0.01 : 0.55
        let print: Float = inverted ? 0.6 : 0.05
        fill(x: 0, y: 0, width: body.width, height: body.height, corner: 6, with: 0.16)
        fill(x: 0.5, y: 0.5, width: body.width - 1, height: body.height - 1, corner: 5.5, with: 0.01)
        fill(x: bezel, y: bezel, width: screen.width, height: screen.height, corner: 4, with: page)
        fill(x: body.width / 2 - 5, y: bezel + 1, width: 10, height: 2.5, corner: 1.25, with: 0)
        write(x: bezel + 4, y: bezel + 1.5, width: 7, height: 1.5, with: print, using: &generator)
        let (left, top) = (bezel + 3, bezel + 20.0)
        write(x: left, y: top - 13, width: block.width * 0.7, height: 3.5, with: print, using: &generator)
        write(x: left, y: top - 7, width: block.width * 0.9, height: 2, with: print, using: &generator)
        draw(block, left: left, top: top, inverted: inverted, using: &generator)
        for line in 0..<4 {
            let y = top + block.height + 3 + Double(line) * 4
            write(x: left, y: y, width: block.width * 0.85, height: 2, with: print, using: &generator)
        }
    }

    /// Draws the block, light on dark if `inverted`; the camera points at its centre.
    private mutating func draw(
        _ block: Block, left: Double, top: Double, inverted: Bool, using generator: inout SplitMix64
    ) {
        let (dark, light): (Float, Float) = inverted ? (1, 0) : (0, 1)
        // The frame delimits the quiet zone.
        fill(x: left - 0.5, y: top - 0.5, width: block.width + 1, height: block.height + 1, with: inverted ? 0.9 : 0.05)
        fill(x: left, y: top, width: block.width, height: block.height, with: light)
        centreX = (left + block.width / 2) * Double(Self.texelsPerModule)
        centreY = (top + block.height / 2) * Double(Self.texelsPerModule)
        var y = top + block.margin
        for code in block.codes {
            draw(code, x: left + (block.width - code.modules) / 2, y: y, dark: dark, light: light)
            y += code.moduleRows + block.margin
        }
        guard block.codes.isEmpty else { return }
        for line in 0..<6 {
            let lineY = top + 3 + Double(line) * 5
            write(x: left + 3, y: lineY, width: block.width - 6, height: 3, with: dark, using: &generator)
        }
    }
}
