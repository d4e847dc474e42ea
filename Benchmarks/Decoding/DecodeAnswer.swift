// What a reader answers about one picture.

/// The codes of a picture and what reading them took.
struct DecodeAnswer: Decodable, Sendable {
    /// A code that was read.
    struct Code: Decodable, Sendable {
        /// The content's bytes, two digits each.
        let hex: String
        /// The centre, in pixels from the left.
        let x: Double
        /// The centre, in pixels from the top.
        let y: Double

        var bytes: [UInt8] {
            let digits = hex.compactMap(\.hexDigitValue)
            return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        }
    }

    /// Time on the processor, of the decoding thread, for the decoding call alone.
    var nanoseconds: Int
    let codes: [Code]
}
