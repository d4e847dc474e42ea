// Brightens the dark parts of a picture.

extension LumaPlane {
    /// What becomes of each luma.
    private static let roots = (0...255).map { UInt8((Float($0) * 255).squareRoot().rounded()) }

    /// Lifts dark tones: each luma becomes its square root, scaled so that black and white stay as they are.
    mutating func lift() {
        let table = Self.roots
        let roots = table.span
        for y in 0..<height {
            write(row: y, 0..<width) { bytes in
                for index in bytes.byteOffsets {
                    let luma = bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
                    bytes.storeBytes(of: roots[unchecked: Int(luma)], toByteOffset: index, as: UInt8.self)
                }
            }
        }
    }
}
