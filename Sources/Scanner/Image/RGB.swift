// The luma of a colour.

/// Colours with 8 bits per component.
enum RGB {
    /// Returns the luma by ITU-R BT.601, as in JPEG: 0.299 R + 0.587 G + 0.114 B, to within 1.
    static func luma(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
        UInt8((77 * UInt32(red) + 150 * UInt32(green) + 29 * UInt32(blue)) >> 8)
    }
}
