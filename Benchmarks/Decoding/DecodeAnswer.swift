// A reader's answer for one picture.

/// The codes in a picture and the time to read them.
struct DecodeAnswer: Decodable, Sendable {
    /// A code in the picture.
    struct Code: Decodable, Sendable {
        /// The bytes of the content, in hexadecimal.
        let hex: String
        /// The centre's distance from the left edge, in pixels.
        let x: Double
        /// The centre's distance from the top edge, in pixels.
        let y: Double

        var bytes: [UInt8] {
            let digits = hex.compactMap(\.hexDigitValue)
            return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        }
    }

    /// The processor time of the decoding thread, for the decoding call alone.
    var nanoseconds: Int
    let codes: [Code]
}
