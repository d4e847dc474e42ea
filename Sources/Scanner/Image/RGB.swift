// Brightness of a colour.

/// Colours of 8 bits each.
enum RGB {
    /// Luma by ITU-R BT.601, as JPEG has it: 0.299 R + 0.587 G + 0.114 B, within 1.
    static func luma(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
        UInt8((77 * UInt32(red) + 150 * UInt32(green) + 29 * UInt32(blue)) >> 8)
    }
}
